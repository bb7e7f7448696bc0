import { readSystem } from '@stowage/api/system'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeople, type People } from '../../testing/people.ts'
import { createWorld, type World } from '../../testing/world.ts'

const LONG_AGO = Temporal.Instant.from('2026-01-01T00:00Z')
const TOKEN = 'a-token-for-the-metrics'
let world: World
let people: People
beforeAll(async () => {
  world = await createWorld({ config: { metricsToken: TOKEN } })
  people = await createPeople(world)
})
afterAll(async () => await world.close())

const read = async (authorization?: string) =>
  await world.running.app.inject({
    url: '/api/metrics',
    headers: authorization === undefined ? {} : { authorization },
  })

test('only who brings the token reads them; a session is no token', async () => {
  expect((await read()).statusCode).toBe(401)
  expect((await read('Bearer wrong')).statusCode).toBe(401)
  expect((await read(`Bearer ${people.sofia.token}`)).statusCode).toBe(401)
  expect((await read(`Bearer ${TOKEN}`)).statusCode).toBe(200)
})

test('calls are counted by the pattern of their route; no id, address or name is in it', async () => {
  await world.settle()
  await people.sofia.send('GET', `users/${people.clara.id}`)
  await people.visitor.send('GET', 'no-such/path-with-a-secret')
  const text = (await read(`Bearer ${TOKEN}`)).body
  expect(text).toContain(
    'stowage_http_request_duration_seconds_count{method="GET",route="/api/users/:id",status="200"} 1',
  )
  for (const word of [people.clara.id, people.clara.email, 'path-with-a-secret', '127.0.0.1', TOKEN])
    expect(text).not.toContain(word)
  expect(text).toMatch(/^stowage_queue_waiting\{queue="mails"\} \d+$/m)
  expect(text).toMatch(/^stowage_queue_failed\{queue="events"\} 0$/m)
  expect(text).toMatch(/^stowage_database_connections\{state="open"\} [1-9]/m)
  expect(text).toMatch(/^stowage_job_runs_total\{job="send-pushes"\} [1-9]/m)
  expect(text).toMatch(/^stowage_sites_away 0$/m)
  expect(text).toMatch(/^stowage_sources_away 0$/m)
  for (const queue of ['webhooks', 'source-commands'])
    expect(text).toMatch(new RegExp(`^stowage_queue_waiting\\{queue="${queue}"\\} 0$`, 'm'))
  expect(text).toMatch(/^stowage_info\{version="[\d.]+"\} 1$/m)
})

test('A1: the age of the oldest open transaction is a figure; A2: so is what no running server can do', async () => {
  const { db } = world.running.platform
  await world.running.processes.beat()
  const { promise: over, resolve: end } = Promise.withResolvers<void>()
  const { promise: begun, resolve } = Promise.withResolvers<void>()
  const held = db.transaction().execute(async (tx) => {
    await sql`create table held_open (id int)`.execute(tx)
    resolve()
    await over
  })
  await begun
  await db
    .insertInto('event')
    .values({ type: 'mark', aggregate: 'mark', payload: '{}', happened_at: LONG_AGO, recorded_at: LONG_AGO })
    .execute()
  await sql`
    insert into event_delivery (event_id, handler, aggregate, next_attempt_at)
    select max(id), 'of another version', 'mark', ${LONG_AGO} from event`.execute(db)
  await expect
    .poll(async () => (await read(`Bearer ${TOKEN}`)).body)
    .toMatch(/^stowage_unknown_deliveries 1$/m)
  await expect
    .poll(async () => (await read(`Bearer ${TOKEN}`)).body)
    .toMatch(/^stowage_oldest_transaction_seconds [1-9]\d*$/m)
  end()
  await held
  expect((await people.sofia.call(readSystem)).body.unknownDeliveries).toBe(1)
})

test('without a token set, nobody reads any', async () => {
  const without = await createWorld()
  const { statusCode } = await without.running.app.inject({
    url: '/api/metrics',
    headers: { authorization: `Bearer ${TOKEN}` },
  })
  expect(statusCode).toBe(404)
  await without.close()
})

test('B11: refused sign-ins and permissions of staff are counted by their kind', async () => {
  await people.visitor.send('POST', 'auth/login', { email: people.clara.email, password: 'not-it' })
  await people.mara.send('GET', 'api-keys')
  const text = (await read(`Bearer ${TOKEN}`)).body
  expect(text).toMatch(/^stowage_refusals_total\{kind="sign-in"\} 1$/m)
  expect(text).toMatch(/^stowage_refusals_total\{kind="permission"\} 1$/m)
})
