import { randomUUID } from 'node:crypto'
import { endpoints } from '@stowage/api'
import { permissions } from '@stowage/domain/roles'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person, Reply } from '@stowage/server/testing/world'
import table from '../../packages/api/permissions.json' with { type: 'json' }
import { NOBODYS_GATEWAY, openHouse } from './house.fixture.ts'
import { roles, type Attempt, type Cast, type Role } from './permissions.calls.ts'
import { callOf, calls } from './permissions.rows.ts'

type Row = (typeof table.rows)[number]

const keyOf = (row: Row): string => `${row.method} ${row.path}`

/** Rows with a protocol of their own, tried by the tests named here. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'WS /socket': 'the live channel, who-sees-what.test.ts',
  'POST payments/paykeeper/{name}': 'pay-by-card.test.ts',
  'POST payments/stripe/{name}': 'pay-with-stripe.test.ts',
  'POST sms/reports/{id}': 'sms.test.ts',
  'GET site-gateway/connect': "the tunnel of a site, the access module's site-tunnel.test.ts",
}

/** Calls that keep no answer under an Idempotency-Key, each with what makes twice harmless. */
const NOT_KEPT: Readonly<Record<string, string>> = {
  ...because('its answer holds a secret, which nothing keeps: asked again there is another one', [
    'POST auth/login',
    'POST auth/refresh',
    'POST auth/login-as-user',
    'POST auth/second-factor',
    'POST stocks/{}/site/pairing',
    'POST documents/{}/token',
    'POST iqacdocument/monthly-bills/token',
    'POST users/{}/data-export',
    'POST company-exports/{}/link',
  ]),
  ...because(
    'its body holds a secret of which nothing is kept; the code is good once, the address is taken',
    [
      'POST auth/sign-up',
      'POST auth/reset-password/confirm',
      'POST auth/login/second-factor',
      'POST auth/second-factor/confirm',
      'POST auth/prove',
      'POST auth/second-factor/recovery-codes',
      'POST auth/second-factor/remove',
      'POST auth/confirm-email',
      'POST users',
      'PUT users/{id} (password, passwordConfirmation)',
    ],
  ),
  ...because('anybody may ask, by address or account only so often', [
    'PUT auth/reset-password',
    'POST auth/reset-password',
    'POST auth/confirm-email/resend',
    'POST withdrawals',
  ]),
  ...because('it changes nothing: a question too long for an address', [
    'POST erasure-search',
    'POST audit/verify',
    'POST withdrawals/preview',
    'POST documents/{}/credit-notes/preview',
    'POST bank-statements/preview',
    'POST boxes/import/preview',
    'POST users/import/preview',
    'POST contracts/import/preview',
    'POST boxes/bulk/preview',
    'POST leases/preview',
    'POST rent-rises/preview',
  ]),
  ...because('done already, it finds nothing to do and says the same', [
    'POST auth/logout',
    'POST parked-contracts/retry',
    'POST stocks/{}/external/sync',
  ]),
}
function because(why: string, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, why]))
}
/** Pages and no calls: without a built web app the server says so at its root, and the help is there once `npm start` has built it. */
const PAGES: ReadonlySet<string> = new Set(['GET /', 'GET /help', 'GET /help*'])
/** Calls that the table only tries in vain, each with where it is done twice. */
const TWICE_ELSEWHERE: Readonly<Record<string, string>> = {
  'POST auth/leave-user': 'its answer is a session',
  'POST auth/login/second-factor/set-up': 'its answer is a secret',
  'POST bank-entries/{}/payout':
    'one function decides entries (bank/routes.ts), and the other decisions are tried here',
  'DELETE contracts/{}/subscription': 'recurring.test.ts: off is off',
  'POST stocks/{}/site/holder': 'there are no two machines here; site-two-holders.test.ts',
  'POST stocks/{}/site/test-lock': 'a deed as opening is: open-door.test.ts',
}

/** The page itself, the live channel, the description of all others, what agents of sites speak, and pages that payers are led over. */
const OF_THE_HOUSE = [
  'GET /',
  'GET /socket',
  'GET health',
  'GET live',
  'GET ready',
  'GET openapi.json',
  'POST site-gateway/pair',
  'POST site-gateway/{id}/events',
  'PUT site-gateway/{id}/certificate',
  'GET site-gateway/{id}/certificate',
  'GET /payment-return',
  'GET /payment-form',
]

let cast: Cast
beforeAll(async () => {
  const house = await openHouse({ config: { sms: NOBODYS_GATEWAY } })
  cast = { house, clara: await house.tenant(), leo: await house.tenant(), nora: await house.documented() }
}, 120_000)
afterAll(async () => await cast?.house.close())

describe('the table', () => {
  test('has a row for every call, and every row is tried, or tried elsewhere', () => {
    const rows = new Set(table.rows.map((row) => callOf(row.method, row.path)))
    expect(endpoints.map((one) => callOf(one.method, one.path)).filter((name) => !rows.has(name))).toEqual([])
    const keys = table.rows.map(keyOf)
    expect(keys.length).toBe(new Set(keys).size)
    expect(
      keys.filter((key) => [calls[key] !== undefined, key in ELSEWHERE].filter(Boolean).length !== 1),
    ).toEqual([])
    expect([...Object.keys(calls), ...Object.keys(ELSEWHERE)].filter((key) => !keys.includes(key))).toEqual(
      [],
    )
  })

  test('has a row for every route that the server answers', () => {
    const rows = new Set(table.rows.map((row) => callOf(row.method, row.path)))
    const routes = routesOf(cast.house.world.running.app.printRoutes({ commonPrefix: false }))
    expect(routes.length).toBeGreaterThan(50)
    expect(
      routes.filter(
        (route) =>
          !rows.has(route) && !rows.has(route.replace('GET /socket', 'WS /socket')) && !PAGES.has(route),
      ),
    ).toEqual([])
  })

  test('what the server answers is described, but for what speaks a protocol of its own', () => {
    const described = new Set(endpoints.map((one) => callOf(one.method, one.path)))
    const routes = routesOf(cast.house.world.running.app.printRoutes({ commonPrefix: false }))
    const own = [...Object.keys(ELSEWHERE), ...OF_THE_HOUSE].map((key) =>
      callOf(...(key.split(/ (.*)/) as [string, string])),
    )
    expect(
      routes.filter((route) => !described.has(route) && !own.includes(route) && !PAGES.has(route)),
    ).toEqual([])
  })

  test('what calls ask for are permissions that exist', () => {
    const known = new Set<string>(['client', ...permissions])
    expect(
      endpoints.flatMap(({ path, access }) =>
        typeof access === 'string'
          ? []
          : access.filter((grant) => !known.has(grant)).map((grant) => `${path}: ${grant}`),
      ),
    ).toEqual([])
  })
})

/** Fastify's tree of routes as `PUT boxes/{}/open`; a branch goes on from the text of the one above it. */
function routesOf(printed: string): string[] {
  const above: string[] = []
  return printed.split('\n').flatMap((line) => {
    const [, indent, text = '', methods = ''] = /^([│ ]*)[├└]── (\S+)(?: \(([A-Z, ]+)\))?/.exec(line) ?? []
    if (indent === undefined) return []
    const depth = indent.length / 4
    above.length = depth
    above.push(text)
    const url = above
      .join('')
      .replace(/^\/api\//, '')
      .replaceAll(/:[^/]+/g, '{x}')
    return methods
      .split(', ')
      .filter((method) => !['', 'HEAD', 'OPTIONS'].includes(method))
      .map((method) => callOf(method, url))
  })
}

describe.each(table.rows.filter((row) => calls[keyOf(row)]).map((row) => [keyOf(row), row] as const))(
  '%s',
  (key, row) => {
    const attemptOf = attemptsOf(row)
    test.each(roles.filter((role) => row[role] !== null))('%s', async (role) => {
      const attempt = await attemptOf(role)
      const caller = attempt.as?.[role] ?? callerOf(role)
      const reply = await caller.send(
        attempt.method ?? row.method,
        attempt.url,
        attempt.body,
        attempt.headers,
      )
      const cell = row[role] ?? ''
      expect(allowed(cell, reply), `${cell} expected, got ${reply.status} ${reply.raw.slice(0, 300)}`).toBe(
        true,
      )
      // Everything has the one envelope but what speaks a protocol of its own.
      if (reply.status >= 400 && !key.includes('site-gateway')) {
        expect(Object.keys(reply.body as object)).toEqual(['errors'])
        expect(reply.errors.every((error) => error.message.length > 5)).toBe(true)
      }
      // The description names every field there is and has nobody's data.
      if (key !== 'GET openapi.json' && String(reply.headers['content-type']).includes('json'))
        assertNoSecret(key, role, reply.raw)
      if (reply.status === 200 && String(reply.headers['content-type']).includes('pdf'))
        expect(reply.headers['cache-control']).toBe('no-store')
    })
    // Behind the others: what comes later in the table is not there yet.
    test.each([row].filter(isDoneTwice))(
      'twice under one Idempotency-Key',
      async (its) => await expectDoneOnce(its),
    )
  },
)

test('what is sent twice under one Idempotency-Key is asked of every call that changes something', () => {
  const asked = new Set(table.rows.filter(isDoneTwice).map((row) => callOf(row.method, row.path)))
  const all = endpoints.filter(({ method }) => method !== 'GET').map((one) => callOf(one.method, one.path))
  expect(all.filter((name) => !asked.has(name) && !(name in TWICE_ELSEWHERE))).toEqual([])
  expect(Object.keys(TWICE_ELSEWHERE).filter((name) => asked.has(name))).toEqual([])
  const names = new Set([...all, ...table.rows.map(keyOf)])
  expect(Object.keys(NOT_KEPT).filter((name) => !names.has(name))).toEqual([])
})

const isDoneTwice = (row: Row): boolean =>
  row.method !== 'GET' && calls[keyOf(row)] !== undefined && doerOf(row) !== undefined

/** Calls whose records this company has not: here their refusals alone are compared; done twice where it says so. */
const REFUSED_HERE: Readonly<Record<string, string>> = {
  'POST payments/{paymentId}/refunds': 'same-answer.test.ts',
  'POST payments/disputes/{id}/handle': 'same-answer.test.ts',
  ...because('not done twice by any test yet', [
    'POST payments/messages/{id}/replay',
    'POST book-months/{sellerId}/{month}/close',
    'POST book-months/{sellerId}/{month}/reopen',
    'POST contracts/{contractId}/subscription',
    'POST contracts/{contractId}/mandate',
    'POST debit-batches',
    'POST debit-batches/{id}/file',
    'POST debit-batches/{id}/withdraw',
    'POST debit-batches/{id}/refuse',
    'POST debit-batches/{id}/settle',
    'POST debit-batches/{id}/returns',
  ]),
}

/** Sends it twice under one key: it is done once, and answered alike. */
async function expectDoneOnce(row: Row): Promise<void> {
  const role = doerOf(row) ?? 'superUser'
  const attempt = await calls[keyOf(row)]!(cast, role)
  const caller = attempt.as?.[role] ?? callerOf(role)
  const headers = { ...attempt.headers, 'idempotency-key': randomUUID() }
  const send = async () => await caller.send(attempt.method ?? row.method, attempt.url, attempt.body, headers)
  const first = await send()
  // Two refusals compared prove nothing.
  const isRefusedHere = keyOf(row) in REFUSED_HERE
  expect(first.status < 300, first.raw).toBe(!isRefusedHere)
  const again = await send()
  if (isRefusedHere) return expect(again.code).toBe(first.code)
  const replayed = again.headers['idempotent-replay']
  if (callOf(row.method, row.path) in NOT_KEPT || keyOf(row) in NOT_KEPT) expect(replayed).toBeUndefined()
  else {
    expect([again.status, replayed]).toEqual([first.status, 'true'])
    // Byte for byte, but for a secret that is shown once.
    const shown = onceOnly(first.body)
    if (JSON.stringify(shown) === JSON.stringify(first.body)) expect(again.raw).toBe(first.raw)
    expect(again.body).toEqual(shown)
  }
}

/** Who may do it: a superUser if he may. */
function doerOf(row: Row): Role | undefined {
  const order: readonly Role[] = ['superUser', 'own', 'client', 'staff', 'admin', 'public']
  return order.find((role) => (row[role] ?? '').startsWith('200'))
}

/** What is shown once is not kept for a repetition. */
function onceOnly(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const { key, secret } = body as { key?: unknown; secret?: unknown }
  return {
    ...body,
    ...(typeof key === 'string' && key.startsWith('stw_') ? { key: null } : {}),
    ...(typeof secret === 'string' && secret.startsWith('whsec_') ? { secret: null } : {}),
  }
}

/**
 * Each role at a record of its own, where the call may change it. Who is refused changes nothing, nor does who only reads: one
 * record serves them all, unless the call is another for each role.
 */
function attemptsOf(row: Row): (role: Role) => Promise<Attempt> {
  const make = calls[keyOf(row)]!
  let shared: Attempt | undefined
  return async (role) => {
    const changesNothing = row.method === 'GET' || statusesOf(row[role] ?? '').every((one) => one >= 400)
    if (make.length > 1 || !changesNothing) return await make(cast, role)
    return (shared ??= await make(cast, role))
  }
}

function callerOf(role: Role): Person {
  const { people } = cast.house
  return {
    public: people.visitor,
    client: cast.leo,
    staff: people.mara,
    admin: people.adam,
    superUser: people.sofia,
    own: cast.clara,
  }[role]
}

const statusesOf = (cell: string): number[] => cell.split('|').map((one) => Number(one.split(':')[0]))

/** A cell is statuses and, after a colon, a code: `200`, `401:9003`, `403|404`. */
function allowed(cell: string, reply: Reply<unknown>): boolean {
  return cell.split('|').some((one) => {
    const [status, code] = one.split(':')
    return reply.status === Number(status) && (code === undefined || reply.code === Number(code))
  })
}

/** What must not stand in an answer to this role, whatever the call. */
function assertNoSecret(key: string, role: Role, raw: string): void {
  expect(raw).not.toMatch(
    /\$argon2|passwordHash|password_hash|dbPassword|secret-password|token_hash|pinHash|pin_hash|sealed/i,
  )
  if (role !== 'superUser')
    expect(raw).not.toMatch(/secret-(server|name|user)\b|"routerIp"|"servicePort"|"db[A-Z]/)
  const isTenantsOwnHome = key === 'GET users/{userId}/boxes' && role === 'own'
  if (role === 'public' || role === 'client' || (role === 'own' && !isTenantsOwnHome))
    expect(raw).not.toMatch(/secret-(wifi|offline|external)/)
  // Locks are for who works with them.
  if (role !== 'superUser' && role !== 'admin') expect(raw).not.toMatch(/"4:\d\d:\d\d"/)
  if (role === 'superUser') return
  const { clara, leo, nora } = cast
  const others = role === 'own' ? [leo, nora] : role === 'client' ? [clara, nora] : [clara, leo, nora]
  // Who opened what stands open is told as in histories.
  const isHistory = ['/history', '/history?page=1', '/open-now', '/access'].some((end) => key.endsWith(end))
  for (const person of others) {
    const [email = '', firstName = '', lastName = '', ...rest] = person.markers
    // An admin sees who rents and, in histories, with which e-mail; never phone, tax or identity numbers.
    const forbidden =
      role === 'admin'
        ? [...rest, ...(isHistory ? [] : [email])]
        : [email, firstName, lastName, ...rest, person.id, ...idsOf(person)]
    for (const text of forbidden) expect(raw).not.toContain(text)
  }
}

function idsOf(person: object): string[] {
  const { contractId, documentId } = person as { contractId?: string; documentId?: string }
  return [contractId, documentId].filter((id) => id !== undefined)
}
