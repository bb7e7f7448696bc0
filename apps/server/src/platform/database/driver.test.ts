import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../tools/testing/database.ts'
import { machineNow } from '../clock.ts'
import { fact, eventType } from '../events/event.ts'
import type { RecordedEvent } from '../events/event.ts'
import { connect, type Connection } from './connect.ts'
import { createTransact, later, publish, type Transact } from './transaction.ts'

const happened = eventType<{ n: number }>('something-happened')
const told: RecordedEvent[] = []
let database: TestDatabase
let connection: Connection
let transact: Transact

beforeAll(async () => {
  database = await createTestDatabase()
  connection = connect(database.url, { max: 2 })
  transact = createTransact(connection.db, {
    handlersOf: () => ['a handler'],
    machineNow,
    committed: (events) => told.push(...events),
  })
})
afterAll(async () => {
  await connection.close()
  await database.drop()
})
beforeEach(async () => {
  told.length = 0
  await connection.db.deleteFrom('setting').execute()
})

const insert = (name: string) => sql`insert into setting (name, value) values (${name}, 'true'::jsonb)`
const names = async (): Promise<string[]> =>
  (await connection.db.selectFrom('setting').select('name').orderBy('name').execute()).map(({ name }) => name)

test('what nobody waits for is there for the next question and after the commit, in order', async () => {
  const seen = await transact(async (tx) => {
    await later(tx, insert('one'))
    await later(tx, sql`update setting set name = 'two' where name = 'one'`)
    const { rows } = await sql<{ name: string }>`select name from setting`.execute(tx)
    await later(tx, insert('three'))
    return rows
  })
  expect(seen).toEqual([{ name: 'two' }])
  expect(await names()).toEqual(['three', 'two'])
})

test('a failure is thrown by the next question as what it means, and nothing stays', async () => {
  await connection.db.insertInto('setting').values({ name: 'taken', value: '1' }).execute()
  const meaning = new Error('somebody was first')
  await expect(
    transact(async (tx) => {
      await later(tx, insert('before'))
      await later(tx, insert('taken'), { refused: () => meaning })
      await sql`select 1`.execute(tx)
    }),
  ).rejects.toBe(meaning)
  expect(await names()).toEqual(['taken'])
})

test('a failure that nobody asks after is thrown by the commit; no event is told', async () => {
  await connection.db.insertInto('setting').values({ name: 'taken', value: '1' }).execute()
  await expect(
    transact(async (tx) => {
      await later(tx, insert('before'))
      await later(tx, insert('taken'))
      publish(tx, fact(happened, { aggregate: 'a', at: machineNow(), payload: { n: 1 } }))
    }),
  ).rejects.toMatchObject({ code: '23505' })
  expect(await names()).toEqual(['taken'])
  expect(told).toEqual([])
  expect(await connection.db.selectFrom('event').select('id').execute()).toEqual([])
})

test('going on after a failure as if there was none commits nothing and says so', async () => {
  await expect(
    transact(async (tx) => {
      await insert('before').execute(tx)
      await sql`select 1 / 0`.execute(tx).catch(() => undefined)
    }),
  ).rejects.toThrow('aborted')
  expect(await names()).toEqual([])
})

test('events carry their numbers when the commit is answered', async () => {
  await transact(async (tx) => {
    for (const n of [1, 2, 3])
      publish(tx, fact(happened, { aggregate: `a${n}`, at: machineNow(), payload: { n } }))
  })
  const rows = await connection.db.selectFrom('event').select(['id', 'payload']).orderBy('id').execute()
  expect(told.map(({ id, payload }) => ({ id, payload }))).toEqual(rows)
  expect(rows.map(({ payload }) => payload)).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }])
})

test('a transaction that asks nothing never reaches the database; connections come back whole', async () => {
  expect(await transact(async () => 'nothing')).toBe('nothing')
  await expect(transact(async () => await Promise.reject(new Error('changed my mind')))).rejects.toThrow(
    'changed my mind',
  )
  await expect(transact(async (tx) => await later(tx, sql`select 1 / 0`))).rejects.toMatchObject({
    code: '22012',
  })
  const states = await Promise.all(
    Array.from(
      { length: 20 },
      async (_, index) =>
        await transact(async (tx) => {
          await later(tx, insert(`many ${index}`))
          const { rows } = await sql<{
            xid: string | null
            n: number
          }>`select ${index}::int as n, pg_current_xact_id_if_assigned()::text as xid`.execute(tx)
          return rows[0]
        }),
    ),
  )
  expect(states.map((state) => state?.n)).toEqual(Array.from({ length: 20 }, (_, index) => index))
  expect(new Set(states.map((state) => state?.xid)).size).toBe(20)
  expect(await names()).toHaveLength(20)
})
