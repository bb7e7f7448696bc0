import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../tools/testing/database.ts'
import { connect, type Connection } from '../database/connect.ts'
import { createLog } from '../log.ts'
import { createSharedCounts, EACH } from './shared-counts.ts'

let database: TestDatabase
let connection: Connection
beforeAll(async () => {
  database = await createTestDatabase()
  connection = connect(database.url)
})
afterAll(async () => {
  await connection.close()
  await database.drop()
})
afterEach(() => vi.useRealTimers())

let name = 0
/** So many processes, each with a limit of its own name; `ask` is one call, and how many there were. */
function processes(of: { readonly count: number; readonly prefix: string; readonly others?: () => number }) {
  name += 1
  const others = of.others ?? (() => of.count - 1)
  const all = Array.from({ length: of.count }, () => {
    const counts = createSharedCounts({
      db: connection.db,
      log: createLog('silent'),
      hashKey: 'k',
      others,
    })
    const store = new counts.store({ nameSpace: `${of.prefix}${name}` })
    const ask = async (caller: string, max = 100): Promise<{ current: number; ttl: number }> =>
      await new Promise((resolve, reject) =>
        store.incr(
          caller,
          (error, result) => (error || !result ? reject(error) : resolve(result)),
          60_000,
          max,
        ),
      )
    return { counts, ask }
  })
  return { all, close: async () => await Promise.all(all.map(async ({ counts }) => await counts.close())) }
}

test('a named limit counts each call of all processes', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T10:00:20Z') })
  const { all, close } = processes({ count: 2, prefix: EACH })
  const [one, two] = all
  const counted: number[] = []
  for (let n = 0; n < 10; n += 1) counted.push((await (n % 2 === 0 ? one : two)!.ask('192.0.2.1')).current)
  expect(counted).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  expect(await one!.ask('192.0.2.2')).toEqual({ current: 1, ttl: 40_000 })
  vi.setSystemTime(new Date('2026-11-22T10:01:00Z'))
  expect(await two!.ask('192.0.2.1')).toEqual({ current: 1, ttl: 60_000 })
  await close()
  const rows = await connection.db.selectFrom('rate_count').select('caller').execute()
  expect(JSON.stringify(rows)).not.toContain('192.0.2')
  vi.setSystemTime(new Date('2026-11-22T10:09:00Z'))
  await one!.counts.forget()
  expect(await connection.db.selectFrom('rate_count').select('caller').execute()).toEqual([])
})

test('the general limit is told to the others by whoever is on the way to it, and by nobody else', async () => {
  vi.useFakeTimers({
    toFake: ['Date', 'setInterval', 'clearInterval'],
    now: new Date('2026-11-22T11:00:20Z'),
  })
  const { all, close } = processes({ count: 2, prefix: 'general' })
  const [one, two] = all
  for (let n = 0; n < 40; n += 1) await one!.ask('192.0.2.1')
  for (let n = 0; n < 30; n += 1) await two!.ask('192.0.2.1')
  await one!.ask('192.0.2.3')
  expect((await two!.ask('192.0.2.1')).current).toBe(31)
  // Two turns: each tells, and then hears what the other told.
  for (const turn of [1, 2]) {
    vi.advanceTimersByTime(1000)
    await expect
      .poll(async () => (await connection.db.selectFrom('rate_count').select('calls').execute()).length)
      .toBe(1)
    await one!.ask('192.0.2.1')
    await two!.ask('192.0.2.1')
    expect(turn).toBeLessThan(3)
  }
  vi.advanceTimersByTime(1000)
  await expect.poll(async () => (await one!.ask('192.0.2.1')).current).toBeGreaterThan(70)
  await close()
})

test('alone nobody is asked, and without a database each counts for itself', async () => {
  const broken = connect('postgres://nobody@127.0.0.1:1/none')
  const counts = createSharedCounts({
    db: broken.db,
    log: createLog('silent'),
    hashKey: 'k',
    others: () => 1,
  })
  const store = new counts.store({ nameSpace: `${EACH}lost` })
  const ask = async (): Promise<number> =>
    await new Promise((resolve) =>
      store.incr('a', (_error, result) => resolve(result?.current ?? -1), 60_000, 9),
    )
  expect([await ask(), await ask()]).toEqual([1, 2])
  await counts.close()
  await broken.close()
  const { all, close } = processes({ count: 2, prefix: EACH, others: () => 0 })
  expect([(await all[0]!.ask('a')).current, (await all[1]!.ask('a')).current]).toEqual([1, 1])
  await close()
})
