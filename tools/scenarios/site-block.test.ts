import { auditOf } from '@stowage/server/testing/audit-of'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contractAccess, myBoxes, openEquipmentById, openOwnBox } from '@stowage/api/access'
import { blockUser, getUser, unblockUser, updateUser } from '@stowage/api/accounts'
import { createPeople, createPerson, type NamedPerson, type People } from '@stowage/server/testing/people'
import { createSmallCompany, createSmallStock, type SmallStock } from '@stowage/server/testing/small-stock'
import { createWorld, type World } from '@stowage/server/testing/world'
import { buildAccessList } from '@stowage/server/modules/access/build-access-list'
import { tenantAt } from './tenant.fixture.ts'

const REASON = 'The fire brigade asks for you.'
const GATE = '0:01:01'
let world: World
let people: People
let stock: SmallStock
let other: SmallStock
let tenant: NamedPerson

beforeAll(async () => {
  world = await createWorld()
  people = await createPeople(world)
  const { platform, modules } = world.running
  const deps = { platform, catalog: modules.catalog }
  await createSmallCompany(deps)
  const shape = (code: string) => ({
    stock: {
      code,
      routerIp: null,
      servicePort: null,
      maxContractDuration: 11,
      equipment: [{ id: GATE, name: 'Gate', kind: 'gate' as const }],
    },
  })
  stock = await createSmallStock(deps, shape('BLK'))
  other = await createSmallStock(deps, shape('OTH'))
  tenant = await tenantAt({ world, people, stock }, 'YA001', {})
  await modules.access.sites.register(platform.transact, {
    stockId: stock.stockId,
    keyId: 'k1',
    secret: 'secret',
  })
  await tenant.call(updateUser, { params: { id: tenant.id }, body: { pinCode: '480931' } })
})
afterAll(async () => await world.close())

const boxId = (): string => stock.boxes.find(({ unitNumber }) => unitNumber === 'YA001')?.id ?? ''
const at = () => ({ params: { id: tenant.id } })
const block = async (by: NamedPerson, reason = REASON) =>
  await by.call(blockUser, { ...at(), body: { reason } })
const entry = async () => {
  const { platform, modules } = world.running
  const terms = await modules.catalog.stockTerms(stock.stockId)
  return terms && (await buildAccessList(platform, terms, 1)).entries.find(({ box }) => box === 'YA001', {})
}
const wanted = async (): Promise<boolean> =>
  (await world.running.platform.db
    .selectFrom('access_list')
    .select('stock_id')
    .where('stock_id', '=', stock.stockId)
    .where('wanted_at', 'is not', null)
    .executeTakeFirst()) !== undefined
const notes = async () =>
  (await auditOf(world, tenant.id)).filter(({ action }) =>
    ['account-blocked', 'account-unblocked'].includes(action),
  )

test('blocked: every door answers 7007 with the reason, the lists follow; unblocked: they open as before', async () => {
  expect((await entry())?.blocked).toBe(false)
  expect((await block(people.adam)).body).toMatchObject({ block: { reason: REASON } })
  // A second click, and another reason.
  await block(people.adam)

  const box = await tenant.call(openOwnBox, { params: { id: boxId() } })
  const gate = await tenant.call(openEquipmentById, { params: { id: stock.stockId, equipmentId: GATE } })
  for (const { code, errors } of [box, gate]) {
    expect(code).toBe(7007)
    expect(errors[0]?.message).toContain(REASON)
  }
  expect(await entry()).toMatchObject({ blocked: true, blockReason: 7007 })
  await world.settle()
  expect(await wanted()).toBe(true)
  const { body: mine } = await tenant.call(myBoxes, { params: { userId: tenant.id } })
  expect(mine[0]?.boxes[0]?.opening).toMatchObject({ opens: false, code: 7007 })
  expect(mine[0]?.boxes[0]?.opening.message).toContain(REASON)
  expect((await tenant.call(getUser, at())).body.block).toMatchObject({ reason: REASON })
  const contractId = mine[0]?.boxes[0]?.contract.id ?? ''
  const { body: access } = await people.adam.call(contractAccess, { params: { contractId } })
  expect(access.openers[0]).toMatchObject({ opens: false, block: { reason: REASON } })
  expect(access.openers[0]?.message).toContain(REASON)

  expect((await people.adam.call(unblockUser, at())).body).toEqual({ block: null })
  await people.adam.call(unblockUser, at())
  expect(await entry()).toMatchObject({ blocked: false })
  // No site answers here: past every right, the door itself is asked.
  expect((await tenant.call(openOwnBox, { params: { id: boxId() } })).code).toBe(2)
  expect(await notes()).toMatchObject([
    { action: 'account-blocked', actor_id: people.adam.id, after: { reason: REASON } },
    { action: 'account-unblocked', before: { reason: REASON } },
  ])
})

test('staff of a stock block who rents there, and nobody blocks who is no tenant', async () => {
  const [ours, theirs] = await Promise.all(
    [stock, other].map(
      async ({ stockId }, index) =>
        await createPerson(world, {
          email: `admin${index}@stocks.example`,
          platformRole: 'staff',
          roleAlias: 'admin',
          stockId,
        }),
    ),
  )
  expect((await block(theirs!)).code).toBe(6004)
  expect((await block(ours!)).status).toBe(200)
  expect((await theirs!.call(unblockUser, at())).code).toBe(6004)
  expect((await block(people.mara)).status).toBe(403)
  expect((await block(tenant)).status).toBe(403)
  expect((await people.sofia.call(unblockUser, at())).status).toBe(200)
  for (const id of [people.mara.id, people.sofia.id])
    expect((await people.sofia.call(blockUser, { params: { id }, body: { reason: REASON } })).code).toBe(9103)
  expect((await people.sofia.call(blockUser, { ...at(), body: { reason: ' ' } })).code).toBe(1003)
})
