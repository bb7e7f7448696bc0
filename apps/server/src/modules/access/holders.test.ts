import { chooseSiteHolder, getSite } from '@stowage/api/sites'
import { newSecret } from '@stowage/lsp/signature'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createPeople, type People } from '../../testing/people.ts'
import { createSmallStock, type SmallStock } from '../../testing/small-stock.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { healthOf } from './testing/gateway.ts'
import { connectSite, type SiteClient } from './testing/site-client.ts'

let world: World
let people: People
let stock: SmallStock
let secret: string
const open: SiteClient[] = []

beforeAll(async () => {
  world = await createWorld()
  people = await createPeople(world)
})
afterAll(async () => await world.close())
beforeEach(async () => {
  for (const site of open.splice(0)) site.close()
  const { platform, modules } = world.running
  stock = await createSmallStock(
    { platform, catalog: modules.catalog },
    { stock: { routerIp: null, servicePort: null } },
  )
  secret = newSecret()
  await modules.access.sites.register(platform.transact, { stockId: stock.stockId, keyId: 'k1', secret })
})

const at = () => ({ params: { id: stock.stockId } })
const runOf = (instance: string, ...before: string[]) => ({ instance, before })
async function dial(
  run?: { instance: string; before: string[] },
  isDead = false,
): Promise<SiteClient | number> {
  const { port } = world.running
  const handle = isDead ? () => 'nothing' as const : undefined
  const site = await connectSite({
    port,
    stockId: stock.stockId,
    keyId: 'k1',
    secret,
    ...(run ? { run } : {}),
    ...(handle ? { handle } : {}),
  })
  if (typeof site !== 'number') open.push(site)
  return site
}
const isIn = async (run?: { instance: string; before: string[] }): Promise<boolean> =>
  typeof (await dial(run)) !== 'number'
const page = async () => (await people.sofia.call(getSite, at())).body
const choose = async (instance: string, keep: 'present' | 'other') =>
  await people.sofia.call(chooseSiteHolder, { ...at(), body: { instance, keep } })

test('I1: a second machine with the keys is kept out while the first answers, and the page says so', async () => {
  await dial(runOf('run-a0001'))
  expect(await dial(runOf('run-c0001', 'run-a0001'))).toBe(4002)
  expect(await page()).toMatchObject({
    warnings: expect.arrayContaining(['twoHolders']),
    otherHolder: { instance: 'run-c0001', address: '127.0.0.1' },
  })
  // An agent of an earlier version names no run; that the holder answers is enough to know it for another machine.
  expect(await dial()).toBe(4002)
})

test('I1: a cut line, a half-open one and a restart are no second machine', async () => {
  const first = await dial(runOf('run-a0001'))
  // The same run once more, while its first line looks open.
  expect(await isIn(runOf('run-a0001'))).toBe(true)
  expect(typeof first).not.toBe('number')
  for (const site of open.splice(0)) site.close()
  const restarted = await dial(runOf('run-a0002', 'run-a0001'), true)
  expect(typeof restarted).not.toBe('number')
  // Its line is open and answers nothing: the machine has lost its power.
  expect(await isIn(runOf('run-a0003', 'run-a0002', 'run-a0001'))).toBe(true)
  expect((await page()).warnings).not.toContain('twoHolders')
})

test('I1: staff keep the present one: the other stays out quietly, after restarts too', async () => {
  await dial(runOf('run-a0001'))
  await dial(runOf('run-c0001', 'run-a0001'))
  expect((await choose('run-c0009', 'present')).code).toBe(9210)
  expect((await choose('run-c0001', 'present')).status).toBe(200)
  expect((await page()).warnings).not.toContain('twoHolders')
  expect(await dial(runOf('run-c0002', 'run-c0001', 'run-a0001'))).toBe(4002)
  expect((await page()).otherHolder).toBeNull()
  expect(await isIn(runOf('run-a0001'))).toBe(true)
})

test('I1: staff choose the other: the first hangs up and is kept out, and its events break no chain', async () => {
  const first = await dial(runOf('run-a0001'))
  await dial(runOf('run-c0001', 'run-a0001'))
  expect((await choose('run-c0001', 'other')).status).toBe(200)
  if (typeof first !== 'number') expect(await first.closed).toBe(1001)
  expect(await dial(runOf('run-a0001'))).toBe(4002)
  expect(await dial(runOf('run-a0002', 'run-a0001'))).toBe(4002)
  expect(await isIn(runOf('run-c0001', 'run-a0001'))).toBe(true)
  expect((await page()).otherHolder).toBeNull()
})

test('I1: a copy that wakes when a newer run is known is a second machine, though the first is away', async () => {
  const first = await dial(runOf('run-a0001'))
  if (typeof first !== 'number') first.close()
  const second = await dial(runOf('run-a0002', 'run-a0001'))
  if (typeof second !== 'number') second.close()
  expect(await dial(runOf('run-c0001', 'run-a0001'))).toBe(4002)
  expect((await page()).otherHolder).toMatchObject({ instance: 'run-c0001' })
})

test('I14: an exit contact that explains no opening is named on the page of the site', async () => {
  const exits = [{ lockId: '1:01:02', trouble: 'stuck' }]
  const handle = ({ path }: { path: string }) =>
    path === '/v1/health' ? { status: 200, body: { ...healthOf(stock.stockId), exits } } : undefined
  const { port } = world.running
  const site = await connectSite({ port, stockId: stock.stockId, keyId: 'k1', secret, handle })
  if (typeof site !== 'number') open.push(site)
  // An arrival is asked how it is.
  await expect.poll(async () => (await page()).warnings).toContain('exitContact')
  expect((await page()).health).toMatchObject({ exits })
})
