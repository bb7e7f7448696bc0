import pino from 'pino'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../../../../tools/testing/database.ts'
import { machineNow } from '../clock.ts'
import { connect } from '../database/connect.ts'
import { createTransact, publish, type Transact } from '../database/transaction.ts'
import { countUnknownDeliveries } from './queue-view.ts'
import { createDispatcher, on, type Dispatcher, type Handler } from './dispatcher.ts'
import { eventType, fact } from './event.ts'
import { forgetRetiredDeliveries, registerHandlers } from './register-handlers.ts'

const happened = eventType<{ n: number }>('thing-happened')
const log = pino({ level: 'silent' })
const database = await createTestDatabase()
const { db, close } = connect(database.url)
afterAll(async () => {
  await close()
  await database.drop()
})

interface Version {
  readonly dispatcher: Dispatcher
  readonly ran: string[]
  write(...numbers: number[]): Promise<void>
}

const versions: Version[] = []
beforeEach(async () => {
  await sql`truncate event, event_delivery, event_handler, server_process`.execute(db)
})
afterEach(async () => {
  for (const { dispatcher } of versions.splice(0)) await dispatcher.close()
})

/** A server of a version that has these handlers, as it starts. */
async function start(names: readonly string[], unwanted: readonly string[] = []): Promise<Version> {
  const ran: string[] = []
  const handlers: Handler[] = names.map((name) => ({
    ...on(happened, name, async (_tx, { payload: { n } }) => void ran.push(`${name} ${n}`)),
    isWanted: () => !unwanted.includes(name),
  }))
  const dispatcher = createDispatcher({ db, log, transact: () => transact, handlers })
  const transact: Transact = createTransact(db, {
    handlersOf: dispatcher.handlersOf,
    unwantedOf: dispatcher.unwantedOf,
    machineNow,
    committed: () => undefined,
  })
  await registerHandlers(db, handlers)
  const version: Version = {
    dispatcher,
    ran,
    async write(...numbers) {
      await transact(async (tx) => {
        for (const n of numbers)
          publish(tx, fact(happened, { aggregate: `thing ${n}`, at: machineNow(), payload: { n } }))
      })
    },
  }
  versions.push(version)
  return version
}

const waiting = async () =>
  await db.selectFrom('event_delivery').select('handler').where('done_at', 'is', null).execute()

test('A2: a server takes no delivery of a handler that it does not know', async () => {
  const older = await start(['book'])
  const newer = await start(['book', 'mail'])
  await newer.write(1, 2)
  await older.dispatcher.drain()
  expect(older.ran).toEqual(['book 1', 'book 2'])
  expect(await waiting()).toEqual([{ handler: 'mail' }, { handler: 'mail' }])
  await newer.dispatcher.drain()
  expect(newer.ran).toEqual(['mail 1', 'mail 2'])
  expect(await waiting()).toEqual([])
})

test('A2: what an older server writes is done by the handler that only a newer one has, once', async () => {
  const older = await start(['book'])
  await older.write(1)
  const newer = await start(['book', 'mail'])
  await older.write(2)
  await older.dispatcher.drain()
  await newer.dispatcher.drain()
  expect([...older.ran, ...newer.ran].toSorted()).toEqual(['book 1', 'book 2', 'mail 2'])
})

test('A2: after a step back the older version leaves deliveries until the newer one is there again', async () => {
  await (await start(['book', 'mail'])).dispatcher.close()
  const older = await start(['book'])
  await older.write(1)
  await older.dispatcher.drain()
  expect(await waiting()).toEqual([{ handler: 'mail' }])
  const newer = await start(['book', 'mail'])
  await newer.dispatcher.drain()
  expect(newer.ran).toEqual(['mail 1'])
})

test('A2: deliveries of unknown handlers, however many, hold up no other', async () => {
  const older = await start(['book'])
  const newer = await start(['mail'])
  await newer.write(...Array.from({ length: 400 }, (_, index) => index))
  await sql`delete from event_delivery where handler = 'book'`.execute(db)
  await older.write(1000)
  await older.dispatcher.drain()
  expect(older.ran).toEqual(['book 1000'])
  expect(await waiting()).toHaveLength(401)
})

test('A2: a handler that is known and wants nothing gets nothing, registered or not', async () => {
  const one = await start(['book', 'mail'], ['mail'])
  await one.write(1)
  expect(await waiting()).toEqual([{ handler: 'book' }])
})

test('A2: what waits for a version that does not run is counted', async () => {
  const now = machineNow()
  const process = (id: string, facts: object, seenAt = now) => ({
    id,
    host: 'here',
    pid: 1,
    port: 1,
    version: '1',
    started_at: now,
    seen_at: seenAt,
    facts: JSON.stringify(facts),
  })
  await db
    .insertInto('server_process')
    .values(process('one', { handlers: ['book'] }))
    .execute()
  await (await start(['book', 'mail'])).write(1, 2)
  const later = now.add({ seconds: 5 })
  expect(await countUnknownDeliveries(db, later)).toBe(2)
  const dead = process('dead', { handlers: ['mail'] }, now.subtract({ minutes: 2 }))
  await db.insertInto('server_process').values(dead).execute()
  expect(await countUnknownDeliveries(db, later)).toBe(2)
  await db
    .insertInto('server_process')
    .values(process('two', { handlers: ['mail'] }))
    .execute()
  expect(await countUnknownDeliveries(db, later)).toBe(0)
  await db.deleteFrom('server_process').where('id', '=', 'two').execute()
  // A server of the version before says nothing of the kind.
  await db.insertInto('server_process').values(process('older', {})).execute()
  expect(await countUnknownDeliveries(db, later)).toBe(0)
})

test('A2: a retired handler gets nothing new, and what waits for it goes after an hour', async () => {
  await (await start(['book', 'mail'])).write(1)
  await registerHandlers(db, [{ name: 'book', type: happened.type }], ['mail'])
  const newer = await start(['book'])
  await newer.write(2)
  await forgetRetiredDeliveries(db, machineNow(), ['mail'])
  expect((await waiting()).filter(({ handler }) => handler === 'mail')).toHaveLength(1)
  await forgetRetiredDeliveries(db, machineNow().add({ hours: 2 }), ['mail'])
  expect(await waiting()).toEqual([{ handler: 'book' }, { handler: 'book' }])
  await expect(registerHandlers(db, [{ name: 'mail', type: happened.type }], ['mail'])).rejects.toThrow(
    'retired',
  )
})
