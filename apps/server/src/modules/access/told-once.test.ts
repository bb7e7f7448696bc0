import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSmallStock, type SmallStock } from '../../testing/small-stock.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { loseLocks, setLockStates } from './access-store.ts'
import { createTakeEvents, type TakeEvents } from './take-events.ts'
import { noticeLeftOpen } from './tell-left-open.ts'

// What is told of a door that stands open, or was forced, is told once: whoever counts, however many processes, and across a restart.
const LOCK = '1:01:01'
let one: World
let two: World
let restarted: World | undefined
let stock: SmallStock
let sequence = 0

/** Another process on the same database; a restart is one that comes when another has gone. */
const another = async (): Promise<World> => {
  const { config } = one.running.platform
  return await createWorld({
    database: { url: config.databaseUrl ?? '', drop: async () => undefined },
    config: { secrets: config.secrets },
  })
}
beforeAll(async () => {
  one = await createWorld()
  two = await another()
})
afterAll(async () => {
  await restarted?.close()
  await two.close()
  await one.close()
})
beforeEach(async () => {
  const { platform, modules } = one.running
  stock = await createSmallStock({ platform, catalog: modules.catalog })
  await modules.access.sites.register(platform.transact, {
    stockId: stock.stockId,
    keyId: 'k1',
    secret: 'secret',
  })
})

type Event = Parameters<TakeEvents>[2][number]
const event = (type: string, over: Partial<Event> = {}): Event => ({
  seq: (sequence += 1),
  id: randomUUID(),
  type,
  at: new Date().toISOString(),
  lockId: LOCK,
  ...over,
})
const tell = async (world: World, ...events: Event[]): Promise<number> =>
  await createTakeEvents(world.running.platform, () => undefined)(stock.stockId, 'k1', events)
const facts = async (type: string): Promise<number> =>
  (
    await one.running.platform.db
      .selectFrom('event')
      .select('id')
      .where('type', '=', type)
      .where('stock_id', '=', stock.stockId)
      .execute()
  ).length
const records = async (action: string): Promise<number> =>
  (
    await one.running.platform.db
      .selectFrom('access_record')
      .select('id')
      .where('action', '=', action)
      .where('stock_id', '=', stock.stockId)
      .execute()
  ).length
const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString()
/** Both processes look, again and again, at the same moment. */
const look = async (...worlds: World[]): Promise<void> => {
  await Promise.all([...worlds, ...worlds].map(async ({ running }) => await noticeLeftOpen(running.platform)))
}

describe('a site that does not report that a door was left open', () => {
  test('19 minutes are none, 20 are one: told by one of two processes, and by none after a restart', async () => {
    const opened = event('lock.opened', { at: ago(19) })
    await tell(one, opened)
    await look(one, two)
    expect(await facts('box-left-open')).toBe(0)
    await one.running.platform.db
      .updateTable('lock_state')
      .set({ open_since: one.running.platform.clock.now().subtract({ minutes: 20 }) })
      .where('stock_id', '=', stock.stockId)
      .execute()
    await look(one, two)
    expect([await facts('box-left-open'), await records('left_open')]).toEqual([1, 1])
    restarted = await another()
    await look(restarted, two)
    await tell(restarted, event('lock.left_open', { openSince: opened.at, minutes: 20 }))
    await tell(two, event('lock.left_open', { openSince: opened.at, minutes: 80 }))
    expect([await facts('box-left-open'), await records('left_open')]).toEqual([1, 1])
    // Shut and opened anew is another opening.
    await tell(one, event('lock.closed'), event('lock.opened', { at: new Date().toISOString() }))
    await look(one, two)
    expect(await facts('box-left-open')).toBe(1)
  })

  test('the site and our own clock at the same moment, in two processes: one', async () => {
    const opened = event('lock.opened', { at: ago(25) })
    await tell(one, opened)
    const told = event('lock.left_open', { openSince: opened.at, minutes: 20 })
    await Promise.all([look(one, two), tell(one, told), tell(two, told)])
    expect([await facts('box-left-open'), await records('left_open')]).toEqual([1, 1])
  })

  test('away when the minutes are over: nobody knows how it stands; back and still open, it is told, once', async () => {
    const { platform } = one.running
    const openSince = platform.clock.now().subtract({ minutes: 30 })
    const open = { lockId: LOCK, state: 'opened' as const, at: openSince, openSince }
    await platform.transact(async (tx) => await setLockStates(tx, stock.stockId, [open]))
    await platform.transact(async (tx) => await loseLocks(tx, stock.stockId, platform.clock.now()))
    await look(one, two)
    expect(await facts('box-left-open')).toBe(0)
    const seen = { ...open, at: platform.clock.now() }
    await platform.transact(async (tx) => await setLockStates(tx, stock.stockId, [seen]))
    await look(one, two)
    await look(two)
    expect(await facts('box-left-open')).toBe(1)
  })
})

test('a forced door is one alarm, though two processes hear of it and it is told again behind a restart', async () => {
  const at = new Date(Date.now() - 11 * 60_000).toISOString()
  const batch = [event('lock.opened', { source: 'sensor', at }), event('lock.forced', { at })]
  await Promise.all([tell(one, ...batch), tell(two, ...batch)])
  restarted ??= await another()
  await tell(restarted, ...batch)
  // All of it under new numbers, as from a site that was given another key.
  await tell(restarted, ...batch.map((told) => ({ ...told, seq: (sequence += 1) })))
  expect([await facts('box-forced'), await records('forced'), await records('opened')]).toEqual([1, 1, 0])
  // Shut and forced again, ten minutes later, is another.
  await tell(two, event('lock.closed'), event('lock.opened', { source: 'sensor' }), event('lock.forced'))
  expect(await facts('box-forced')).toBe(2)
})
