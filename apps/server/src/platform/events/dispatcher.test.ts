import pino from 'pino'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../tools/testing/database.ts'
import { machineNow } from '../clock.ts'
import { connect } from '../database/connect.ts'
import { createTransact, publish, type Transact } from '../database/transaction.ts'
import { createDispatcher, on, type Dispatcher } from './dispatcher.ts'
import { eventType, fact } from './event.ts'
import { countParked, parkedDeliveries, runAgain } from './parked.ts'

const happened = eventType<{ n: number }>('thing-happened')

let database: TestDatabase
let connection: ReturnType<typeof connect>
let transact: Transact
let dispatcher: Dispatcher
let isBroken = true
const done: string[] = []
const logged: Record<string, unknown>[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  connection = connect(database.url)
  const log = pino(
    { level: 'warn' },
    { write: (line: string) => void logged.push(JSON.parse(line) as Record<string, unknown>) },
  )
  transact = createTransact(connection.db, {
    handlersOf: (type) => dispatcher.handlersOf(type),
    machineNow,
    committed: () => undefined,
  })
  dispatcher = createDispatcher({
    db: connection.db,
    transact: () => transact,
    log,
    handlers: [
      on(happened, 'breaks', async (_tx, event) => {
        if (isBroken && event.payload.n === 1) throw new Error('the moon is away')
        done.push(`breaks ${event.payload.n}`)
      }),
      on(happened, 'works', async (_tx, event) => void done.push(`works ${event.payload.n}`)),
    ],
  })
})
afterAll(async () => {
  await dispatcher.close()
  await connection.close()
  await database.drop()
})

const tell = async (n: number): Promise<void> =>
  await transact(async (tx) =>
    publish(tx, fact(happened, { aggregate: 'thing', at: machineNow(), payload: { n } })),
  )

/** Every failed delivery comes due at once, and is tried. */
async function tryOnceMore(): Promise<void> {
  await sql`update event_delivery set next_attempt_at = next_attempt_at - interval '1 day' where done_at is null`.execute(
    connection.db,
  )
  await dispatcher.drain()
}

describe('a handler that fails again and again', () => {
  test('is tried twelve times, then parked, said aloud, and lets what comes after it pass', async () => {
    await tell(1)
    await tell(2)
    for (let attempt = 1; attempt < 12; attempt += 1) await tryOnceMore()
    expect(await parkedDeliveries(connection.db)).toEqual([])
    expect(done).toEqual(['works 1', 'works 2'])
    expect(logged.map((line) => [line['level'], line['attempts']])).toEqual(
      Array.from({ length: 11 }, (_, index) => [40, index + 1]),
    )

    await tryOnceMore()
    expect(logged.at(-1)).toMatchObject({
      level: 50,
      event: 'thing-happened',
      aggregate: 'thing',
      handler: 'breaks',
      reason: 'the moon is away',
    })
    expect(logged.at(-1)?.['msg']).toContain('parked')
    expect(await countParked(connection.db)).toBe(1)
    expect(await parkedDeliveries(connection.db)).toEqual([
      expect.objectContaining({
        type: 'thing-happened',
        aggregate: 'thing',
        handler: 'breaks',
        reason: 'the moon is away',
      }),
    ])
    await dispatcher.drain()
    expect(done.at(-1)).toBe('breaks 2')
  })

  test('runs again when somebody says so, once', async () => {
    isBroken = false
    await tryOnceMore()
    expect(done).not.toContain('breaks 1')
    expect(await runAgain(connection.db, { handler: 'works' }, machineNow())).toBe(0)
    expect(await runAgain(connection.db, { handler: 'breaks' }, machineNow())).toBe(1)
    await dispatcher.drain()
    await tryOnceMore()
    expect(done.filter((one) => one === 'breaks 1')).toEqual(['breaks 1'])
    expect(await parkedDeliveries(connection.db)).toEqual([])
    expect(await countParked(connection.db)).toBe(0)
    expect(await runAgain(connection.db, {}, machineNow())).toBe(0)
  })
})
