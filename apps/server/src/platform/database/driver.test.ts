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

test('a check is answered before the commit: what it throws undoes everything', async () => {
  const refusal = new Error('one too many')
  await expect(
    transact(async (tx) => {
      await later(tx, insert('before'))
      await later(tx, sql`select count(*)::int as n from setting`, {
        check(rows) {
          expect(rows).toEqual([{ n: 1 }])
          throw refusal
        },
      })
      await later(tx, insert('after'))
      publish(tx, fact(happened, { aggregate: 'a', at: machineNow(), payload: { n: 1 } }))
    }),
  ).rejects.toBe(refusal)
  expect(await names()).toEqual([])
  await transact(async (tx) => {
    await later(tx, insert('before'))
    await later(tx, sql`select 1`, { check: () => undefined })
    await later(tx, insert('after'))
  })
  expect(await names()).toEqual(['after', 'before'])
})

test('a value that cannot be sent stops the whole transaction, not its own statement alone', async () => {
  const round: { self?: unknown } = {}
  round.self = round
  const broken = (name: string) => sql`insert into setting (name, value) values (${name}, ${round}::jsonb)`
  for (let times = 0; times < 3; times += 1) {
    await expect(
      transact(async (tx) => {
        await later(tx, insert('before'))
        await later(tx, broken('broken'))
      }),
    ).rejects.toThrow('circular')
    await expect(
      transact(async (tx) => {
        await insert('before').execute(tx)
        await later(tx, broken('broken'))
        await later(tx, insert('after'))
      }),
    ).rejects.toThrow('circular')
  }
  expect(await names()).toEqual([])
  // The same statement with a good value: nothing of it was left half prepared on the connections.
  for (const name of ['one', 'two', 'three'])
    await sql`insert into setting (name, value) values (${name}, ${{ good: [name, null] }}::jsonb)`.execute(
      connection.db,
    )
  const { rows } = await sql<{ value: unknown }>`select value from setting order by name`.execute(
    connection.db,
  )
  expect(rows.map(({ value }) => value)).toEqual([
    { good: ['one', null] },
    { good: ['three', null] },
    { good: ['two', null] },
  ])
})

test('arrays, days, instants, bytes and objects arrive as what they are', async () => {
  const { rows } = await sql`
    select ${['a', 'b "c"', null]}::text[] as texts, ${[1, 2]}::int[] as numbers, ${Temporal.PlainDate.from('2026-02-28')}::date as day,
           ${Temporal.Instant.from('2026-02-28T12:00:00.123456Z')}::timestamptz as at, ${Buffer.from([0, 255])}::bytea as bytes, ${{ a: 'ü' }}::jsonb as object,
           ${[{ a: 1 }]}::jsonb[] as objects, ${null}::text as nothing, ${true}::boolean as yes`.execute(
    connection.db,
  )
  expect(rows).toEqual([
    {
      texts: ['a', 'b "c"', null],
      numbers: [1, 2],
      day: Temporal.PlainDate.from('2026-02-28'),
      at: Temporal.Instant.from('2026-02-28T12:00:00.123456Z'),
      bytes: Buffer.from([0, 255]),
      object: { a: 'ü' },
      objects: [{ a: 1 }],
      nothing: null,
      yes: true,
    },
  ])
})

test('one text many times in one packet, new and known, some failing: the connection keeps its prepared statements', async () => {
  const counted = (n: number) => sql<{ n: number }>`select 6 / ${n}::int as n /* counted */`
  for (let times = 0; times < 4; times += 1) {
    const seen: unknown[] = []
    await transact(async (tx) => {
      for (const n of [1, 2, 3]) await later(tx, counted(n), { done: (rows) => seen.push(...rows) })
    })
    expect(seen).toEqual([{ n: 6 }, { n: 3 }, { n: 2 }])
    await expect(
      transact(async (tx) => {
        await later(tx, counted(0))
        await later(tx, sql`select ${times}::int as never_seen_before`)
        await later(tx, counted(1))
      }),
    ).rejects.toMatchObject({ code: '22012' })
    expect((await sql`select ${times}::int as never_seen_before`.execute(connection.db)).rows).toHaveLength(1)
  }
})

test('a statement that takes too long in the middle of a packet undoes all of it', async () => {
  await expect(
    transact(async (tx) => {
      await later(tx, sql`set local statement_timeout = 50`)
      await later(tx, insert('before'))
      await later(tx, sql`select pg_sleep(5)`)
      await later(tx, insert('after'))
    }),
  ).rejects.toMatchObject({ code: '57014' })
  expect(await names()).toEqual([])
})

test('a connection that dies under way: the failure is told, nothing is half there, the pool goes on', async () => {
  const kill = async (pid: number | undefined): Promise<void> => {
    await sql`select pg_terminate_backend(${pid}::int)`.execute(connection.db)
  }
  for (const during of ['a question', 'a packet', 'nothing'] as const) {
    await expect(
      transact(async (tx) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
        await insert('before').execute(tx)
        if (during === 'nothing') await kill(rows[0]?.pid)
        else setTimeout(() => void kill(rows[0]?.pid), 50)
        await later(tx, insert('after'))
        if (during === 'a question') await sql`select pg_sleep(5)`.execute(tx)
        // It dies while its commit is on its way.
        else await later(tx, sql`select pg_sleep(${during === 'nothing' ? 0 : 5}::int)`)
      }),
      // Which of them says it first, the server or the socket, is a matter of luck.
    ).rejects.toThrow(/terminat|closed|not queryable|EPIPE|ECONNRESET/i)
    expect(await names()).toEqual([])
  }
  const answers = await Promise.all(
    Array.from({ length: 8 }, async (_, n) => {
      await transact(async (tx) => await later(tx, insert(`alive ${n}`)))
    }),
  )
  expect(answers).toHaveLength(8)
  expect(await names()).toHaveLength(8)
})

test('nobody sends a statement that was handed over outside a transaction, so nobody may', async () => {
  await expect(
    later(connection.db as unknown as Parameters<typeof later>[0], insert('lost')),
  ).rejects.toThrow('needs a transaction')
  expect(await names()).toEqual([])
})
