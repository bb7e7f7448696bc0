import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSmallStock } from '../../testing/small-stock.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { lockStates, setLockStates } from './access-store.ts'
import { SiteUnavailable } from './lock-gateway.ts'
import { gatewayOf, readingOf } from './testing/gateway.ts'
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
    tunnels: { own: () => [], keep: async () => undefined, cut: async () => undefined },
    pushLists: () => undefined,
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

describe('the heartbeat', () => {
  const facts = async (stockId: string, type: string): Promise<unknown[]> =>
    (
      await world.running.platform.db
        .selectFrom('event')
        .select('payload')
        .where('type', '=', type)
        .where('stock_id', '=', stockId)
        .orderBy('id')
        .execute()
    ).map(({ payload }) => payload)
  const watched = (over: Parameters<typeof gatewayOf>[0]): SiteWatch => {
    const { platform, modules } = world.running
    return createSiteWatch({
      platform,
      catalog: modules.catalog,
      sites: modules.access.sites,
      tunnels: { own: () => [], keep: async () => undefined, cut: async () => undefined },
      pushLists: () => undefined,
      gateway: gatewayOf(over),
    })
  }
  const since = new Date().toISOString()
  const lockAt = (id: string, state: 'opened' | 'closed') => ({
    id,
    kind: 'box' as const,
    name: id,
    state,
    online: true,
    since,
  })

  test('one or two misses are no outage, three are: told once, and its locks are out of sight; an answer is its end', async () => {
    const stockId = await stockWith({})
    let answers = true
    const site = watched({
      health: async (id) =>
        answers && id === stockId ? readingOf(id) : await Promise.reject(new SiteUnavailable('away')),
      locks: async () => ({ seq: 0, locks: [lockAt('1:01:01', 'opened'), lockAt('1:01:02', 'closed')] }),
    })
    const { db } = world.running.platform
    const states = async () => Object.fromEntries(await lockStates(db, stockId))
    await site.beat({ all: true })
    expect(await site.isOk(stockId)).toBe(true)
    expect(await states()).toEqual({ '1:01:01': 'opened', '1:01:02': 'closed' })
    answers = false
    for (const isOk of [true, true, false, false]) {
      await site.beat({ all: true })
      expect(await site.isOk(stockId)).toBe(isOk)
    }
    expect(await states()).toEqual({ '1:01:01': 'unavailable', '1:01:02': 'unavailable' })
    answers = true
    await site.beat({ all: true })
    expect(await states()).toEqual({ '1:01:01': 'opened', '1:01:02': 'closed' })
    expect(await facts(stockId, 'site-availability')).toEqual([
      { stockId, isOk: true },
      { stockId, isOk: false },
      { stockId, isOk: true },
    ])
  })

  test.each([
    ['a version with a zero byte', { version: '1\u0000' }],
    ['half a letter', { version: '1\ud800' }],
    ['a list of a number that is too large', { accessListVersion: 2 ** 40 }],
    ['too much unsent', { unsentEvents: 2 ** 40 }],
    ['a year that never was', { accessListValidUntil: '0000-01-01T00:00:00Z' }],
    ['running since before all time', { uptimeS: 1e300 }],
    ['running for no number', { uptimeS: Number.NaN }],
  ])('a site that says nonsense spoils no other site: %s', async (_what, over) => {
    const [good, bad] = [await stockWith({}), await stockWith({})]
    const site = watched({
      health: async (id) => readingOf(id, id === bad ? over : {}),
      locks: async () => ({ seq: 0, locks: [] }),
    })
    await site.beat({ all: true })
    const { db } = world.running.platform
    const { is_ok } = await db
      .selectFrom('site_health')
      .select('is_ok')
      .where('stock_id', '=', good)
      .executeTakeFirstOrThrow()
    expect(is_ok).toBe(true)
    expect(await site.isOk(good)).toBe(true)
  })

  test('pages that ask so often that no beat has anything left to ask: locks go out of sight and come back all the same', async () => {
    const stockId = await stockWith({})
    let answers = true
    // Each as another process would, without the memory of the one before.
    const asked = async (): Promise<boolean> => {
      const site = watched({
        health: async (id) =>
          answers && id === stockId ? readingOf(id) : await Promise.reject(new SiteUnavailable('away')),
        locks: async () => ({ seq: 0, locks: [lockAt('1:01:01', 'closed')] }),
      })
      return await site.isOk(stockId)
    }
    const state = async () => (await lockStates(world.running.platform.db, stockId)).get('1:01:01')
    await asked()
    await expect.poll(state).toBe('closed')
    answers = false
    await world.running.platform.db
      .updateTable('site_health')
      .set({ contact_at: Temporal.Instant.from('2020-01-01T00:00:00Z') })
      .where('stock_id', '=', stockId)
      .execute()
    for (let miss = 0; miss < 3; miss += 1) await asked()
    await expect.poll(state).toBe('unavailable')
    answers = true
    expect(await asked()).toBe(true)
    await expect.poll(state).toBe('closed')
  })

  test('a lock that its site does not name any more is out of sight', async () => {
    const stockId = await stockWith({})
    let locks = [lockAt('1:01:01', 'closed'), lockAt('1:01:02', 'closed')]
    const site = watched({ health: async (id) => readingOf(id), locks: async () => ({ seq: 0, locks }) })
    await site.beat({ all: true })
    locks = [lockAt('1:01:02', 'closed')]
    await site.beat({ all: true })
    expect(Object.fromEntries(await lockStates(world.running.platform.db, stockId))).toEqual({
      '1:01:01': 'unavailable',
      '1:01:02': 'closed',
    })
  })

  test('of two processes that beat at the same time one asks', async () => {
    const stockId = await stockWith({})
    let asked = 0
    const health = async (id: string) => {
      if (id === stockId) asked += 1
      return readingOf(id)
    }
    await Promise.all([watched({ health }).beat(), watched({ health }).beat()])
    expect(asked).toBe(1)
    await watched({ health }).beat()
    expect(asked).toBe(1)
  })

  test('sites that are away keep nobody waiting one after another', async () => {
    const ids: string[] = []
    for (let count = 0; count < 12; count += 1) ids.push(await stockWith({}))
    // None of them answers before the last one was asked.
    const allAsked = Promise.withResolvers<void>()
    let waiting = 0
    const site = watched({
      health: async (id) => {
        if (!ids.includes(id)) return readingOf(id)
        waiting += 1
        if (waiting === ids.length) allAsked.resolve()
        await allAsked.promise
        return readingOf(id)
      },
      locks: async () => ({ seq: 0, locks: [] }),
    })
    await site.beat()
    expect(waiting).toBe(ids.length)
    for (const id of ids) expect(await site.isOk(id)).toBe(true)
  })

  test('many who ask at once are one question, and who asks within ten seconds again is none', async () => {
    const stockId = await stockWith({})
    let asked = 0
    const site = watched({
      health: async (id) => {
        asked += 1
        return readingOf(id)
      },
    })
    await Promise.all(Array.from({ length: 20 }, async () => await site.isOk(stockId)))
    await site.isOk(stockId)
    expect(asked).toBe(1)
  })
})

test('of many houses that want reading, a few are read at a time, and all of them', async () => {
  const stocks: string[] = []
  for (let count = 0; count < 20; count += 1) stocks.push(await stockWith({}))
  const { platform, modules } = world.running
  let atOnce = 0
  let most = 0
  const second = Promise.withResolvers<void>()
  const read = new Set<string>()
  const many = createSiteWatch({
    platform,
    catalog: modules.catalog,
    sites: modules.access.sites,
    tunnels: { own: () => [], keep: async () => undefined, cut: async () => undefined },
    pushLists: () => undefined,
    gateway: gatewayOf({
      health: async (site) => readingOf(site),
      async locks(site) {
        most = Math.max(most, (atOnce += 1))
        if (atOnce === 2) second.resolve()
        await second.promise
        await new Promise((resolve) => setTimeout(resolve, 5))
        atOnce -= 1
        read.add(site)
        return { seq: 0, locks: [] }
      },
    }),
  })
  for (const stockId of stocks.slice(0, 10)) many.lookSoon(stockId)
  await many.beat({ all: true })
  await many.close()
  expect(stocks.filter((stockId) => !read.has(stockId))).toEqual([])
  expect(most).toBeGreaterThan(1)
  expect(most).toBeLessThanOrEqual(8)
})
