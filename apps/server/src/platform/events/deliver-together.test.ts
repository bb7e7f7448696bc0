import pino from 'pino'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../tools/testing/database.ts'
import { machineNow } from '../clock.ts'
import { connect } from '../database/connect.ts'
import { createTransact, publish, type Transact } from '../database/transaction.ts'
import { createDispatcher, on, onMany, type Dispatcher } from './dispatcher.ts'
import { eventType, fact } from './event.ts'

const happened = eventType<{ n: number }>('thing-happened')
const followed = eventType<{ n: number }>('thing-followed')

let database: TestDatabase
let connection: ReturnType<typeof connect>
let transact: Transact
let dispatcher: Dispatcher
let sick: number | undefined
let asked: number[][] = []
const alone: number[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  connection = connect(database.url)
  transact = createTransact(connection.db, {
    handlersOf: (type) => dispatcher.handlersOf(type),
    machineNow,
    committed: () => undefined,
  })
  await sql`create table done (n int not null, by text not null, tx text not null, primary key (n, by))`.execute(
    connection.db,
  )
  dispatcher = createDispatcher({
    db: connection.db,
    transact: () => transact,
    log: pino({ level: 'silent' }),
    handlers: [
      onMany(happened, 'together', async (tx, events) => {
        asked.push(events.map(({ payload: { n } }) => n))
        await sql`insert into done select n, 'together', pg_current_xact_id()::text from unnest(${events.map(({ payload: { n } }) => n)}::int[]) n`.execute(
          tx,
        )
        for (const { payload, aggregate, at } of events)
          publish(tx, fact(followed, { aggregate, at, payload }))
        if (events.some(({ payload: { n } }) => n === sick)) throw new Error(`${sick} is sick`)
      }),
      on(happened, 'alone', async (_tx, { payload: { n } }) => void alone.push(n)),
      on(followed, 'follows', async (tx, { payload: { n } }) => {
        await sql`insert into done values (${n}, 'follows', pg_current_xact_id()::text)`.execute(tx)
      }),
    ],
  })
})
afterAll(async () => {
  await dispatcher.close()
  await connection.close()
  await database.drop()
})
beforeEach(async () => {
  asked = []
  sick = undefined
  await sql`truncate done`.execute(connection.db)
})

const tell = async (numbers: readonly number[], aggregate = (n: number) => `thing ${n}`): Promise<void> =>
  await transact(async (tx) => {
    for (const n of numbers)
      publish(tx, fact(happened, { aggregate: aggregate(n), at: machineNow(), payload: { n } }))
  })
async function done(by: string): Promise<{ n: number; tx: string }[]> {
  const { rows } = await sql<{
    n: number
    tx: string
  }>`select n, tx from done where by = ${by} order by n`.execute(connection.db)
  return rows
}

test('facts that wait are handled in one transaction, and what follows from each is told', async () => {
  await tell([1, 2, 3, 4, 5])
  await dispatcher.drain()
  expect(asked).toEqual([[1, 2, 3, 4, 5]])
  expect(new Set((await done('together')).map(({ tx }) => tx)).size).toBe(1)
  expect((await done('follows')).map(({ n }) => n)).toEqual([1, 2, 3, 4, 5])
  expect(alone).toEqual([1, 2, 3, 4, 5])
})

test('one of them is at fault: the others are done, once, and it is tried again alone', async () => {
  sick = 12
  await tell([11, 12, 13])
  await dispatcher.drain()
  expect(asked).toEqual([[11, 12, 13], [11], [12], [13]])
  expect((await done('follows')).map(({ n }) => n)).toEqual([11, 13])
  sick = undefined
  await sql`update event_delivery set next_attempt_at = next_attempt_at - interval '1 hour' where done_at is null`.execute(
    connection.db,
  )
  await tell([14, 15])
  await dispatcher.drain()
  expect(asked.slice(4)).toEqual([[12], [14, 15]])
  expect((await done('together')).map(({ n }) => n)).toEqual([11, 12, 13, 14, 15])
  expect((await done('follows')).map(({ n }) => n)).toEqual([11, 12, 13, 14, 15])
})

test('facts about one thing are handled one after the other', async () => {
  await tell([21, 22, 23], () => 'the same thing')
  await dispatcher.drain()
  expect(asked).toEqual([[21], [22], [23]])
})

test('two servers share them: each is done once', async () => {
  const other = createDispatcher({
    db: connection.db,
    transact: () => transact,
    log: pino({ level: 'silent' }),
    handlers: [
      onMany(happened, 'together', async (tx, events) => {
        await sql`insert into done select n, 'together', pg_current_xact_id()::text from unnest(${events.map(({ payload: { n } }) => n)}::int[]) n`.execute(
          tx,
        )
      }),
      on(happened, 'alone', async () => undefined),
      on(followed, 'follows', async () => undefined),
    ],
  })
  const numbers = Array.from({ length: 120 }, (_, index) => 100 + index)
  await tell(numbers)
  await Promise.all([dispatcher.drain(), other.drain()])
  await dispatcher.drain()
  await other.close()
  // Whoever did one twice would have been refused by the table's key, and tried again for ever.
  expect((await done('together')).map(({ n }) => n)).toEqual(numbers)
  const { rows } = await sql`select 1 from event_delivery where done_at is null`.execute(connection.db)
  expect(rows).toEqual([])
})
