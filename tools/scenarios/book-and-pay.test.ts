import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  payDocument,
  paymentState,
  listContractInvoices,
  accountBalance,
} from '../../packages/api/src/billing.ts'
import { bookBox } from '../../packages/api/src/booking.ts'
import { findLedgerFaults } from '../../apps/server/src/modules/billing/index.ts'
import { createPeople, type People } from '../../apps/server/src/testing/people.ts'
import { createSmallStock, type SmallStock } from '../../apps/server/src/testing/small-stock.ts'
import { openShop, type Shop } from './pay-by-card.fixture.ts'

let shop: Shop
let people: People
let stock: SmallStock

beforeAll(async () => {
  shop = await openShop()
  people = await createPeople(shop.world)
  const { platform, modules } = shop.world.running
  const boxes = ['YA101', 'YA102', 'YA103', 'YA104', 'YA105', 'YA106', 'YA107'].map((unitNumber) => ({
    unitNumber,
    size: 2,
    ownRate: 5000,
  }))
  stock = await createSmallStock({ platform, catalog: modules.catalog }, { boxes })
})
afterAll(() => shop.close())

async function booked(index: number, arrivalDate = '2026-11-21') {
  const reply = await people.sofia.call(bookBox, {
    body: {
      stockId: stock.stockId,
      boxId: stock.boxes[index]?.id,
      userId: people.clara.id,
      arrivalDate,
      contractDuration: 3,
      invoicingPeriod: 1,
      paymentMethod: 'paykeeper',
    },
  })
  expect(reply.status, reply.raw).toBe(200)
  return reply.body
}

const contractStatus = async (id: string): Promise<string> =>
  (
    await shop.world.running.platform.db
      .selectFrom('contract')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).status

const pay = (documentId: string | undefined) =>
  people.clara.call(payDocument, {
    body: { documentId, processor: 'paykeeper', amount: 1, totalAmount: 1, currency: 'RUB' },
  })

it('booked, paid by card, told by the processor: the document is paid, the contract begins, the book is in balance', async () => {
  const booking = await booked(0)
  const started = await pay(booking.documentId)
  expect(started.body).toMatchObject({
    status: 'redirect',
    redirectionUrl: expect.stringContaining(`${shop.eur.baseUrl}/bill/`) as string,
  })
  const invoice = shop.eur.control.invoices().at(-1)
  // What the body said about money decided nothing.
  expect(invoice).toMatchObject({
    amount: booking.total,
    orderId: started.body.paymentId,
    clientId: people.clara.id,
  })
  expect(invoice?.cart.reduce((total, line) => total + line.sum, 0)).toBe(booking.total)

  await shop.eur.control.pay(invoice?.id ?? '', { mode: 'twice' })
  await shop.world.settle()
  const state = await people.clara.call(paymentState, { params: { paymentId: started.body.paymentId } })
  expect(state.body).toMatchObject({
    status: 'succeeded',
    amount: booking.total,
    currency: 'EUR',
    documentId: booking.documentId,
    contractId: booking.id,
  })
  expect(
    (await people.leo.call(paymentState, { params: { paymentId: started.body.paymentId } })).status,
  ).toBe(404)
  const documents = await people.clara.call(listContractInvoices, { params: { contractId: booking.id } })
  expect(documents.body.find((one) => one.id === booking.documentId)).toMatchObject({
    paid: true,
    debt: 0,
    paidAmount: booking.total,
    mayPay: false,
    invoiceNumber: expect.stringMatching(/-2026-000001$/) as string,
  })
  expect(await contractStatus(booking.id)).toBe('active')
  expect(await findLedgerFaults(shop.world.running.platform.db)).toEqual([])
})

it('paid by card and marked as paid by hand at the same time: what is too much becomes balance and pays the next booking', async () => {
  const booking = await booked(1)
  const started = await pay(booking.documentId)
  const invoice = shop.eur.control.invoices().at(-1)
  await shop.eur.control.pay(invoice?.id ?? '', { mode: 'never' })
  const byHand = await people.sofia.call(payDocument, {
    body: { documentId: booking.documentId, processor: 'manual' },
  })
  expect(byHand.body).toMatchObject({ status: 'paid' })
  await shop.world.settle()
  expect(await shop.status(started.body.paymentId)).toBe('succeeded')
  expect(await contractStatus(booking.id)).toBe('active')
  expect((await people.clara.call(accountBalance, { query: { stockId: stock.stockId } })).body).toMatchObject(
    { accountBalance: booking.total, debt: 0, currency: 'EUR' },
  )
  const next = await booked(6)
  const pages = shop.eur.control.invoices().length
  expect((await pay(next.documentId)).body).toMatchObject({ status: 'paid' })
  await shop.world.settle()
  expect(await contractStatus(next.id)).toBe('active')
  expect(shop.eur.control.invoices()).toHaveLength(pages)
  expect((await people.clara.call(accountBalance, { query: { stockId: stock.stockId } })).body).toMatchObject(
    { accountBalance: 0 },
  )
  expect(await findLedgerFaults(shop.world.running.platform.db)).toEqual([])
})

it('the processor is away: the booking stands, and paying works later', async () => {
  const booking = await booked(2)
  shop.eur.control.setDown(true)
  const refused = await pay(booking.documentId)
  expect([refused.status, refused.code]).toEqual([503, 1])
  expect(refused.raw).not.toMatch(/paykeeper|ECONN|127\.0\.0\.1/i)
  expect(refused.headers['retry-after']).toBe('60')
  shop.eur.control.setDown(false)
  await shop.world.settle()
  expect(await contractStatus(booking.id)).toBe('pending')
  expect((await pay(booking.documentId)).body.status).toBe('redirect')
})

it('money that nobody told us of, found at the very moment the hold ends, keeps the contract', async () => {
  const [booking, unpaid] = [await booked(3), await booked(4)]
  await pay(booking.documentId)
  await shop.eur.control.pay(shop.eur.control.invoices().at(-1)?.id ?? '', { mode: 'never' })
  await pay(unpaid.documentId)
  const page = shop.eur.control.invoices().at(-1)?.id ?? ''
  const { clock } = shop.world.running.platform
  await shop.world.setTime(clock.now().add({ hours: 73 }).toString())
  await shop.world.settle()
  expect(await contractStatus(booking.id)).toBe('active')
  // The one beside it was not paid: given up, and its page can be paid no more.
  expect(await contractStatus(unpaid.id)).toBe('cancelled')
  await expect(shop.eur.control.pay(page)).rejects.toThrow('expired or revoked')
})

it('a page opened shortly before the hold ends closes with it', async () => {
  const { clock } = shop.world.running.platform
  const booking = await booked(5, clock.now().toZonedDateTimeISO('Europe/Berlin').toPlainDate().toString())
  await shop.world.setTime(clock.now().add({ hours: 70 }).toString())
  await pay(booking.documentId)
  const page = shop.eur.control.invoices().at(-1)
  const life = Date.parse(page?.expiresAt ?? '') - Date.parse(page?.createdAt ?? '')
  expect(life / 3_600_000).toBeCloseTo(2, 1)
  await shop.world.setTime(clock.now().add({ hours: 3 }).toString())
  expect(await contractStatus(booking.id)).toBe('cancelled')
  await expect(shop.eur.control.pay(page?.id ?? '')).rejects.toThrow('expired or revoked')
})
