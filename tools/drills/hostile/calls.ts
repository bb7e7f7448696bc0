import type { AnyEndpoint } from '@stowage/api/endpoint'
import { wireFields } from '@stowage/api/wire'
import type { Random } from '../../demo/random.ts'
import { callOf } from '../../scenarios/permissions.rows.ts'
import { asForm, type Honest, type HonestCall } from './honest.ts'
import { anyId, fittingValue, hostileValue, type KnownIds } from './values.ts'

export interface HostileCall {
  readonly endpoint: AnyEndpoint
  readonly role: string
  readonly method: string
  /** Path and query below the server's address. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** A form has a character for each byte, everything else is text. */
  readonly body: string | undefined
}

type Chance = (share: number) => boolean

/** One call somewhere between what a form would send and nonsense. `authorization` is added by whoever sends it. */
export function hostileCall(
  random: Random,
  endpoints: readonly AnyEndpoint[],
  roles: readonly string[],
  ids: KnownIds,
  honest: Honest['byCall'],
): HostileCall {
  const chance: Chance = (share) => random.next() < share
  const endpoint = pickEndpoint(random, endpoints)
  const right = honest.get(callOf(endpoint.method, endpoint.path))
  if (right && chance(0.3)) return nearlyHonest(random, chance, endpoint, roles, ids, right)
  const part = pathParts(random, chance, ids)
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encode(part(name, endpoint)))
  const method = chance(0.02)
    ? random.pick(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'])
    : endpoint.method
  const content = bodyOf(random, chance, endpoint, ids)
  return {
    endpoint,
    role: random.pick(roles),
    method,
    url: `/api/${chance(0.02) ? spoiltPath(random, path) : path}${queryOf(random, chance, endpoint, ids)}`,
    headers: {
      ...(content === undefined ? {} : { 'content-type': content.type }),
      ...oddHeaders(random, chance),
    },
    body: method === 'GET' || method === 'HEAD' ? undefined : content?.text,
  }
}

/** Files are picked half as often as the others: what is printed takes a hundred times as long. */
function pickEndpoint(random: Random, endpoints: readonly AnyEndpoint[]): AnyEndpoint {
  const endpoint = random.pick(endpoints)
  return endpoint.kind === 'file' && random.next() < 0.5 ? random.pick(endpoints) : endpoint
}

/**
 * A call that is right, or right but for one thing: a caller of another kind, a field, or a header. It gets deeper than what is
 * made up of parts, for everything that it names is there.
 */
function nearlyHonest(
  random: Random,
  chance: Chance,
  endpoint: AnyEndpoint,
  roles: readonly string[],
  ids: KnownIds,
  right: readonly HonestCall[],
): HostileCall {
  const { role, method, url, headers, body: given } = random.pick(right)
  const isRight = chance(0.5)
  const body = given && { ...given }
  const fields = [...Object.keys(body ?? {}), ...wireNamesOf(endpoint)]
  if (body && !isRight && fields.length > 0) body[random.pick(fields)] = hostileValue(random, ids)
  const content =
    body &&
    (endpoint.takesForm && chance(0.6)
      ? asForm(random, body)
      : { text: JSON.stringify(body), type: 'application/json' })
  return {
    endpoint,
    role: isRight || chance(0.7) ? role : random.pick(roles),
    method,
    url,
    headers: {
      ...(content && { 'content-type': content.type }),
      ...(isRight ? {} : oddHeaders(random, chance)),
      ...headers,
    },
    body: content?.text,
  }
}

const wireNamesOf = (endpoint: AnyEndpoint): string[] =>
  wireFields(endpoint.body as Parameters<typeof wireFields>[0]).map((field) => field.wire)

/** A lone surrogate cannot stand in an address. */
const encode = (value: unknown): string =>
  encodeURIComponent(
    (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed().slice(0, 1500),
  )

type PathPart = (name: string, endpoint: AnyEndpoint) => unknown

/** Parts of one path: mostly what exists and fits together, so that calls get past the gate. */
function pathParts(random: Random, chance: Chance, ids: KnownIds): PathPart {
  const user = random.pick(ids.user)
  const known: Readonly<Record<string, () => string>> = {
    userId: () => user,
    document: () => `${user}_${random.pick(['passport', 'selfie', 'address', 'x', ''])}`,
    equipmentId: () => random.pick(['0:01:01', '0:00:00', '4:01:01']),
    contractId: () => random.pick(ids.contract),
    paymentId: () => random.pick(ids.payment),
    stockId: () => random.pick(ids.stock),
    draft: () => random.pick(ids.draft),
  }
  const byPath: Readonly<Record<string, () => string>> = {
    users: () => user,
    boxes: () => random.pick(ids.box),
    stocks: () => random.pick(ids.stock),
    documents: () => random.pick(ids.document),
    cities: () => random.pick(ids.city),
    roles: () => random.pick(ids.role),
    sellers: () => random.pick(ids.seller),
    boxcategories: () => random.pick(ids.category),
    reservations: () => random.pick(ids.reservation),
  }
  return (name, { path }) => {
    if (chance(0.15)) return hostileValue(random, ids)
    if (chance(0.1)) return anyId(random, ids)
    return (known[name] ?? byPath[path.split('/')[0] ?? ''])?.() ?? anyId(random, ids)
  }
}

const spoiltPath = (random: Random, path: string): string =>
  random.pick([
    `${path}/`,
    `${path}//`,
    `/${path}`,
    `${path}/%2e%2e/users`,
    `${path}%00`,
    `${path};a=b`,
    `${path}/..%2f..%2fetc`,
    path.toUpperCase(),
    `${path}%zz`,
    `${path}.json`,
  ])

function queryOf(random: Random, chance: Chance, endpoint: AnyEndpoint, ids: KnownIds): string {
  const fields = wireFields(endpoint.query)
  const given: [string, unknown][] = fields.flatMap((field) => {
    const value = chance(0.2)
      ? hostileValue(random, ids)
      : fittingValue(random, field.schema, ids, field.clean)
    return value === undefined ? [] : [[field.wire, value]]
  })
  if (chance(0.08))
    given.push([
      random.pick(['__proto__', 'constructor', 'a[b]', 'token', 'page', 'userId', '']),
      hostileValue(random, ids),
    ])
  const repeated = given[0]
  if (chance(0.05) && repeated) given.push(repeated)
  return given.length === 0
    ? ''
    : `?${given.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')}`
}

function bodyOf(
  random: Random,
  chance: Chance,
  endpoint: AnyEndpoint,
  ids: KnownIds,
): { text: string; type: string } | undefined {
  if (endpoint.method === 'GET') return undefined
  const type = chance(0.05)
    ? random.pick([
        'text/plain',
        'application/xml',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'application/json; charset=utf-16',
        'x',
        'application/json;;',
      ])
    : 'application/json'
  if (chance(0.06))
    return {
      type,
      text: random.pick([
        '',
        '{',
        '{"a":',
        '[1,',
        'null',
        '"text"',
        '7',
        'true',
        '{"a":1}}',
        '{a:1}',
        "{'a':1}",
        '{"a":NaN}',
        '\uFEFF{}',
        '{"a":"\\ud800"}',
        '{"a":1,"a":2}',
        `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
      ]),
    }
  if (chance(0.02))
    return {
      type,
      text: JSON.stringify({ a: 'x'.repeat(endpoint.bodyLimit > 1e6 ? 300_000 : endpoint.bodyLimit + 1) }),
    }
  if (chance(0.04)) return { type, text: JSON.stringify(hostileValue(random, ids)) }
  const body = fittingValue(random, endpoint.body, ids) as Record<string, unknown>
  const fields = wireNamesOf(endpoint)
  for (let spoils = random.pick([0, 0, 0, 1, 1, 2, 5]); spoils > 0 && fields.length > 0; spoils -= 1)
    body[random.pick(fields)] = hostileValue(random, ids)
  if (chance(0.1))
    Object.assign(
      body,
      random.pick([
        { role: 'superUser' },
        { isKYCVerified: true },
        { _id: anyId(random, ids) },
        { amount: -1 },
        { passwordHash: 'x' },
      ]),
    )
  if (endpoint.takesForm && chance(0.5)) return asForm(random, body)
  const text = JSON.stringify(body)
  return {
    type,
    text: chance(0.04)
      ? text.replace(/^\{/, `{"__proto__":{"isAdmin":true}${text === '{}' ? '' : ','}`)
      : text,
  }
}

function oddHeaders(random: Random, chance: Chance): Record<string, string> {
  const headers: Record<string, string> = {}
  if (chance(0.1))
    headers['idempotency-key'] = random.pick([
      random.uuid(),
      'same-key-again',
      'x',
      'x'.repeat(200),
      '     ',
      '../../etc',
    ])
  if (chance(0.05)) headers['x-language'] = random.pick(['de', 'xx', '__proto__', 'x'.repeat(500)])
  if (chance(0.05))
    headers['accept-language'] = random.pick(['pl', ';;;', 'de,'.repeat(3000), 'de;q=abc', '*'])
  if (chance(0.04))
    headers['cookie'] = random.pick([
      'refreshToken=x',
      'a=b; c',
      `refreshToken=${'x'.repeat(3000)}`,
      'clientId=%zz',
      '__proto__=x',
      ';;;=',
    ])
  if (chance(0.03)) headers['x-forwarded-for'] = random.pick(['127.0.0.1', 'x', '::1, 1.1.1.1'])
  if (chance(0.03)) headers['if-none-match'] = random.pick(['*', 'W/"x"', '"', 'x'.repeat(1000)])
  if (chance(0.03)) headers['accept-encoding'] = random.pick(['br', 'gzip;q=0', 'x', ';q=;', '*;q=0.5'])
  return headers
}
