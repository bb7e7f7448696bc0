import { handleAppeal, listAppeals, listDemand, offerBox, reopenAppeal } from '@stowage/api/support'
import { limits } from '@stowage/domain/limits'
import { publish } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { newId } from '../../platform/ids.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditOf } from '../../testing/audit-of.ts'
import { boxReserved, reservationCancelled, reservationExpired } from '../booking/index.ts'
import { listen } from '../../testing/listen.ts'
import { somebody } from '../../testing/people.ts'
import { openPeopledWorld } from '../../testing/peopled-world.ts'
import {
  createSmallCompany,
  createSmallStock,
  createTenant,
  type SmallStock,
} from '../../testing/small-stock.ts'

const { world, people } = await openPeopledWorld()
const { visitor, adam, sofia, mara } = people
const { platform, modules } = world.running
const { catalog } = modules
let stock: SmallStock
/** The only box of size l there, rented: its holder. */
let holder: string
beforeAll(async () => {
  await createSmallCompany({ platform, catalog })
  stock = await createSmallStock({ platform, catalog })
  holder = await rent(stock.boxes[2]?.id ?? '')
})

async function rent(boxId: string): Promise<string> {
  const [holderId, accountId] = [newId(), await createTenant(platform)]
  await platform.transact(async (tx) => {
    await catalog.lockBox(tx, boxId)
    const takenAt = platform.clock.now()
    const claim = { boxId, stockId: stock.stockId, kind: 'contract' as const, holderId, accountId }
    await catalog.claimBox(tx, { ...claim, takenAt, lapsesAt: null })
  })
  return holderId
}
let count = 0
async function wait(wish: Record<string, string>, language = 'de'): Promise<string> {
  const email = `waiting${(count += 1)}@nowhere.example`
  const body = { name: `Waiting ${count}`, email, privacy: true, ...wish }
  const reply = await visitor.send('POST', 'availability-requests', body, { 'accept-language': language })
  expect(reply.status).toBe(200)
  return (reply.body as { id: string }).id
}
const demand = async (person = sofia) => (await person.call(listDemand)).body
const mails = async () =>
  await platform.db
    .selectFrom('mail')
    .select(['recipient', 'language', 'data', 'stock_id', 'account_id'])
    .where('kind', '=', 'boxFree')
    .orderBy('id')
    .execute()

let first: string
test('who waits stands in the order of arrival, by stock and size, asked by id or by name', async () => {
  first = await wait({ stock: stock.stockId, size: 'l' })
  await world.setTime('2026-11-21T11:00:00Z')
  await wait({ city: 'Berlin', stock: 'berlin mitte', size: 'L' }, 'pl')
  await wait({ stock: stock.stockId, size: '12' })
  await wait({ city: 'Atlantis', size: 'huge' })
  expect(await demand()).toMatchObject([
    { stock: null, city: null, size: null, waiting: 1, free: 3 },
    {
      stock: { id: stock.stockId, name: 'Berlin Mitte' },
      city: 'Berlin',
      size: 'l',
      waiting: 3,
      free: 0,
      firstId: first,
      firstName: 'Waiting 1',
    },
  ])
  // As it was typed, where it is no place of ours.
  const { body } = await sofia.call(listAppeals, { query: { search: 'waiting 4', type: 'availability' } })
  expect(body).toMatchObject([{ city: 'Atlantis', size: 'huge', stock: null, waiting: 'waiting' }])
})

test('with no box free nothing is offered', async () => {
  expect(await adam.call(offerBox, { params: { id: first } })).toMatchObject({ status: 409, code: 6010 })
  expect(await mails()).toEqual([])
})

test('a box that becomes free is told to who reads requests there, with how many wait', async () => {
  const elsewhere = await somebody(world, {
    platformRole: 'staff',
    roleAlias: 'admin',
    stockId: (await createSmallStock({ platform, catalog })).stockId,
  })
  const heard = [await listen(world, adam), await listen(world, mara), await listen(world, elsewhere)]
  afterAll(() => heard.forEach(({ socket }) => socket.close()))
  await platform.transact(async (tx) => await catalog.releaseClaim(tx, holder, platform.clock.now()))
  const told = () => heard[0]?.of('BOX_FREE_FOR_WAITING') ?? []
  await expect.poll(told).toHaveLength(1)
  // Three want this size here, and one takes any box anywhere.
  expect(told()[0]?.payload).toMatchObject({
    stockId: stock.stockId,
    stockName: 'Berlin Mitte',
    size: 'l',
    waiting: 4,
  })
  for (const listener of heard.slice(1)) {
    await listener.caughtUp()
    expect(listener.of('BOX_FREE_FOR_WAITING')).toEqual([])
  }
})

test('the first is written to in his language, with the way into the booking; pressed twice it is one mail', async () => {
  const replies = await Promise.all([
    adam.call(offerBox, { params: { id: first } }),
    sofia.call(offerBox, { params: { id: first } }),
  ])
  for (const { body } of replies)
    expect(body).toMatchObject({ status: 'handled', waiting: 'answered', id: first })
  await world.settle()
  expect(await mails()).toMatchObject([
    {
      recipient: 'waiting1@nowhere.example',
      language: 'de',
      stock_id: stock.stockId,
      account_id: null,
      data: { appealId: first },
    },
  ])
  const [next] = (await demand()).filter(({ size }) => size === 'l')
  expect(next).toMatchObject({ waiting: 2, free: 1, firstName: 'Waiting 2' })
  expect((await auditOf(world, first)).map(({ action }) => action)).toEqual(['box-offered'])
})

test('an offer that nobody took in its time is over; put back he waits at his old place and may be asked again', async () => {
  await world.setTime('2026-11-24T12:00:00Z')
  const shown = async () =>
    (await adam.call(listAppeals, { query: { search: 'waiting1@nowhere', page: '1' } })).body
  expect(limits.support.offerHours).toBe(72)
  expect(await shown()).toMatchObject({ items: [{ waiting: 'expired' }] })
  expect((await adam.call(reopenAppeal, { params: { id: first } })).body).toMatchObject({
    waiting: 'waiting',
    offeredAt: null,
  })
  expect((await demand()).find(({ size }) => size === 'l')).toMatchObject({ waiting: 3, firstId: first })
  // The first has gone out long ago.
  await platform.db.updateTable('mail').set({ status: 'sent' }).where('kind', '=', 'boxFree').execute()
  await adam.call(offerBox, { params: { id: first } })
  await world.settle()
  expect(await mails()).toHaveLength(2)
})

test('what is no request for a box is not answered with one, and a request may be handled without an offer', async () => {
  const call = await visitor.send('POST', 'appeal', { name: 'A', phone: '+49301', type: 'callback' })
  const { id } = call.body as { id: string }
  expect((await adam.call(offerBox, { params: { id } })).code).toBe(9104)
  const other = await wait({ stock: stock.stockId, size: 's' })
  expect((await adam.call(handleAppeal, { params: { id: other }, body: {} })).body).toMatchObject({
    status: 'handled',
    waiting: null,
  })
  expect((await mara.call(offerBox, { params: { id: other } })).code).toBe(9103)
})

test('who was offered a box and books there has taken the offer, once, whatever account asked', async () => {
  const email = 'taken@nowhere.example'
  const body = { name: 'Taken', email: email.toUpperCase(), privacy: true, stock: stock.stockId, size: 's' }
  const { id } = (await visitor.send('POST', 'availability-requests', body)).body as { id: string }
  const elsewhere = await createSmallStock({ platform, catalog })
  const accountId = await createTenant(platform)
  await platform.db.updateTable('account').set({ email }).where('id', '=', accountId).execute()
  const tell = async (type: typeof boxReserved, stockId: string, boxId: string) => {
    await platform.transact(async (tx) =>
      publish(
        tx,
        fact(type, {
          aggregate: `reservation:${newId()}`,
          stockId,
          at: platform.clock.now(),
          payload: { reservationId: newId(), accountId, stockId, boxId },
        }),
      ),
    )
    await world.settle()
  }
  const book = async (stockId: string, boxId: string) => await tell(boxReserved, stockId, boxId)
  const shown = async () => {
    const { body: found } = await adam.call(listAppeals, { query: { search: email, page: '1' } })
    return 'items' in found ? found.items[0] : undefined
  }
  // Before anything was offered it is no offer that is taken.
  await book(stock.stockId, stock.boxes[0]?.id ?? '')
  expect(await shown()).toMatchObject({ waiting: 'waiting', booked: null })
  await adam.call(offerBox, { params: { id } })
  await book(elsewhere.stockId, elsewhere.boxes[0]?.id ?? '')
  expect(await shown()).toMatchObject({ waiting: 'answered', booked: null })
  await book(stock.stockId, stock.boxes[0]?.id ?? '')
  const taken = await shown()
  expect(taken).toMatchObject({ waiting: 'booked', booked: expect.stringMatching(/^2026-11-24T/) })
  await world.setTime('2026-11-25T12:00:00Z')
  await book(stock.stockId, stock.boxes[0]?.id ?? '')
  expect(await shown()).toEqual(taken)

  // Given up elsewhere, or here while another booking here goes on, it stays taken.
  const boxId = stock.boxes[0]?.id ?? ''
  await tell(reservationCancelled, elsewhere.stockId, elsewhere.boxes[0]?.id ?? '')
  const other = await reserve(accountId, boxId)
  await tell(reservationCancelled, stock.stockId, boxId)
  expect(await shown()).toEqual(taken)
  // With nothing left of what was booked, the offer is open again as long as it holds, and can be taken anew.
  await platform.db.updateTable('reservation').set({ status: 'expired' }).where('id', '=', other).execute()
  await tell(reservationExpired, stock.stockId, boxId)
  expect(await shown()).toMatchObject({ waiting: 'answered', booked: null })
  await book(stock.stockId, boxId)
  expect(await shown()).toMatchObject({ waiting: 'booked', booked: expect.stringMatching(/^2026-11-25T/) })
})

async function reserve(accountId: string, boxId: string): Promise<string> {
  const [id, now] = [newId(), platform.clock.now()]
  await platform.db
    .insertInto('reservation')
    .values({
      id,
      box_id: boxId,
      stock_id: stock.stockId,
      account_id: accountId,
      booked_by_id: accountId,
      status: 'live',
      arrival_day: Temporal.PlainDate.from('2026-11-26'),
      duration_months: 1,
      period_months: 1,
      with_insurance: false,
      price: '{}',
      answers: '{}',
      reserved_at: now,
      expires_at: now.add({ hours: 72 }),
    })
    .execute()
  return id
}
