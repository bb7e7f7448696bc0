import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSmallStock } from '../../testing/small-stock.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { setLockStates } from './access-store.ts'
import { gatewayOf } from './testing/gateway.ts'
import { createSiteWatch, type SiteWatch } from './watch-sites.ts'

let world: World
let watch: SiteWatch

beforeAll(async () => {
  world = await createWorld()
  const { platform, modules } = world.running
  watch = createSiteWatch({
    platform,
    catalog: modules.catalog,
    sites: modules.access.sites,
    gateway: gatewayOf(),
    tunnels: { own: () => [], keep: async () => undefined },
  })
})
afterAll(async () => await world.close())

const stockWith = async (address: { routerIp?: null; servicePort?: null }): Promise<string> => {
  const { platform, modules } = world.running
  const { stockId } = await createSmallStock({ platform, catalog: modules.catalog }, { stock: address })
  await modules.access.sites.register(platform.transact, { stockId, keyId: 'k1', secret: 'secret' })
  return stockId
}

test('a locks server that is set up and does not answer is away', async () => {
  expect(await watch.isOk(await stockWith({}))).toBe(false)
})

test('a stock without a locks server misses none, however often it is asked', async () => {
  const without = [
    await stockWith({ routerIp: null, servicePort: null }),
    await stockWith({ servicePort: null }),
  ]
  for (const beat of [1, 2, 3, 4]) {
    await watch.beat({ all: true })
    for (const stockId of without) expect(await watch.isOk(stockId), `beat ${beat}`).toBe(true)
  }
})

test('its locks that were known once are not taken for closed', async () => {
  const { platform } = world.running
  const stockId = await stockWith({ routerIp: null, servicePort: null })
  const known = [{ lockId: '1:01:01', state: 'closed' as const, at: platform.clock.now() }]
  await platform.transact(async (tx) => await setLockStates(tx, stockId, known))
  for (let beat = 0; beat < 3; beat += 1) await watch.beat({ all: true })
  const { state } = await platform.db
    .selectFrom('lock_state')
    .select('state')
    .where('stock_id', '=', stockId)
    .executeTakeFirstOrThrow()
  expect(state).toBe('unavailable')
})
