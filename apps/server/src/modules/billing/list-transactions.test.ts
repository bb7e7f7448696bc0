import { afterEach, beforeEach, expect, test } from 'vitest'
import { accountBalance, listPersonalInvoices, recordPayout } from '@stowage/api/billing'
import { listContractTransactions, listUserTransactions } from '@stowage/api/transactions'
import { publish } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import type { NamedPerson } from '../../testing/people.ts'
import { receiveMoney } from '../../testing/receive-money.ts'
import { openContracts } from '../../testing/running-contracts.ts'
import { paymentRefunded } from '../payments/index.ts'

/** A month of these boxes with VAT, in cents. */
const MONTH = 5950

let tenant: NamedPerson
const scene = await openContracts()
const { world, people } = scene
beforeEach(async () => {
  await world.setTime('2026-11-21T10:00:00Z')
  tenant = await scene.tenant()
})
const book = async () => await scene.book(tenant, { isPaid: false, invoicingPeriod: 1 })
const receive = async (documentId: string, amount: number): Promise<string> =>
  await receiveMoney(world, people.sofia.id, documentId, amount)
const mine = async () => (await tenant.call(listUserTransactions, { params: { userId: tenant.id } })).body
const ofContract = async (contractId: string, who = tenant) =>
  await who.call(listContractTransactions, { params: { contractId } })

/** Whatever happened: the deeds sum to the balance, and to what is paid of each document. */
afterEach(async () => {
  const deeds = await mine()
  const { body: balance } = await tenant.call(accountBalance, { query: { stockId: scene.stock.stockId } })
  expect(deeds.reduce((sum, deed) => sum + deed.balanceChange, 0)).toBe(balance.accountBalance)
  const { body: documents } = await tenant.call(listPersonalInvoices, { params: { userId: tenant.id } })
  for (const { id, paidAmount } of documents) {
    const shares = deeds.flatMap(({ settled }) => settled).filter((share) => share.documentId === id)
    expect(shares.reduce((sum, share) => sum + share.amount, 0)).toBe(paidAmount)
  }
})

test('a payment says what it paid and what of it became balance; the balance paid the next invoice', async () => {
  const contract = await book()
  await receive(contract.documentId, MONTH + 2000)
  await world.setTime('2026-12-14T10:00:00Z')
  const [used, payment, ...more] = await mine()
  expect(more).toEqual([])
  expect(payment).toMatchObject({
    kind: 'payment',
    date: '2026-11-21',
    processor: 'manual',
    amount: MONTH + 2000,
    balanceChange: 2000,
    currency: 'EUR',
    settled: [{ documentId: contract.documentId, amount: MONTH, documentType: 'Invoice' }],
  })
  expect(used).toMatchObject({
    kind: 'creditUsed',
    date: '2026-12-14',
    amount: 2000,
    balanceChange: -2000,
    processor: null,
  })
  expect(used?.settled[0]?.documentId).not.toBe(contract.documentId)
})

test('all of a payment goes back: its invoice is open again', async () => {
  const contract = await book()
  const paymentId = await receive(contract.documentId, MONTH)
  const { platform } = world.running
  await platform.db.updateTable('payment').set({ status: 'refunded' }).where('id', '=', paymentId).execute()
  await world.setTime('2026-11-25T10:00:00Z')
  await platform.transact(async (tx) => {
    const at = platform.clock.now()
    publish(
      tx,
      fact(paymentRefunded, {
        aggregate: `payment:${paymentId}`,
        stockId: contract.stockId,
        at,
        payload: {
          reference: `document:${contract.documentId}`,
          accountId: tenant.id,
          stockId: contract.stockId,
          amount: MONTH,
          currency: 'EUR',
          processor: 'manual',
          paymentId,
          refunded: MONTH,
          isAll: true,
        },
      }),
    )
  })
  await world.settle()
  expect((await mine()).map(({ kind, amount, date }) => [kind, amount, date])).toEqual([
    ['refund', -MONTH, '2026-11-25'],
    ['payment', MONTH, '2026-11-21'],
  ])
})

test('what is paid out leaves the balance, with how it went', async () => {
  const contract = await book()
  await receive(contract.documentId, MONTH + 3000)
  const paid = await people.sofia.call(recordPayout, {
    params: { userId: tenant.id },
    body: {
      stockId: contract.stockId,
      amount: 3000,
      method: 'bankTransfer',
      paidOn: '2026-11-21',
      reference: 'SEPA 17',
      contractId: contract.id,
    },
  })
  expect(paid.status).toBe(200)
  const payout = (await ofContract(contract.id)).body.find(({ kind }) => kind === 'payout')
  expect(payout).toMatchObject({
    amount: -3000,
    balanceChange: -3000,
    processor: 'bankTransfer',
    reference: 'SEPA 17',
    settled: [],
  })
})

test('of a card no more than its last four digits leaves the server', async () => {
  const contract = await book()
  const paymentId = await receive(contract.documentId, MONTH)
  await world.running.platform.db
    .updateTable('payment')
    .set({ card: '4111111111111234', card_holder: 'ANNA SCHMIDT' })
    .where('id', '=', paymentId)
    .execute()
  const reply = await ofContract(contract.id)
  expect(reply.body[0]).toMatchObject({ card: '•••• 1234', cardHolder: 'ANNA SCHMIDT' })
  expect(reply.raw).not.toContain('41111')
})

test('a payment for two contracts stands in both; staff learn of the one they look at', async () => {
  const [first, second] = [await book(), await book()]
  await receive(first.documentId, MONTH)
  await receive(second.documentId, MONTH)
  await world.setTime('2026-12-14T10:00:00Z')
  const { body: documents } = await tenant.call(listPersonalInvoices, { params: { userId: tenant.id } })
  const open = documents.filter(({ debt }) => debt > 0)
  expect(open).toHaveLength(2)
  await receive(open[0]?.id ?? '', 2 * MONTH)
  for (const { id } of [first, second]) {
    const [deed] = (await ofContract(id)).body
    expect(deed).toMatchObject({ kind: 'payment', amount: 2 * MONTH })
    expect(deed?.settled).toHaveLength(2)
    const [seen] = (await ofContract(id, people.adam)).body
    expect(seen?.settled.map(({ contractId }) => contractId)).toEqual([id])
  }
})

test('without a stock the balance is that of the latest document; with one, of its seller and currency alone', async () => {
  const contract = await book()
  await receive(contract.documentId, MONTH + 700)
  const balance = async (query: object = {}) => (await tenant.call(accountBalance, { query })).body
  expect(await balance()).toMatchObject({ accountBalance: 700, currency: 'EUR', debt: 0 })
  expect(await balance({ stockId: contract.stockId })).toMatchObject({ accountBalance: 700 })
  // Another's in the query is not looked at.
  expect(await balance({ userId: people.sofia.id })).toMatchObject({ accountBalance: 700 })
  const other = await scene.tenant()
  expect((await other.call(accountBalance, { query: { userId: tenant.id } })).body).toEqual({
    accountBalance: 0,
    currency: 'EUR',
    debt: 0,
  })
})

test('another tenant finds neither', async () => {
  const contract = await book()
  await receive(contract.documentId, MONTH)
  const other = await scene.tenant()
  expect(await ofContract(contract.id, other)).toMatchObject({ status: 404, code: 9104 })
  expect(await other.call(listUserTransactions, { params: { userId: tenant.id } })).toMatchObject({
    status: 404,
    code: 6004,
  })
})
