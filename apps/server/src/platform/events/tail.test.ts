import pino from 'pino'
import { sql } from 'kysely'
import { afterEach, beforeAll, afterAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../tools/testing/database.ts'
import { machineNow } from '../clock.ts'
import { connect } from '../database/connect.ts'
import { createTransact, publish, whenRecorded, type Transact } from '../database/transaction.ts'
import { eventType, fact } from './event.ts'
import { createTail, type Tail } from './tail.ts'

const happened = eventType<{ n: number }>('thing-happened')
const log = pino({ level: 'silent' })

interface Server {
  readonly tail: Tail
  readonly told: number[]
  readonly transact: Transact
  readonly db: ReturnType<typeof connect>['db']
  close(): Promise<void>
}

let database: TestDatabase
const open = new Set<Server>()
beforeAll(async () => {
  database = await createTestDatabase()
})
afterEach(async () => {
  for (const one of open) await one.close()
})
afterAll(async () => await database.drop())

/** Without a poll: what is heard is heard by NOTIFY, by caughtUp() or by an own fact. */
async function serve(machine: () => Temporal.Instant = machineNow): Promise<Server> {
  const connection = connect(database.url, { max: 4 })
  const told: number[] = []
  const tail = createTail({ db: connection.db, url: database.url, log, isQuiet: true })
  tail.subscribe((event) => told.push(event.id))
  await tail.start()
  const transact = createTransact(connection.db, {
    handlersOf: () => [],
    machineNow: machine,
    committed: (events) => tail.committed(events),
  })
  const server: Server = {
    tail,
    told,
    transact,
    db: connection.db,
    async close() {
      open.delete(server)
      await tail.close()
      await connection.close()
    },
  }
  open.add(server)
  return server
}

/** @returns the ids of the facts */
async function write(server: Server, count: number, wait?: Promise<unknown>): Promise<number[]> {
  const ids: number[] = []
  await server.transact(async (tx) => {
    for (let n = 0; n < count; n += 1)
      publish(tx, fact(happened, { aggregate: `thing ${n}`, at: machineNow(), payload: { n } }))
    whenRecorded(tx, (events) => ids.push(...events.map(({ id }) => id)))
    if (wait) await wait
  })
  return ids
}

/** Facts written by hand in a transaction that stays open until `end`. */
async function writeAndWait(server: Server): Promise<{ ids: number[]; end(): Promise<void> }> {
  const { promise: over, resolve: end } = Promise.withResolvers<void>()
  const { promise: written, resolve } = Promise.withResolvers<number[]>()
  const done = server.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: number }>`
      insert into event (type, aggregate, payload, happened_at, recorded_at)
      values ('thing-happened', 'late', '{"n":1}', '2026-11-24Z', '2026-11-24Z') returning id`.execute(tx)
    resolve(rows.map(({ id }) => id))
    await over
  })
  return {
    ids: await written,
    async end() {
      end()
      await done
    },
  }
}

const sorted = (ids: readonly number[]): number[] => ids.toSorted((a, b) => a - b)

test('A1: a burst of another server right before an own fact is heard whole, each fact once', async () => {
  const [one, two] = [await serve(), await serve()]
  const ids = [...(await write(one, 500)), ...(await write(two, 1))]
  await expect.poll(() => sorted(two.told), { timeout: 20_000 }).toEqual(sorted(ids))
  await expect.poll(() => sorted(one.told), { timeout: 20_000 }).toEqual(sorted(ids))
})

test('A1: own facts are told at once, and not again when they are read', async () => {
  const one = await serve()
  const ids = await write(one, 3)
  expect(one.told).toEqual(ids)
  await one.tail.caughtUp(ids[2]! + 1_000_000)
  await one.tail.caughtUp(ids[2]! + 1_000_000)
  expect(one.told).toEqual(ids)
  expect(one.tail.last()).toBe(ids[2])
})

test('A1: a transaction that commits late is heard, however much was heard meanwhile', async () => {
  const [one, two] = [await serve(), await serve()]
  const late = await writeAndWait(one)
  const ids = await write(one, 700)
  await two.tail.caughtUp(ids.at(-1)!)
  // The open transaction delays none of the others.
  expect(sorted(two.told)).toEqual(sorted(ids))
  await late.end()
  await two.tail.caughtUp(late.ids[0]!)
  expect(two.told.slice(-1)).toEqual(late.ids)
  expect(two.told).toHaveLength(701)
})

test('A1: what is rolled back is never told, what comes behind it is', async () => {
  const [one, two] = [await serve(), await serve()]
  await expect(write(one, 40, Promise.reject(new Error('no')))).rejects.toThrow('no')
  const ids = await write(one, 2)
  await two.tail.caughtUp(ids[1]!)
  expect(two.told).toEqual(ids)
})

test('A1: caughtUp answers when the fact has been told, by whichever server it was written', async () => {
  const [one, two] = [await serve(), await serve()]
  for (let round = 0; round < 20; round += 1) {
    const [mine, own] = await Promise.all([write(one, 1 + round * 30), write(two, 1)])
    await Promise.all([...mine.slice(0, 3), ...own].map(async (id) => await two.tail.caughtUp(id)))
    const heard = new Set(two.told)
    expect([...mine, ...own].filter((id) => !heard.has(id))).toEqual([])
  }
  expect(new Set(two.told).size).toBe(two.told.length)
})

test('A1: more than a page is read to its end without waiting for anything', async () => {
  const [one, two] = [await serve(), await serve()]
  await sql`insert into event (type, aggregate, payload, happened_at, recorded_at)
    select 'thing-happened', 'many', '{"n":1}', '2026-11-24Z', '2026-11-24Z' from generate_series(1, 12000)`.execute(
    one.db,
  )
  await two.tail.caughtUp(Number.MAX_SAFE_INTEGER)
  expect(two.told).toHaveLength(12_000)
  expect(two.told).toEqual(sorted(two.told))
})

test('A1: a server begins with what is committed after its start, also by a transaction that was open then', async () => {
  const one = await serve()
  const late = await writeAndWait(one)
  await write(one, 3)
  const two = await serve()
  await late.end()
  const ids = await write(one, 1)
  await two.tail.caughtUp(ids[0]!)
  expect(sorted(two.told)).toEqual(sorted([...late.ids, ...ids]))
})

test('A1: a server whose clock is years off is heard like any other', async () => {
  const [one, two] = [
    await serve(() => Temporal.Instant.from('2001-01-01T00:00Z')),
    await serve(() => Temporal.Instant.from('2071-01-01T00:00Z')),
  ]
  const ids = [...(await write(two, 2)), ...(await write(one, 2))]
  await Promise.all([one.tail.caughtUp(ids[1]!), two.tail.caughtUp(ids[3]!)])
  expect(sorted(one.told)).toEqual(ids)
  expect(sorted(two.told)).toEqual(ids)
})

test('A1: a listening connection that was cut reads what was written meanwhile when it is back', async () => {
  const [one, two] = [await serve(), await serve()]
  const { rows } = await sql<{ gone: boolean }>`
    select pg_terminate_backend(pid) as gone from pg_stat_activity
     where application_name = 'stowage-listen' and datname = current_database()`.execute(one.db)
  expect(rows).toHaveLength(2)
  const ids = await write(one, 30)
  await expect.poll(() => sorted(two.told), { timeout: 20_000 }).toEqual(ids)
  const more = await write(one, 1)
  await expect.poll(() => sorted(two.told), { timeout: 20_000 }).toEqual([...ids, ...more])
})

test('A1: rows that came from another cluster, numbered in the future of this one, are told by none', async () => {
  const one = await serve()
  await sql`insert into event (type, aggregate, payload, happened_at, recorded_at, tx)
    select 'moved', 'moved', '{}', '2026-11-24Z', '2026-11-24Z', (4e9 + n)::bigint::text::xid8
      from generate_series(1, 25) n`.execute(one.db)
  const ids = await write(one, 2)
  const two = await serve()
  const { rows } = await sql<{ future: number }>`
    select count(*)::int as future from event where tx >= pg_snapshot_xmax(pg_current_snapshot())`.execute(
    one.db,
  )
  expect(rows).toEqual([{ future: 0 }])
  const more = await write(one, 2)
  await two.tail.caughtUp(more[1]!)
  await one.tail.caughtUp(Number.MAX_SAFE_INTEGER)
  expect(two.told).toEqual(more)
  expect(sorted(one.told)).toEqual([...ids, ...more])
})

test('A1: a listener that throws keeps no other from hearing', async () => {
  const [one, two] = [await serve(), await serve()]
  two.tail.subscribe(() => {
    throw new Error('a cache is broken')
  })
  const after: number[] = []
  two.tail.subscribe(({ id }) => after.push(id))
  const ids = await write(one, 3)
  await two.tail.caughtUp(ids[2]!)
  expect(after).toEqual(ids)
})
