import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { updateUser } from '@stowage/api/accounts'
import { readAccessList, type AccessList } from '@stowage/lsp/access-list'
import { isPin } from '@stowage/lsp/pin'
import { buildAccessList, personOf } from '@stowage/server/modules/access/build-access-list'
import { pushAccessLists, type AccessListTools } from '@stowage/server/modules/access/push-access-lists'
import { accessListHandlers } from '@stowage/server/modules/access/want-access-lists'
import { createPeople, type NamedPerson, type People } from '@stowage/server/testing/people'
import { createSmallCompany, createSmallStock, type SmallStock } from '@stowage/server/testing/small-stock'
import { createWorld, type World } from '@stowage/server/testing/world'
import { tenantAt } from './tenant.fixture.ts'

const keys = generateKeyPairSync('ed25519', {
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})

let world: World
let people: People
let stock: SmallStock
/** What the site was told, last first; it answers as it is set to. */
let told: AccessList[] = []
let answer: Awaited<ReturnType<AccessListTools['apply']>> | Error = { applied: true }

const tools = (): AccessListTools => ({
  platform: world.running.platform,
  catalog: world.running.modules.catalog,
  signingKey: async () => keys.privateKey,
  apply: async (stockId, list) => {
    if (answer instanceof Error) throw answer
    const read = readAccessList(JSON.parse(JSON.stringify(list)), stockId, keys.publicKey)
    if (!('list' in read)) throw new Error(`not to be read: ${read.fault}`)
    if (answer.applied) told.unshift(read.list)
    return answer
  },
})
const built = async (): Promise<AccessList> => {
  const terms = await world.running.modules.catalog.stockTerms(stock.stockId)
  if (!terms) throw new Error('no stock')
  return await buildAccessList(world.running.platform, terms, 1)
}
const entryOf = async (unitNumber: string) =>
  (await built()).entries.find((entry) => entry.box === unitNumber)
const tenantOf = async (
  unitNumber: string,
  wish: Parameters<typeof tenantAt>[2] = {},
): Promise<NamedPerson> => await tenantAt({ world, people, stock }, unitNumber, wish)
const setPin = async (person: NamedPerson, pinCode: string | null) => {
  const reply = await person.call(updateUser, { params: { id: person.id }, body: { pinCode } })
  expect(reply.errors).toEqual([])
}

beforeAll(async () => {
  world = await createWorld()
  people = await createPeople(world)
  const { platform, modules } = world.running
  await createSmallCompany({ platform, catalog: modules.catalog })
  stock = await createSmallStock(
    { platform, catalog: modules.catalog },
    {
      stock: {
        code: `A${randomUUID().slice(0, 5).toUpperCase()}`,
        maxContractDuration: 11,
        daysWithoutFee: 3,
        equipment: [
          { id: '0:01:01', name: 'Gate', kind: 'gate' },
          { id: '0:01:02', name: 'Exit', kind: 'barrier', isExit: true },
        ],
      },
      boxes: Array.from({ length: 12 }, (_, index) => ({
        unitNumber: `YA${String(index + 1).padStart(3, '0')}`,
        size: 5,
        lockId: `1:01:${String(index + 1).padStart(2, '0')}`,
      })),
    },
  )
  await modules.access.sites.register(platform.transact, { stockId: stock.stockId, keyId: 'k1', secret: 's' })
})
afterAll(async () => await world.close())
beforeEach(() => {
  told = []
  answer = { applied: true }
})

test('a tenant who set a PIN is in the list with his door, the gates and his own hash, and the PIN is nowhere', async () => {
  const clara = await tenantOf('YA001')
  expect(await entryOf('YA001'), 'without a PIN').toBeUndefined()
  await setPin(clara, '480931')
  const entry = await entryOf('YA001')
  expect(entry).toMatchObject({
    lockIds: ['1:01:01'],
    equipmentIds: ['0:01:01', '0:01:02'],
    from: '2026-11-20T23:00:00Z',
    blocked: false,
    kdf: 'scrypt-14-8-1',
  })
  expect(await isPin('480931', entry!)).toBe(true)
  expect(await isPin('480932', entry!)).toBe(false)
  expect(personOf(entry!.entryId)).toMatchObject({ accountId: clara.id })
  const list = await built()
  expect(list.exits).toEqual(['0:01:02'])
  expect(list.hours).toMatchObject({ opens: '09:00', closes: '21:00' })
  expect(JSON.stringify(list)).not.toContain('480931')
  await setPin(clara, null)
  expect(await entryOf('YA001')).toBeUndefined()
})

test('a PIN that everybody tries first is refused', async () => {
  const leo = await tenantOf('YA002')
  for (const pinCode of [
    '000000',
    '123456',
    '654321',
    '890123',
    '12345',
    '1234567',
    'abcdef',
    '４８０９３１',
  ])
    expect((await leo.call(updateUser, { params: { id: leo.id }, body: { pinCode } })).code).toBe(1005)
})

test('who has not paid at all, is not verified, or has only booked is not let in', async () => {
  const unpaid = await tenantOf('YA003', { paid: false })
  await setPin(unpaid, '480931')
  expect(await entryOf('YA003')).toBeUndefined()
  const unverified = await tenantOf('YA004', { verified: false })
  await setPin(unverified, '480931')
  expect(await entryOf('YA004')).toMatchObject({ blocked: true, blockReason: 7001 })
})

test('rights that begin later are told ahead, but not weeks ahead', async () => {
  const soon = await tenantOf('YA005', { arrivalDate: '2026-11-23' })
  await setPin(soon, '480931')
  expect(await entryOf('YA005')).toMatchObject({ from: '2026-11-22T23:00:00Z' })
  const later = await tenantOf('YA006', { arrivalDate: '2026-12-20' })
  await setPin(later, '480931')
  expect(await entryOf('YA006')).toBeUndefined()
})

test('staff with a PIN open gates, a superUser everything, and neither without one', async () => {
  expect((await built()).staff).toEqual([])
  await setPin(people.sofia, '480931')
  expect((await built()).staff).toMatchObject([{ entryId: people.sofia.id, equipmentOnly: false }])
})

test('each fact that changes a right marks the list, it is told once, and a site that has a newer one gets a newer one still', async () => {
  let kicks = 0
  const handlers = accessListHandlers(() => (kicks += 1))
  const { platform } = world.running
  const said = async (type: string, payload: Record<string, unknown>) => {
    const handler = handlers.find((entry) => entry.type === type)
    if (!handler) throw new Error(`nobody hears ${type}`)
    await platform.transact(
      async (tx) =>
        await handler.run(tx, {
          id: 1,
          type,
          aggregate: 'a',
          stockId: null,
          payload,
          at: platform.clock.now(),
        }),
    )
  }
  // The server of this world has tried to tell it, in vain, and waits.
  await said('site-availability', { stockId: stock.stockId, isOk: true })
  kicks = 0
  expect(await pushAccessLists(tools()), 'a site that was never told').toBe(1)
  expect(await pushAccessLists(tools()), 'nothing new').toBe(0)
  const first = told[0]!.version

  await said('contract-marked', { stockId: stock.stockId })
  await said('document-settled', { stockId: stock.stockId })
  expect(kicks).toBe(2)
  expect(await pushAccessLists(tools())).toBe(1)
  expect(told[0]!.version).toBeGreaterThan(first)

  const clara = await world.running.platform.db
    .selectFrom('account')
    .select('id')
    .where('email', '=', 'ya001@tenants.example')
    .executeTakeFirstOrThrow()
  await said('account-changed', { accountId: clara.id })
  answer = { applied: false, present: 900, reason: 'older_version' }
  const refused = pushAccessLists({
    ...tools(),
    apply: async (stockId, list) => {
      if (list.version <= 900) return { applied: false, present: 900 }
      answer = { applied: true }
      return await tools().apply(stockId, list)
    },
  })
  expect(await refused).toBe(1)
  expect(told[0]!.version).toBe(901)

  await said('account-changed', { accountId: people.sofia.id })
  answer = new Error('the site is away')
  expect(await pushAccessLists(tools())).toBe(0)
  answer = { applied: true }
  expect(await pushAccessLists(tools()), 'not tried at once').toBe(0)
  await said('site-availability', { stockId: stock.stockId, isOk: true })
  expect(await pushAccessLists(tools()), 'as soon as it is back').toBe(1)

  await said('contract-marked', { stockId: 'a stock without a site' })
  expect(await pushAccessLists(tools())).toBe(0)
})

test('a wish that comes while a list is on its way is not lost', async () => {
  const { platform } = world.running
  const want = async () =>
    await platform.transact(async (tx) => {
      const handler = accessListHandlers(() => undefined).find((entry) => entry.type === 'contract-marked')!
      await handler.run(tx, {
        id: 1,
        type: 'contract-marked',
        aggregate: 'a',
        stockId: null,
        payload: { stockId: stock.stockId },
        at: platform.clock.now(),
      })
    })
  await want()
  let isFirst = true
  const pushed = await pushAccessLists({
    ...tools(),
    apply: async (stockId, list) => {
      if (isFirst) await want()
      isFirst = false
      return await tools().apply(stockId, list)
    },
  })
  expect(pushed).toBe(2)
  expect(await pushAccessLists(tools())).toBe(0)
})
