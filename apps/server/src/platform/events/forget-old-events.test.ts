import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../tools/testing/database.ts'
import { machineNow } from '../clock.ts'
import { connect } from '../database/connect.ts'
import { forgetOldEvents } from './forget-old-events.ts'

let database: TestDatabase
let servers: ReturnType<typeof connect>[]
beforeAll(async () => {
  database = await createTestDatabase()
  servers = [connect(database.url), connect(database.url)]
})
afterAll(async () => {
  for (const server of servers) await server.close()
  await database.drop()
})

const now = machineNow()
const db = () => servers[0]!.db

/** A fact of so many days ago; each handler's delivery is done, waiting or parked. */
async function record(type: string, days: number, deliveries: readonly ('done' | 'waiting' | 'parked')[]) {
  const at = now.subtract({ hours: days * 24 }).toString()
  const { rows } = await sql<{ id: number }>`
    insert into event (type, aggregate, payload, happened_at, recorded_at)
    values (${type}, 'a', '{}', ${now.toString()}::timestamptz, ${at}::timestamptz) returning id`.execute(
    db(),
  )
  for (const [index, how] of deliveries.entries())
    await db()
      .insertInto('event_delivery')
      .values({
        event_id: rows[0]!.id,
        handler: `handler ${index}`,
        aggregate: 'a',
        next_attempt_at: Temporal.Instant.from(at),
        done_at: how === 'done' ? Temporal.Instant.from(at) : null,
        parked_reason: how === 'parked' ? 'broken' : null,
      })
      .execute()
}

test('facts that everybody has handled go after 90 days; no delivery that is not done goes with them', async () => {
  await record('old, nobody asked', 91, [])
  await record('old, done', 91, ['done', 'done'])
  await record('old, one waits', 400, ['done', 'waiting'])
  await record('old, one is parked', 400, ['parked', 'done'])
  await record('young, done', 89, ['done'])
  expect(await forgetOldEvents(db(), now)).toBe(2)
  expect(
    (await db().selectFrom('event').select('type').orderBy('id').execute()).map((row) => row.type),
  ).toEqual(['old, one waits', 'old, one is parked', 'young, done'])
  expect(await db().selectFrom('event_delivery').select('handler').execute()).toHaveLength(5)
})

test('two servers at once share the work', async () => {
  await sql`
    insert into event (type, aggregate, payload, happened_at, recorded_at)
    select 'many', 'b', '{}', ${now.toString()}::timestamptz, ${now.subtract({ hours: 91 * 24 }).toString()}::timestamptz from generate_series(1, 3500)`.execute(
    db(),
  )
  const counts = await Promise.all(servers.map(async (server) => await forgetOldEvents(server.db, now)))
  expect(counts.reduce((sum, count) => sum + count)).toBe(3500)
  expect(await forgetOldEvents(db(), now)).toBe(0)
})
