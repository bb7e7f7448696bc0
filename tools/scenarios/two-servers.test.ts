import { randomUUID } from 'node:crypto'
import { createCity, listCities } from '@stowage/api/catalog'
import { createNotification } from '@stowage/api/messaging'
import { main, type Running } from '@stowage/server/main'
import { ConfigError } from '@stowage/server/platform/config'
import { readFilesUrl } from '@stowage/server/platform/files/read-files-url'
import { FACT_COOKIE } from '@stowage/server/platform/http/fresh-reads'
import { KEY_FINGERPRINTS } from '@stowage/server/platform/processes/key-fingerprints'
import { createPeople, DOT, handInDocuments, type People } from '@stowage/server/testing/people'
import { createPerson, type Person } from '@stowage/server/testing/person'
import { createWorld, type World } from '@stowage/server/testing/world'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type ObjectStore, startObjectStore } from '../testing/object-store.ts'

// Two servers on one database and one bucket, nothing else between them: every call may go to either.
let store: ObjectStore
let world: World
let one: Running
let two: Running
let people: People
beforeAll(async () => {
  store = await startObjectStore()
  world = await createWorld({ config: { objectStorage: readFilesUrl(store.filesUrl) } })
  one = world.running
  two = await start({})
  // As ten seconds later.
  await one.processes.beat()
  people = await createPeople(world)
})
afterAll(async () => {
  await two?.close()
  await world?.close()
  await store?.close()
})

const start = async (other: Partial<Running['platform']['config']>): Promise<Running> =>
  await main({ ...one.platform.config, port: 0, ...other }, { manual: true, webFolder: '/nowhere' })

const over = (running: Running, person: Person): Person => createPerson(running.app, person.token)

const BANNER = {
  type: 'info',
  titleEn: 'Short notice',
  titleDe: 'Kurze Nachricht',
  descriptionEn: 'The gate is repaired tonight.',
  descriptionDe: 'Das Tor wird heute repariert.',
  isActive: true,
  isGlobal: true,
}

/** The number of the fact that an answer names, as a browser would send it back. */
function cookieOf(headers: Record<string, unknown>): string {
  const [, id = ''] = new RegExp(`${FACT_COOKIE}=(\\d+); Max-Age=10; Path=/; SameSite=Strict`).exec(
    String(headers['set-cookie']),
  ) ?? ['', '']
  expect(id).not.toBe('')
  return `${FACT_COOKIE}=${id}`
}

const citiesOver = async (running: Running, cookie: string): Promise<readonly string[]> =>
  (await over(running, people.sofia).call(listCities, { headers: { cookie } })).body.map(({ city }) => city)

test('what was changed over one server is read over the other at once by whoever changed it', async () => {
  for (let round = 0; round < 12; round += 1) {
    const [written, read] = round % 2 === 0 ? [one, two] : [two, one]
    // In memory of both, so that only the news can drop it.
    await citiesOver(one, '')
    await citiesOver(two, '')
    const name = `City ${round}`
    const made = await over(written, people.sofia).call(createCity, { body: { city: name, country: 'DE' } })
    expect(made.status).toBe(200)
    expect(await citiesOver(read, cookieOf(made.headers))).toContain(name)
  }
})

test('who asks again over the other server, because the first one fell over behind the commit, reads what was done', async () => {
  for (const [written, again] of [
    [one, two],
    [two, one],
  ] as const) {
    const key = randomUUID()
    const body = { city: `City ${key.slice(0, 8)}`, country: 'DE' }
    await citiesOver(again, '')
    const made = await over(written, people.sofia).call(createCity, { body, key })
    expect(made.status).toBe(200)
    const repeated = await over(again, people.sofia).call(createCity, { body, key })
    expect(repeated).toMatchObject({ status: 200, headers: { 'idempotent-replay': 'true' } })
    expect(await citiesOver(again, cookieOf(repeated.headers))).toContain(body.city)
  }
})

test('what was done over one server is told by the live channel of the other, with the fact to read it by', async () => {
  const socket = new WebSocket(`ws://127.0.0.1:${one.port}/socket`)
  const heard: { actionType: string; fact?: number; payload: { titleEN?: string } }[] = []
  socket.on('message', (data: Buffer) =>
    heard.push(JSON.parse(data.toString('utf8')) as (typeof heard)[number]),
  )
  try {
    // A visitor's socket: it is there as soon as it is told its own id.
    await expect.poll(() => heard.length).toBeGreaterThan(0)
    const made = await over(two, people.sofia).call(createNotification, { body: BANNER })
    expect(made.status).toBe(200)
    const news = () => heard.find(({ actionType }) => actionType === 'UPDATE_NOTIFICATION')
    await expect.poll(() => news()?.payload.titleEN).toBe(BANNER.titleEn)
    const [, fact = ''] = cookieOf(made.headers).split('=')
    expect(news()?.fact).toBeGreaterThanOrEqual(Number(fact))
  } finally {
    socket.close()
  }
})

test('a number that names no fact, or none that will ever be, keeps nobody waiting', async () => {
  for (const cookie of ['999999999999999', '0', '-1', 'x', '9'.repeat(40)]) {
    const { status } = await over(two, people.sofia).call(listCities, {
      headers: { cookie: `${FACT_COOKIE}=${cookie}` },
    })
    expect(status).toBe(200)
  }
})

test('a sign-in counts over both servers, and ends over both', async () => {
  const [here, there] = [over(one, people.clara), over(two, people.clara)]
  expect((await there.send('GET', 'auth/me')).status).toBe(200)
  const changed = await over(one, people.sofia).send('PUT', `users/${people.clara.id}`, { role: 'staff' })
  expect(changed.status).toBe(200)
  expect((await here.send('GET', 'auth/me')).status).toBe(401)
  await expect.poll(async () => (await there.send('GET', 'auth/me')).status).toBe(401)
})

test('a document handed in over one server lies sealed in the bucket and is read over the other', async () => {
  const before = store.objects.size
  await handInDocuments({ ...over(one, people.leo), id: people.leo.id, email: people.leo.email })
  expect(store.objects.size).toBe(before + 3)
  for (const [key, bytes] of store.objects) {
    if (!key.startsWith('kyc/')) continue
    // Neither of the pictures that documents may be.
    expect(bytes.toString('latin1')).not.toMatch(/PNG|JFIF|WEBP/)
  }
  const read = await over(two, people.leo).send('GET', `users/${people.leo.id}`)
  expect(read.status).toBe(200)
  const { documents } = await two.platform.db
    .selectFrom('kyc_document')
    .select(({ fn }) => fn.countAll<number>().as('documents'))
    .where('account_id', '=', people.leo.id)
    .executeTakeFirstOrThrow()
  expect(documents).toBe(3)
  const [first] = await two.modules.accounts.documentsOf(people.leo.id)
  const bytes = await two.modules.accounts.readDocument(people.leo.id, first?.id ?? '')
  expect(bytes?.length).toBeGreaterThan(0)
})

test('storage that is away is said as such, leaves nothing half written, and is used again when it is back', async () => {
  const documents = async (): Promise<number> =>
    (await two.modules.accounts.documentsOf(people.mara.id)).length
  store.answer(503)
  const refused = await over(two, people.mara).send('PUT', `users/${people.mara.id}`, { passportFile: DOT })
  expect([refused.status, refused.code]).toEqual([503, 1])
  expect(await documents()).toBe(0)
  store.answer(null)
  const taken = await over(two, people.mara).send('PUT', `users/${people.mara.id}`, { passportFile: DOT })
  expect(taken.status).toBe(200)
  expect(await documents()).toBe(1)
})

test('a server with other keys does not start beside them', async () => {
  const { secrets } = one.platform.config
  const other = 'k'.repeat(43)
  const refusal = async (given: Partial<typeof secrets>): Promise<unknown> =>
    await start({ secrets: { ...secrets, ...given } }).then(
      async (running) => await running.close(),
      (error: unknown) => error,
    )
  for (const [name, given] of [
    ['STORAGE_KEY', { storageKey: other }],
    ['TOKEN_KEY', { tokenKey: other }],
  ] as const) {
    const error = await refusal(given)
    expect(error).toBeInstanceOf(ConfigError)
    expect((error as Error).message).toMatch(new RegExp(`^${name}: expected the key`))
    expect((error as Error).message).not.toContain(other)
  }
  const stored = await one.platform.db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', KEY_FINGERPRINTS)
    .executeTakeFirstOrThrow()
  for (const key of Object.values(secrets)) expect(JSON.stringify(stored)).not.toContain(key)
  // Those that were refused left no trace, and the two go on.
  await one.processes.beat()
  expect(one.processes.others()).toBe(1)
})

test('a server that stops says so before it is gone, and the other one does not', async () => {
  const third = await start({ drainSeconds: 3 })
  const ready = async (running: Running) => await running.app.inject({ url: '/api/ready' })
  expect((await ready(third)).json()).toEqual({ status: 'ready' })
  const closing = third.close()
  const stopping = await ready(third)
  expect(stopping.statusCode).toBe(503)
  expect(stopping.json()).toEqual({ status: 'not ready', reasons: ['stopping'] })
  expect(stopping.headers['connection']).toBe('close')
  expect((await third.app.inject({ url: '/api/live' })).statusCode).toBe(200)
  expect((await ready(two)).statusCode).toBe(200)
  await closing
})
