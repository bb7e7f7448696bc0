import { addAppeal, requestAvailability } from '@stowage/api/support'
import { endpoints } from '@stowage/api'
import { createRole } from '@stowage/api/roles'
import { permissions } from '@stowage/domain/roles'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '@stowage/server/platform/ids'
import { beginUnpaid } from '@stowage/server/testing/begin-unpaid'
import { createPerson, prove, type NamedPerson } from '@stowage/server/testing/people'
import { createSmallStock } from '@stowage/server/testing/small-stock'
import type { Reply } from '@stowage/server/testing/world'
import table from '../../packages/api/permissions.json' with { type: 'json' }
import { openHouse, type Tenant } from './house.fixture.ts'
import type { Attempt, Cast } from './permissions.calls.ts'
import { callOf, calls } from './permissions.rows.ts'

// The third column of permissions.json: staff with the permission who are tied to another stock.

type Row = (typeof table.rows)[number]

const keyOf = (row: Row): string => `${row.method} ${row.path}`

/** Calls about things of no stock, each with who is refused. */
const COUNTS_EVERYWHERE: Readonly<Record<string, string>> = {
  ...because('a bank account belongs to a seller, who may have several stocks', [
    'GET bank-accounts',
    'GET bank-statements',
    'GET bank-entries',
    'GET bank-entries/{id}',
    'GET bank-entries/{id}/targets',
    'POST bank-statements/preview',
    'POST bank-statements',
    'POST bank-entries/{id}/settle',
    'POST bank-entries/{id}/ignore',
    'POST bank-entries/{id}/payout',
    'POST bank-entries/{id}/undo',
  ]),
  ...because('prices and names of sizes count at every stock', [
    'PUT boxes/regroup',
    'POST boxcategories',
    'PUT boxcategories/{id}',
  ]),
}
/** Lists without a stock in their address: each member of staff sees his own part. */
const OWN_PART: ReadonlySet<string> = new Set([
  'GET appeal?status={pending|handled}',
  'GET appeal/count',
  'GET waiting-list',
  'GET external-tasks',
  'GET statistics/contracts?status={s}',
  'GET statistics/debtors',
  'GET statistics/invoice-emailing',
  ...table.rows.map(keyOf).filter((key) => key.startsWith('GET reports/')),
])
/** Of these the stock of the house has nothing to show. */
const EMPTY_HERE: Readonly<Record<string, string>> = {
  'GET reports/deposits': 'the stock takes no deposits; figures.test.ts',
}
/** Calls about the caller himself. */
const OF_HIMSELF: ReadonlySet<string> = new Set(['GET iqacdocument/account-balance'])
/** Open to everyone, with more in the answer for staff of the stock. */
const SHOWS_MORE = ['GET stocks', 'GET boxes/fetch?stockId={id}', 'GET stocks/{stockId}/map'] as const

function because(why: string, keys: readonly string[]): Record<string, string> {
  return Object.fromEntries(keys.map((key) => [key, why]))
}

const access = new Map(endpoints.map((one) => [callOf(one.method, one.path), one.access]))
const staffGrants = new Set<string>(permissions)

/** A call that asks for a permission of staff, or that staff may do and clients may not. */
function isOfStaff(row: Row): boolean {
  const grants = access.get(callOf(row.method, row.path))
  if (typeof grants === 'object' && grants.some((grant) => staffGrants.has(grant))) return true
  return row.admin.startsWith('200') && !row.public.startsWith('200') && !row.client.startsWith('200')
}
const staffRows = table.rows.filter(isOfStaff)
const isOfStock = (key: string): boolean =>
  !(key in COUNTS_EVERYWHERE) && !OWN_PART.has(key) && !OF_HIMSELF.has(key)

let cast: Cast
let otherStockId: string
let erik: NamedPerson
let debtor: Tenant
const staffOf = new Map<string, NamedPerson>()

/** A member of staff with every permission, tied to a stock. */
async function staffAt(stockId: string): Promise<NamedPerson> {
  const known = staffOf.get(stockId)
  if (known) return known
  const person = await createPerson(cast.house.world, {
    email: `staff${staffOf.size}@stowage.example`,
    platformRole: 'staff',
    roleAlias: 'everything',
    stockId,
  })
  staffOf.set(stockId, person)
  return person
}

beforeAll(async () => {
  const house = await openHouse()
  cast = { house, clara: await house.tenant(), leo: await house.tenant(), nora: await house.documented() }
  const { platform, modules } = house.world.running
  const other = await createSmallStock(
    { platform, catalog: modules.catalog },
    {
      stock: {
        externalId: 'other',
        wifiNetworkName: 'other',
        wifiPassword: 'other',
        offlineAppUrl: 'http://other.example',
      },
      boxes: [{ unitNumber: 'ZZ1', size: 5 }],
    },
  )
  otherStockId = other.stockId
  await prove(house.people.sofia)
  const role = await house.people.sofia.call(createRole, {
    body: {
      name: 'Everything',
      alias: 'everything',
      platformRole: 'staff',
      permissions: [...permissions],
    },
  })
  expect(role.errors).toEqual([])
  erik = await staffAt(otherStockId)
  await fillLists()
}, 120_000)
afterAll(async () => await cast?.house.close())

/** A debtor, requests and a task, all of the stock of the house. */
async function fillLists(): Promise<void> {
  const { house } = cast
  const { db, clock } = house.world.running.platform
  const { stockId } = house.stock
  debtor = await house.tenant(false)
  await beginUnpaid(house.world, debtor.documentId)
  await db.updateTable('contract').set({ status: 'active' }).where('id', '=', debtor.contractId).execute()
  await db
    .updateTable('document')
    .set({ due_on: clock.now().toZonedDateTimeISO('UTC').toPlainDate().subtract({ days: 40 }) })
    .where('id', '=', debtor.documentId)
    .execute()
  const { sofia } = house.people
  await sofia.call(addAppeal, { body: { name: 'Caller', phone: '+49 30 991', type: 'callback' } })
  await sofia.call(requestAvailability, {
    body: { name: 'Waiting', email: 'waits@nowhere.example', privacy: true },
  })
  await db.updateTable('appeal').set({ stock_id: stockId }).execute()
  await db
    .insertInto('external_task')
    .values({ id: newId(), stock_id: stockId, kind: 'book', asked_by_id: sofia.id, asked_at: clock.now() })
    .execute()
  await house.world.settle()
}

/** The attempt that succeeds for a superuser, at a thing of which the stock is known. */
async function attemptOf(key: string): Promise<Attempt & { readonly stockId: string }> {
  const { db } = cast.house.world.running.platform
  const attempt = await calls[key]!(cast, 'superUser')
  const { stockId } = cast.house.stock
  // A request names no stock by itself.
  const appealId = /^(?:appeal)\/(\w{26})/.exec(attempt.url)?.[1]
  if (appealId !== undefined)
    await db.updateTable('appeal').set({ stock_id: stockId }).where('id', '=', appealId).execute()
  const isExternal = /^(external-tasks|stocks\/[^/]+\/external)/.test(attempt.url)
  if (!isExternal) return { ...attempt, stockId }
  const { id } = await db
    .selectFrom('stock')
    .select('id')
    .where('is_external', '=', true)
    .executeTakeFirstOrThrow()
  return { ...attempt, stockId: id }
}

const send = async (person: NamedPerson, row: Row, { method, url, body, headers }: Attempt) =>
  await person.send(method ?? row.method, url, body, headers)

/** What only the stock of the house has. */
function ownTexts(): string[] {
  const { house, clara, leo } = cast
  return [
    house.stock.stockId,
    ...[clara, leo, debtor].flatMap((one) => [one.id, one.contractId, one.documentId, one.boxId]),
    ...[clara, leo, debtor].flatMap(({ markers }) => markers),
  ]
}
function expectNothingOfHere(reply: Reply<unknown>): void {
  for (const text of ownTexts()) expect(reply.raw).not.toContain(text)
}

test('every call of staff is tried at another stock', () => {
  const keys = staffRows.map(keyOf)
  expect(keys.length).toBeGreaterThan(60)
  expect(keys.filter((key) => calls[key] === undefined)).toEqual([])
  for (const key of [...Object.keys(COUNTS_EVERYWHERE), ...OWN_PART, ...OF_HIMSELF])
    expect(keys).toContain(key)
})

describe('A7: staff of another stock', () => {
  test.each(staffRows.filter((row) => isOfStock(keyOf(row))).map((row) => [keyOf(row), row] as const))(
    '%s: is not there; at his own stock it is done',
    async (key, row) => {
      const attempt = await attemptOf(key)
      const refused = await send(erik, row, attempt)
      expect(refused.status, refused.raw).toBe(404)
      expectNothingOfHere(refused)
      // A thing of another stock is not reached over the address of his own either.
      if (attempt.url.includes(attempt.stockId) && (row.path.match(/\{/g) ?? []).length > 1) {
        const over = { ...attempt, url: attempt.url.replace(attempt.stockId, otherStockId) }
        expect((await send(erik, row, over)).status).toBe(404)
      }
      const done = await send(await staffAt(attempt.stockId), row, attempt)
      const [status, code] = (row.superUser.split('|')[0] ?? '').split(':').map(Number)
      expect([done.status, done.code || undefined], done.raw.slice(0, 300)).toEqual([status, code])
    },
  )

  test.each(staffRows.filter((row) => OWN_PART.has(keyOf(row))).map((row) => [keyOf(row), row] as const))(
    '%s: shows the own part',
    async (key, row) => {
      const attempt = await attemptOf(key)
      const theirs = await send(erik, row, attempt)
      const ours = await send(await staffAt(cast.house.stock.stockId), row, attempt)
      expect([theirs.status, ours.status]).toEqual([200, 200])
      expectNothingOfHere(theirs)
      expect(isSame(ours, theirs)).toBe(key in EMPTY_HERE)
      // Asked for by name it is not there either.
      for (const name of ['stockId', 'stockIds']) {
        const url = `${attempt.url}${attempt.url.includes('?') ? '&' : '?'}${name}=${cast.house.stock.stockId}`
        const asked = await send(erik, row, { ...attempt, url })
        expectNothingOfHere(asked)
        if (asked.status === 200) expect(isSame(asked, ours)).toBe(key in EMPTY_HERE)
      }
    },
  )

  test.each(
    staffRows.filter((row) => keyOf(row) in COUNTS_EVERYWHERE).map((row) => [keyOf(row), row] as const),
  )('%s: is refused to staff of any one stock', async (key, row) => {
    const attempt = await attemptOf(key)
    for (const person of [erik, await staffAt(cast.house.stock.stockId)])
      expect(await send(person, row, attempt)).toMatchObject({ status: 403, code: 9103 })
  })

  test.each(SHOWS_MORE)('%s: shows no more than to everyone', async (key) => {
    const row = table.rows.find((one) => keyOf(one) === key)!
    const attempt = await attemptOf(key)
    const [theirs, ours] = [
      await send(erik, row, attempt),
      await send(await staffAt(cast.house.stock.stockId), row, attempt),
    ]
    expect([theirs.status, ours.status]).toEqual([200, 200])
    for (const text of ['secret-', '"lockStatus"', '"lockId"', '"ContractID"', '"userInfo"', cast.clara.id])
      expect(theirs.raw).not.toContain(text)
  })
})

/** But for the moment at which they were asked. */
const isSame = (one: Reply<unknown>, other: Reply<unknown>): boolean => bare(one.raw) === bare(other.raw)
const bare = (raw: string): string => raw.replace(/"at":"[^"]*"/, '')
