import { hurryJob, readSystem, retryEvent } from '@stowage/api/system'
import texts from '@stowage/texts/ui/en/system.json' with { type: 'json' }
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeople, type People } from '../../testing/people.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
let people: People
beforeAll(async () => {
  world = await createWorld()
  people = await createPeople(world)
})
afterAll(async () => await world.close())

const parked = async (): Promise<number> => {
  const { db } = world.running.platform
  const at = Temporal.Now.instant()
  const { id } = await db
    .insertInto('event')
    .values({ type: 'mark', aggregate: 'mark', payload: '{}', happened_at: at, recorded_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('event_delivery')
    .values({
      event_id: id,
      handler: 'a handler of nobody',
      aggregate: 'mark',
      attempts: 12,
      next_attempt_at: at,
      parked_reason: 'it failed',
    })
    .execute()
  return id
}

test('shows who runs, what waits and how the jobs fare', async () => {
  await world.settle()
  await world.running.processes.beat()
  const { status, body } = await people.sofia.call(readSystem)
  expect(status).toBe(200)
  expect(body.processes).toMatchObject([{ pid: process.pid, port: world.running.port, state: 'running' }])
  expect(body.queues.map(({ name }) => name)).toEqual([
    'events',
    'job-rows',
    'payment-messages',
    'mails',
    'sms',
    'pushes',
    'webhooks',
    'source-commands',
  ])
  const sealing = body.jobs.find(({ name }) => name === 'seal-audit')
  expect(sealing).toMatchObject({ failures: 0, failure: null })
  expect(sealing?.runs).toBeGreaterThan(0)
  expect(body.databaseVersion).toMatch(/^\d+/)
  // What runs is told in words on the page; four more run where there is a mail server and a gateway.
  const names = body.jobs.map(({ name }) => name)
  const told = Object.keys(texts.does)
  expect(names.filter((name) => !told.includes(name))).toEqual([])
  expect(told.filter((name) => !names.includes(name)).toSorted()).toEqual([
    'send-bulk-mails',
    'send-mails',
    'send-sms',
    'write-closings',
  ])
})

test('a process that said nothing for half a minute is gone, and does not count', async () => {
  const { db } = world.running.platform
  const now = Temporal.Now.instant()
  await db
    .insertInto('server_process')
    .values({
      id: 'killed',
      host: 'elsewhere',
      pid: 1,
      port: 1,
      version: '0',
      started_at: now.subtract({ hours: 1 }),
      seen_at: now.subtract({ seconds: 40 }),
      facts: (await db.selectFrom('server_process').select('facts').executeTakeFirstOrThrow()).facts as never,
    })
    .execute()
  await world.running.processes.beat()
  expect(world.running.processes.others()).toBe(0)
  const { body } = await people.sofia.call(readSystem)
  expect(body.processes.map(({ id, state }) => [id === 'killed', state])).toEqual([
    [true, 'gone'],
    [false, 'running'],
  ])
  await db.deleteFrom('server_process').where('id', '=', 'killed').execute()
})

test('a process says whether somebody calls it, and knows whether somebody calls another one', async () => {
  const { db } = world.running.platform
  const { processes } = world.running
  await people.sofia.call(readSystem)
  await processes.beat()
  const own = await db.selectFrom('server_process').select('facts').executeTakeFirstOrThrow()
  expect(own.facts).toMatchObject({ isCalled: true })
  expect(processes.areOthersCalled()).toBe(false)
  const now = Temporal.Now.instant()
  // The last one is of a version that does not say.
  for (const [facts, areCalled] of [
    [{ isCalled: true }, true],
    [{ isCalled: false }, false],
    [{}, false],
  ] as const) {
    await db
      .insertInto('server_process')
      .values({
        id: 'beside',
        host: 'elsewhere',
        pid: 1,
        port: 1,
        version: '0',
        started_at: now,
        seen_at: now,
        facts: JSON.stringify(facts),
      })
      .execute()
    await processes.beat()
    expect([processes.others(), processes.areOthersCalled()]).toEqual([1, areCalled])
    await db.deleteFrom('server_process').where('id', '=', 'beside').execute()
  }
  await processes.beat()
})

test('what is parked is tried again by a superUser, with an audit record, once', async () => {
  const eventId = await parked()
  const seen = await people.sofia.call(readSystem)
  expect(seen.body.parked).toMatchObject([{ eventId, handler: 'a handler of nobody', reason: 'it failed' }])
  const retry = async (person = people.sofia, id: string | number = eventId) =>
    await person.call(retryEvent, { params: { eventId: String(id) } })
  expect((await retry(people.adam)).status).toBe(403)
  const { status, body } = await retry()
  expect([status, body]).toEqual([200, { count: 1 }])
  expect((await retry()).code).toBe(6004)
  expect((await retry(people.sofia, 'x')).status).toBe(400)
  const record = await world.running.platform.db
    .selectFrom('audit')
    .select(['action', 'subject_id'])
    .where('action', '=', 'retry-event')
    .execute()
  expect(record).toEqual([{ action: 'retry-event', subject_id: String(eventId) }])
  expect((await people.sofia.call(readSystem)).body.parked).toEqual([])
})

test('a job takes its turn when somebody says so, in every process that hears of it, with an audit record', async () => {
  const { platform, processes } = world.running
  const hurry = async (name: string, person = people.sofia) =>
    await person.call(hurryJob, { params: { name } })
  expect((await hurry('forget-old-keys', people.adam)).status).toBe(403)
  expect((await hurry('no-such-job')).code).toBe(9104)
  expect((await hurry('Forget old keys')).status).toBe(400)
  const runs = async () => {
    await processes.beat()
    const { body } = await people.sofia.call(readSystem)
    return body.jobs.find(({ name }) => name === 'forget-old-keys')?.runs ?? 0
  }
  const before = await runs()
  expect((await hurry('forget-old-keys')).body).toEqual({ name: 'forget-old-keys' })
  await expect.poll(runs).toBeGreaterThan(before)
  const { db } = platform
  expect(
    await db.selectFrom('audit').select('subject_id').where('action', '=', 'hurry-job').execute(),
  ).toEqual([{ subject_id: 'forget-old-keys' }])
})
