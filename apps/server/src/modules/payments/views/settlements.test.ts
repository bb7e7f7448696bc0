import { describe, expect, test } from 'vitest'
import { listContractInvoices } from '@stowage/api/billing'
import * as api from '@stowage/api/payments'
import { newId } from '../../../platform/ids.ts'
import { changePayment } from '../payment-store.ts'
import { readSettlements } from './read-settlements.ts'
import { openPayments } from './testing/open-payments.ts'

const { scene, world, platform, db, tenant, contract, at, paid, givenBack, people } = await openPayments()
const { sofia, adam } = people

async function sellerOf(stockId: string): Promise<string> {
  const row = await db
    .selectFrom('stock')
    .select('seller_id')
    .where('id', '=', stockId)
    .executeTakeFirstOrThrow()
  return row.seller_id
}

const settlementsOf = async (month: string) => {
  const reply = await sofia.call(api.readSettlements, {
    query: { sellerId: await sellerOf(contract.stockId), month },
  })
  expect(reply.errors).toEqual([])
  return reply.body
}

describe('a month of money against the book', () => {
  test('a mixed day ties: by card, by hand, given back, heard of after midnight, paid out', async () => {
    const amount = await debtOf(contract)
    await world.setTime('2026-11-22T09:00:00Z')
    // Paid a minute before midnight at the stock, heard of the next day.
    await paid({ documentId: contract.documentId, amount, at: '2026-11-21T22:59:00Z' })
    const second = await paid({ documentId: contract.documentId, amount: 5_000, at: '2026-11-22T08:00:00Z' })
    const third = await paid({ documentId: contract.documentId, amount: 7_000, at: '2026-11-22T08:30:00Z' })
    const other = await scene.tenant()
    const byHand = await scene.book(other, { isPaid: true, from: '2026-11-22' })
    await givenBack(second, 5_000, '2026-11-22T08:45:00Z')
    await givenBack(third, 1_500, '2026-11-22T08:50:00Z')
    const payout = await sofia.send('POST', `users/${tenant.id}/payouts`, {
      stockId: contract.stockId,
      amount: 1_000,
      method: 'bankTransfer',
      paidOn: '2026-11-22',
    })
    expect(payout.status).toBe(200)

    const { days, totals, differences } = await settlementsOf('2026-11')
    const of = (day: string, processor: string) =>
      days.find((one) => one.day === day && one.processor === processor)
    expect(of('2026-11-21', 'paykeeper')).toMatchObject({
      received: amount,
      receivedCount: 1,
      net: amount,
      booked: amount,
      difference: 0,
    })
    expect(of('2026-11-22', 'paykeeper')).toMatchObject({
      received: 12_000,
      receivedCount: 2,
      refunded: 6_500,
      refundedCount: 2,
      net: 5_500,
      booked: 5_500,
      difference: 0,
    })
    const manual = await manualOf(byHand.documentId)
    expect(of('2026-11-22', 'manual')).toMatchObject({
      received: manual,
      paidOut: 1_000,
      net: manual - 1_000,
      booked: manual - 1_000,
    })
    expect(differences).toEqual([])
    // Each way's month is what its cash account in the book says, and nothing of the book is left out.
    const cash = await db
      .selectFrom('ledger_entry')
      .select(({ fn }) => ['account', fn.sum<number>('amount').as('amount')])
      .where('account', 'like', 'cash:%')
      .groupBy('account')
      .execute()
    const byAccount = cash.toSorted((one, two) => one.account.localeCompare(two.account))
    expect(totals.map(({ processor, booked, net }) => [`cash:${processor}`, booked, net])).toEqual(
      byAccount.map(({ account, amount: sum }) => [account, sum, sum]),
    )
  })

  test('money that the book lacks, has on another day or in another sum is named', async () => {
    // Never booked: its document is no more (nobody hears of it).
    const lost = await paid({
      documentId: contract.documentId,
      amount: 4_400,
      at: '2026-12-02T10:00:00Z',
      status: 'failed',
    })
    await platform.transact(async (tx) => await changePayment(tx, lost.id, { status: 'succeeded' }))
    // Given back at the processor; its news has not been booked.
    const halfway = await paid({ documentId: contract.documentId, amount: 3_000, at: '2026-12-03T10:00:00Z' })
    await givenBack(halfway, 1_000, '2026-12-04T10:00:00Z', false)
    // Booked on another day than its own.
    const moved = await paid({
      documentId: contract.documentId,
      amount: 2_200,
      at: '2026-12-05T10:00:00Z',
      heard: '2026-12-07T10:00:00Z',
    })
    const { days, differences } = await settlementsOf('2026-12')
    expect(
      differences.map(({ paymentId, day, amount, booked, why, otherDay }) => [
        paymentId,
        day,
        amount,
        booked,
        why,
        otherDay,
      ]),
    ).toEqual([
      [moved.id, '2026-12-07', 0, 2_200, 'otherDay', '2026-12-05'],
      [moved.id, '2026-12-05', 2_200, 0, 'otherDay', '2026-12-07'],
      [halfway.id, '2026-12-03', 2_000, 3_000, 'otherAmount', null],
      [lost.id, '2026-12-02', 4_400, 0, 'notBooked', null],
    ])
    expect(differences[0]).toMatchObject({ accountId: tenant.id, reference: moved.outsideId })
    expect(days.map(({ day, difference }) => [day, difference])).toEqual([
      ['2026-12-07', -2_200],
      ['2026-12-05', 2_200],
      ['2026-12-03', -1_000],
      ['2026-12-02', 4_400],
    ])
  })

  test('money that the payer’s bank takes, and gives back, is disputed and not refunded', async () => {
    const payment = await paid({ documentId: contract.documentId, amount: 6_600, at: '2027-01-05T10:00:00Z' })
    await db
      .insertInto('payment_dispute')
      .values({
        id: newId(),
        payment_id: payment.id,
        cabinet: 'eur',
        outside_id: 'D-1',
        state: 'won',
        said: 'won',
        amount: 6_600,
        currency: 'EUR',
        is_withdrawn: false,
        blocks: false,
        opened_at: at('2027-01-06T10:00:00Z'),
      })
      .execute()
    // Taken, then given back as a payment of its own (take-disputes): nothing of the first one counts as taken any more.
    await givenBack(payment, 6_600, '2027-01-06T10:00:00Z')
    await platform.transact(
      async (tx) =>
        await changePayment(tx, payment.id, { details: { startedAt: '2027-01-05T10:00:00Z', withdrawn: 0 } }),
    )
    await paid({
      documentId: contract.documentId,
      amount: 6_600,
      at: '2027-01-07T10:00:00Z',
      details: { startedAt: '2027-01-07T10:00:00Z', reinstates: payment.id },
    })
    const { days, differences } = await settlementsOf('2027-01')
    expect(differences).toEqual([])
    expect(
      days.map(({ day, received, refunded, disputed, net }) => [day, received, refunded, disputed, net]),
    ).toEqual([
      ['2027-01-07', 6_600, 0, 0, 6_600],
      ['2027-01-06', 0, 0, 6_600, -6_600],
      ['2027-01-05', 6_600, 0, 0, 6_600],
    ])
  })

  test('without a wish the running month of the first seller; an unknown seller is not there', async () => {
    const { body } = await sofia.call(api.readSettlements, { query: {} })
    expect(body.month).toBe('2026-11')
    expect(body.sellers.length).toBeGreaterThan(0)
    expect(await readSettlements(platform, {})).toMatchObject({ month: '2026-11' })
    expect((await sofia.send('GET', 'payments/settlements?sellerId=nobody')).status).toBe(404)
    expect((await sofia.send('GET', 'payments/settlements?month=2026-13')).code).toBe(1005)
    expect((await adam.send('GET', 'payments/settlements')).code).toBe(9103)
  })
})

async function debtOf(of: { id: string }): Promise<number> {
  const { body } = await sofia.call(listContractInvoices, { params: { contractId: of.id } })
  return body[0]?.debt ?? 0
}

async function manualOf(documentId: string): Promise<number> {
  const row = await db
    .selectFrom('payment')
    .select('amount')
    .where('reference', '=', `document:${documentId}`)
    .executeTakeFirstOrThrow()
  return row.amount
}
