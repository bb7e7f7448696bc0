import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { main } from '@stowage/server/main'
import { readConfig } from '@stowage/server/platform/config'
import { connect, type Connection } from '@stowage/server/platform/database/connect'
import { createPerson as personAt } from '@stowage/server/testing/person'
import { createPerson } from '@stowage/server/testing/people'
import { createSmallStock, type SmallStock } from '@stowage/server/testing/small-stock'
import { randomFrom } from '../demo/random.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { openKillableServer, type KillableServer } from '../testing/killable-server.ts'
import { findFaults } from '../verify/find-faults.ts'

// The server as a process of its own, killed with -9 while bookings and payments go on, and started again at once: what it
// answered stands, what it was told twice is there once, and every invariant holds.
const SEED = process.env['KILL_SEED'] ?? 'kill-nine'
const KILLS = 5
const BOXES = 70
const TENANTS = 24
const WORKERS = 5
/** Of all bookings, each of which may be said again after midnight: no day of then is past. */
const ARRIVAL = Temporal.Now.plainDateISO('Europe/Berlin').add({ days: 1 }).toString()

interface Tenant {
  readonly id: string
  readonly token: string
}

let database: TestDatabase
let connection: Connection
let server: KillableServer
let child: ChildProcess
let stock: SmallStock
let superToken: string
const tenants: Tenant[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  server = await openKillableServer({
    databaseUrl: database.url,
    script: path.join(import.meta.dirname, '../../apps/server/src/main.ts'),
    cards: { refundAfterMs: 10, slowMs: 50 },
  })
  await prepare()
  connection = connect(database.url, { max: 3 })
  child = await server.start()
}, 180_000)
afterAll(async () => {
  child?.kill('SIGKILL')
  await connection?.close()
  await server?.close()
  await database?.drop()
})

/** People and boxes, made by a server that goes down properly; the later ones know its keys by the folder. */
async function prepare(): Promise<void> {
  const running = await main(readConfig({ ...server.env, PORT: '0' }), {
    manual: true,
    webFolder: path.join(server.folder, 'no-web'),
  })
  const world = {
    running,
    person: (token?: string) => personAt(running.app, token),
    setTime: async () => undefined,
    settle: async () => undefined,
    deliver: async () => undefined,
    close: async () => undefined,
  }
  superToken =
    (await createPerson(world, { email: 'sofia@stowage.example', platformRole: 'superUser' })).token ?? ''
  for (let index = 0; index < TENANTS; index += 1) {
    const { id, token } = await createPerson(world, { email: `tenant-${index}@tenants.example` })
    tenants.push({ id, token: token ?? '' })
  }
  const boxes = Array.from({ length: BOXES }, (_, index) => ({
    unitNumber: `YA${String(index + 1).padStart(3, '0')}`,
    size: 2,
    ownRate: 5000 + index,
  }))
  stock = await createSmallStock(
    { platform: running.platform, catalog: running.modules.catalog },
    { stock: { depositMonths: 1 }, boxes },
  )
  await running.settle()
  await running.close()
}

interface Answer {
  readonly status: number
  readonly body: Record<string, unknown>
}

/** Says it again with the same key until it is answered, as a phone in a lift does. */
async function say(
  method: string,
  where: string,
  token: string,
  key: string,
  body?: object,
): Promise<Answer> {
  for (const end = Date.now() + 90_000; ; await sleep(60)) {
    try {
      const answer = await fetch(`${server.url}/api/${where}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          'idempotency-key': key,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(6000),
      })
      const said = { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
      if (answer.status < 500) return said
    } catch (error) {
      // Cut off, refused, too slow: asked again. One that makes an invoice may be waited for longer than that by its successor.
      if (Date.now() > end) throw error
    }
  }
}

interface Acknowledged {
  readonly contracts: { id: string; boxId: string; documentId: string }[]
  readonly reservations: { id: string; boxId: string; isCancelled: boolean }[]
  /** Documents marked as paid by hand. */
  readonly byHand: string[]
  /** Documents of which the processor has the money. */
  readonly byCard: string[]
}

async function work(
  nextBox: () => string | undefined,
  done: Acknowledged,
  tick: () => void,
  random: ReturnType<typeof randomFrom>,
): Promise<void> {
  for (let boxId = nextBox(); boxId !== undefined; boxId = nextBox()) {
    const tenant = random.pick(tenants)
    const asked = {
      stockId: stock.stockId,
      boxId,
      userId: tenant.id,
      arrivalDate: ARRIVAL,
      contractDuration: 3,
      invoicingPeriod: 1,
    }
    if (random.next() < 0.3) {
      const reserved = await say('POST', 'boxes/book', superToken, `reserve-${boxId}`, asked)
      tick()
      if (reserved.status !== 200) continue
      const id = String(reserved.body['id'])
      const isCancelled = random.next() < 0.5
      if (isCancelled)
        expect((await say('DELETE', `reservations/${id}`, tenant.token, `cancel-${boxId}`)).status).toBe(200)
      done.reservations.push({ id, boxId, isCancelled })
      tick()
      continue
    }
    const booked = await say('POST', 'boxes/book', superToken, `booking-${boxId}`, {
      ...asked,
      paymentMethod: 'paykeeper',
    })
    expect(booked.status, JSON.stringify(booked.body)).toBe(200)
    const documentId = String(booked.body['documentId'])
    done.contracts.push({ id: String(booked.body['id']), boxId, documentId })
    tick()
    if (random.next() < 0.5) {
      expect(
        (
          await say('POST', 'payments', superToken, `by-hand-${boxId}`, {
            DocumentID: documentId,
            processor: 'manual',
          })
        ).status,
      ).toBe(200)
      done.byHand.push(documentId)
    } else {
      // Without an answer nobody has seen a pay page, and nobody pays.
      const started = await Promise.race([
        say('POST', 'payments', tenant.token, `by-card-${boxId}`, {
          DocumentID: documentId,
          processor: 'paykeeper',
        }),
        sleep(15_000),
      ])
      const page = started && /\/bill\/([^/]+)/.exec(String(started.body['redirectionUrl']))?.[1]
      if (page) {
        await server.cards.control.pay(page, { mode: random.pick(['normal', 'twice']) })
        done.byCard.push(documentId)
      }
    }
    tick()
  }
}

test(`killed ${KILLS} times in the middle of bookings and payments, nothing that was answered is lost and nothing is there twice`, async () => {
  const random = randomFrom(SEED)
  const boxes = [...stock.boxes]
  const done: Acknowledged = { contracts: [], reservations: [], byHand: [], byCard: [] }
  // After how many answers; spread over the run, the last one well before its end.
  const points = Array.from(
    { length: KILLS },
    (_, index) => Math.floor(((index + random.next()) * BOXES * 1.5) / KILLS) + 1,
  )
  let answers = 0
  let kills = 0
  let restarting: Promise<void> = Promise.resolve()
  const tick = (): void => {
    answers += 1
    const point = points[kills]
    if (point === undefined || answers < point) return
    kills += 1
    restarting = restarting.then(async () => {
      // In the middle of whatever is under way by then.
      await sleep(random.between(0, 25))
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
      child = await server.start()
    })
  }
  await Promise.all(
    Array.from(
      { length: WORKERS },
      async (_, index) => await work(() => boxes.shift()?.id, done, tick, randomFrom(`${SEED} ${index}`)),
    ),
  )
  await restarting
  expect(kills).toBe(KILLS)

  const { db } = connection
  const waiting = async (): Promise<number> => {
    const { rows } = await sql<{
      count: number
    }>`select (select count(*) from event_delivery where done_at is null)::int + (select count(*) from payment where status = 'pending')::int + (select count(*) from payment_message where next_try_at is not null)::int as count`.execute(
      db,
    )
    return (
      (rows[0]?.count ?? 0) +
      server.cards.control.payments().filter((payment) => payment.status === 'obtained').length
    )
  }
  // A message that was answered, and whose process died before it was worked on, has its turn within ten seconds.
  await expect.poll(waiting, { timeout: 60_000, interval: 200 }).toBe(0)

  expect((await findFaults(db)).faults).toEqual([])
  const contracts = await db
    .selectFrom('contract')
    .select(['id', 'box_id', 'status', 'first_document_id'])
    .execute()
  expect(new Set(contracts.map((row) => row.box_id)).size).toBe(contracts.length)
  const paid = new Set([...done.byHand, ...done.byCard])
  for (const { id, boxId, documentId } of done.contracts) {
    expect(contracts.find((row) => row.id === id)).toEqual({
      id,
      box_id: boxId,
      status: paid.has(documentId) ? 'active' : 'pending',
      first_document_id: documentId,
    })
  }
  const reservations = new Map(
    (await db.selectFrom('reservation').select(['id', 'status']).execute()).map((row) => [
      row.id,
      row.status,
    ]),
  )
  for (const { id, isCancelled } of done.reservations)
    expect([id, reservations.get(id)]).toEqual([id, isCancelled ? 'cancelled' : 'live'])
  // One payment for each document that was paid, one credit for each payment of the processor.
  const payments = await db
    .selectFrom('payment')
    .select(['reference', 'processor', 'processor_payment_id', 'amount'])
    .where('status', '=', 'succeeded')
    .execute()
  expect(payments.map((row) => row.reference).toSorted()).toEqual(
    [...paid].map((id) => `document:${id}`).toSorted(),
  )
  const atProcessor = server.cards.control.payments().filter((payment) => payment.status === 'success')
  expect(payments.flatMap((row) => row.processor_payment_id ?? []).toSorted()).toEqual(
    atProcessor.map((payment) => payment.id).toSorted(),
  )
  expect(
    [done.contracts.length, done.byHand.length, done.byCard.length, done.reservations.length].every(
      (count) => count > 5,
    ),
  ).toBe(true)
}, 240_000)
