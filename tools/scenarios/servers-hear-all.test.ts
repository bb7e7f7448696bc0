import { me } from '@stowage/api/accounts'
import { main, type Running } from '@stowage/server/main'
import { fact, eventType, type RecordedEvent } from '@stowage/server/platform/events/event'
import { on } from '@stowage/server/platform/events/dispatcher'
import { readFilesUrl } from '@stowage/server/platform/files/read-files-url'
import { publish } from '@stowage/server/platform/database/transaction'
import { createPeople, createPerson as newPerson, putUser } from '@stowage/server/testing/people'
import { createPerson } from '@stowage/server/testing/person'
import { createWorld, type World } from '@stowage/server/testing/world'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { randomFrom } from '../demo/random.ts'
import { type ObjectStore, startObjectStore } from '../testing/object-store.ts'

const SEED = '2026-11-24'
const happened = eventType<{ n: number }>('bench-fact')

let store: ObjectStore
let world: World
const servers = new Set<Running>()
beforeAll(async () => {
  store = await startObjectStore()
  world = await createWorld({ config: { objectStorage: readFilesUrl(store.filesUrl) } })
})
afterAll(async () => {
  for (const server of servers) await server.close()
  await world?.close()
  await store?.close()
})

interface Server {
  readonly running: Running
  readonly heard: number[]
  close(): Promise<void>
}

async function start(moreHandlers: Parameters<typeof main>[1] = {}): Promise<Server> {
  const config = { ...world.running.platform.config, port: 0 }
  const running = await main(config, { manual: true, webFolder: '/nowhere', ...moreHandlers })
  servers.add(running)
  const heard: number[] = []
  running.platform.tail.subscribe((event: RecordedEvent) => {
    if (event.type === happened.type) heard.push(event.id)
  })
  return {
    running,
    heard,
    async close() {
      servers.delete(running)
      await running.close()
    },
  }
}

/** @param waitMs how long the transaction stays open when its facts have their numbers; without a notification, as of a server that died */
async function write(server: Server, count: number, waitMs = 0, isKept = true): Promise<void> {
  const { transact, clock } = server.running.platform
  await transact(async (tx) => {
    if (waitMs > 0)
      await sql`
        with written as (
          insert into event (type, aggregate, payload, happened_at, recorded_at)
          select ${happened.type}, 'thing ' || n, '{"n":1}', '2026-11-24Z', '2001-01-01Z'
            from generate_series(1, ${count}::int) n returning id)
        select count(*), pg_sleep(${waitMs / 1000}) from written`.execute(tx)
    else
      for (let n = 0; n < count; n += 1)
        publish(tx, fact(happened, { aggregate: `thing ${n}`, at: clock.now(), payload: { n } }))
    if (!isKept) throw new Error('rolled back')
  }).catch((error: unknown) => {
    if (String(error) !== 'Error: rolled back') throw error
  })
}

test(`A1: whatever one server commits, every other one hears, once (SEED=${SEED})`, async () => {
  const random = randomFrom(SEED)
  const { between } = random
  const chance = (part: number): boolean => random.next() < part
  const { db } = world.running.platform
  const [one, two] = [await start(), await start()]
  let three = await start()
  const begins = Number(
    (await sql<{ id: number }>`select coalesce(max(id), 0)::int as id from event`.execute(db)).rows[0]?.id,
  )
  for (let round = 0; round < 6; round += 1) {
    const turns = [one, two, three].flatMap((server) =>
      Array.from({ length: 12 }, () => ({
        server,
        count: between(1, chance(0.2) ? 600 : 5),
        waitMs: chance(0.25) ? between(1, 200) : 0,
        isKept: chance(0.85),
      })),
    )
    const writing = turns.map(async (turn) => await write(turn.server, turn.count, turn.waitMs, turn.isKept))
    if (round === 2)
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
                 where application_name = 'stowage-listen' and datname = current_database()`.execute(db)
    await Promise.all(writing)
    if (round === 3) {
      await three.close()
      three = await start()
    }
  }
  const { rows } = await sql<{ id: number }>`
    select id from event where id > ${begins} and type = ${happened.type} order by id`.execute(db)
  const all = rows.map(({ id }) => id)
  expect(all.length).toBeGreaterThan(300)
  for (const { running, heard } of [one, two]) {
    await running.platform.tail.caughtUp(all.at(-1)!)
    await running.platform.tail.caughtUp(Number.MAX_SAFE_INTEGER)
    expect(heard.toSorted((a, b) => a - b)).toEqual(all)
  }
  await three.running.platform.tail.caughtUp(Number.MAX_SAFE_INTEGER)
  expect(new Set(three.heard).size).toBe(three.heard.length)
  for (const { close } of [one, two, three]) await close()
})

test('A1: rights taken away over one server in the midst of batches are gone on the other', async () => {
  const people = await createPeople(world)
  const two = await start()
  const staff = []
  for (let n = 0; n < 4; n += 1)
    staff.push(await newPerson(world, { platformRole: 'staff', email: `staff${n}@stowage.example` }))
  const over = (token: string | undefined) => createPerson(two.running.app, token)
  for (const { token } of staff) expect((await over(token).call(me)).status).toBe(200)
  const one = await start()
  for (const { id } of staff) {
    const night = write(one, 250)
    await Promise.all([write(two, 1), putUser(people.sofia, id, { role: 'client' }), night])
  }
  for (const { token } of staff)
    await expect.poll(async () => (await over(token).call(me)).status, { interval: 20 }).toBe(401)
  for (const { close } of [one, two]) await close()
})

test('A2: forward to a version with one handler more, back and forward again: each fact is done by it once', async () => {
  const done: number[] = []
  const handler = on(happened, 'a handler of a later version', async (_tx, { id }) => void done.push(id))
  const older = await start()
  await write(older, 3)
  let newer = await start({ moreHandlers: [handler] })
  await write(older, 20)
  await write(newer, 20)
  await older.running.deliver()
  // It goes before it has done them: a step back.
  await newer.close()
  await write(older, 20)
  await older.running.deliver()
  expect(done).toEqual([])
  newer = await start({ moreHandlers: [handler] })
  await Promise.all([older.running.deliver(), newer.running.deliver()])
  expect(done).toHaveLength(60)
  expect(new Set(done).size).toBe(60)
  for (const { close } of [older, newer]) await close()
})
