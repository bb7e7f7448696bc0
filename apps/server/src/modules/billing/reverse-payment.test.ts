import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { accountBalance, listContractInvoices, payDocument, recordPayout } from '@stowage/api/billing'
import { cancelContract, getContract, transferContract } from '@stowage/api/contracts'
import { findFaults } from '../../../../../tools/verify/find-faults.ts'
import { publish } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import type { NamedPerson } from '../../testing/people.ts'
import { receiveMoney } from '../../testing/receive-money.ts'
import { openContracts } from '../../testing/running-contracts.ts'
import { paymentRefunded } from '../payments/index.ts'

/** A month of these boxes with VAT, in cents. */
const MONTH = 5950
const DEPOSIT = 5000

let tenant: NamedPerson
const scene = await openContracts()
const { world } = scene
beforeEach(async () => {
  await world.setTime('2026-11-21T10:00:00Z')
  tenant = await scene.tenant()
})
afterEach(async () => expect((await findFaults(world.running.platform.db)).faults).toEqual([]))

const book = async (at = scene.stock) => await scene.book(tenant, { at, isPaid: false, invoicingPeriod: 1 })
const receive = async (documentId: string, amount: number): Promise<string> =>
  await receiveMoney(world, scene.people.sofia.id, documentId, amount)

/** All or a part of a payment went back, as the payments module tells it. */
async function refund(paymentId: string, refunded: number, isAll = true): Promise<void> {
  const { platform } = world.running
  const row = await platform.db
    .updateTable('payment')
    .set(isAll ? { status: 'refunded' } : { outside_status: 'partially_refunded' })
    .where('id', '=', paymentId)
    .returning([
      'reference',
      'account_id as accountId',
      'stock_id as stockId',
      'amount',
      'currency',
      'processor',
    ])
    .executeTakeFirstOrThrow()
  const { stockId } = row
  await platform.transact(async (tx) => {
    const payload = { ...row, paymentId, refunded, isAll }
    const at = platform.clock.now()
    publish(tx, fact(paymentRefunded, { aggregate: `payment:${paymentId}`, stockId, at, payload }))
  })
  await world.settle()
}

const balance = async () =>
  (await tenant.call(accountBalance, { query: { stockId: scene.stock.stockId } })).body
const contractOf = async (contractId: string) =>
  (await tenant.call(getContract, { params: { contractId } })).body
const invoicesOf = async (contractId: string) =>
  (await tenant.call(listContractInvoices, { params: { contractId } })).body
async function isMarkedReversed(contractId: string): Promise<boolean> {
  const contract = await world.running.platform.db
    .selectFrom('contract')
    .select('first_payment_reversed')
    .where('id', '=', contractId)
    .executeTakeFirstOrThrow()
  return contract.first_payment_reversed
}
/** The tenant's sums of accounts of the book. */
const inBook = async (...accounts: string[]): Promise<number[]> =>
  await Promise.all(
    accounts.map(async (account) => {
      const { rows } = await sql<{ sum: number }>`
        select coalesce(sum(amount), 0)::bigint as sum from ledger_entry where account = ${account} and account_holder_id = ${tenant.id}`.execute(
        world.running.platform.db,
      )
      return rows[0]?.sum ?? 0
    }),
  )

test('its invoice is open again under its number, is paid anew, and the same news twice is once', async () => {
  const { id, documentId } = await book()
  const paymentId = await receive(documentId, MONTH)
  const [paid] = await invoicesOf(id)
  await refund(paymentId, MONTH)
  await refund(paymentId, MONTH)
  const [open] = await invoicesOf(id)
  expect(open).toMatchObject({ status: 'open', paid: false, paidAmount: 0, debt: MONTH, mayPay: true })
  expect(open).toMatchObject({ invoiceNumber: paid?.invoiceNumber, paymentDate: null })
  expect(await contractOf(id)).toMatchObject({ status: 'active', debt: MONTH, mayPay: true })
  expect(await balance()).toMatchObject({ accountBalance: 0, debt: MONTH })
  expect(await inBook('cash:manual')).toEqual([0])
  const body = { documentId, processor: 'manual', debt: MONTH }
  expect((await scene.people.sofia.call(payDocument, { body })).body.status).toBe('paid')
  await world.settle()
  expect(await balance()).toMatchObject({ accountBalance: 0, debt: 0 })
  expect(await inBook('cash:manual')).toEqual([MONTH])
  expect((await invoicesOf(id))[0]).toMatchObject({ status: 'paid', invoiceNumber: paid?.invoiceNumber })
  // Late news of the first refund takes nothing from the second payment.
  await refund(paymentId, MONTH)
  expect(await balance()).toMatchObject({ accountBalance: 0, debt: 0 })
})

test('a deposit that was held is asked for again, and held once when paid anew', async () => {
  const { documentId } = await book(scene.depositStock)
  const paymentId = await receive(documentId, MONTH + DEPOSIT)
  expect(await inBook('deposit', 'depositAsked')).toEqual([-DEPOSIT, 0])
  await refund(paymentId, MONTH + DEPOSIT)
  expect(await inBook('deposit', 'depositAsked')).toEqual([0, -DEPOSIT])
  await receive(documentId, MONTH + DEPOSIT)
  expect(await inBook('deposit', 'depositAsked')).toEqual([-DEPOSIT, 0])
})

test('a part of what a move asks for goes back: the deposit of before is held all the same', async () => {
  const { id, documentId } = await book(scene.depositStock)
  await receive(documentId, MONTH + DEPOSIT)
  await world.setTime('2026-12-06T10:00:00Z')
  const { platform, modules } = world.running
  const { stockId } = scene.depositStock
  const [dearer] = await platform.transact(
    async (tx) =>
      await modules.catalog.createBoxes(tx, { actorId: null }, stockId, [
        { unitNumber: 'YC001', size: 3, ownRate: 8000 },
      ]),
  )
  const params = { stockId, contractId: id }
  const moved = await scene.people.sofia.call(transferContract, { params, body: { boxId: dearer?.id ?? '' } })
  expect(moved.errors).toEqual([])
  await world.settle()
  const open = (await invoicesOf(id)).find(({ debt }) => debt > 0)
  const paymentId = await receive(open?.id ?? '', 100)
  expect(await inBook('deposit', 'depositAsked')).toEqual([-DEPOSIT, -3000])
  await refund(paymentId, 100)
  expect(await inBook('deposit', 'depositAsked')).toEqual([-DEPOSIT, -3000])
})

test('a surplus leaves the balance; what of it was spent is owed on what it had paid', async () => {
  const { id, documentId } = await book()
  await receive(documentId, MONTH)
  const surplus = await receive(documentId, 10_000)
  await receive(documentId, 2000)
  expect(await balance()).toMatchObject({ accountBalance: 12_000, debt: 0 })
  await world.setTime('2026-12-15T10:00:00Z')
  expect(await balance()).toMatchObject({ accountBalance: 12_000 - MONTH, debt: 0 })
  await refund(surplus, 10_000)
  // 2000 are still the tenant's and have paid; the rest of the second invoice is owed.
  expect(await balance()).toMatchObject({ accountBalance: 0, debt: MONTH - 2000 })
  expect((await invoicesOf(id)).map(({ status, debt }) => [status, debt])).toEqual([
    ['open', MONTH - 2000],
    ['paid', 0],
  ])
  expect((await contractOf(id)).status).toBe('active')
})

test('paid twice, and the first of them went back: the other one pays, nothing is owed', async () => {
  const { id, documentId } = await book()
  const first = await receive(documentId, MONTH)
  await receive(documentId, MONTH)
  await refund(first, MONTH)
  expect(await balance()).toMatchObject({ accountBalance: 0, debt: 0 })
  expect((await invoicesOf(id))[0]).toMatchObject({ status: 'paid', debt: 0 })
  expect(await isMarkedReversed(id)).toBe(false)
})

test('a part is taken from its surplus first, the rest is goodwill; with the last part all is owed again', async () => {
  const { id, documentId } = await book()
  const paymentId = await receive(documentId, MONTH + 300)
  await refund(paymentId, 1000, false)
  expect(await balance()).toMatchObject({ accountBalance: 0, debt: 0 })
  expect(await inBook('writeOff', 'cash:manual')).toEqual([700, MONTH - 700])
  expect(await isMarkedReversed(id)).toBe(false)
  await refund(paymentId, MONTH - 700)
  expect(await balance()).toMatchObject({ accountBalance: 0, debt: MONTH })
  expect(await inBook('writeOff', 'cash:manual')).toEqual([0, 0])
  expect(await isMarkedReversed(id)).toBe(true)
})

test('money for a booking that was given up is balance, and goes back from there', async () => {
  const { id, documentId } = await book()
  await tenant.call(cancelContract, { params: { contractId: id } })
  const paymentId = await receive(documentId, MONTH)
  expect(await balance()).toMatchObject({ accountBalance: MONTH, debt: 0 })
  await refund(paymentId, MONTH)
  expect(await balance()).toMatchObject({ accountBalance: 0, debt: 0 })
})

test('what was paid out of a payment that then went back is lost, and stands in the book as such', async () => {
  const contract = await book()
  const paymentId = await receive(contract.documentId, MONTH + 2000)
  const paidOut = await scene.people.sofia.call(recordPayout, {
    params: { userId: tenant.id },
    body: { stockId: contract.stockId, amount: 1500, method: 'cash', paidOn: '2026-11-21' },
  })
  expect(paidOut).toMatchObject({ status: 200, body: [{ accountBalance: 500 }] })
  await refund(paymentId, MONTH + 2000)
  expect(await balance()).toMatchObject({ accountBalance: 0, debt: MONTH })
  const lost = await world.running.platform.db
    .selectFrom('ledger_entry')
    .select('amount')
    .where('payment_id', '=', paymentId)
    .where('account', '=', 'writeOff')
    .execute()
  expect(lost).toEqual([{ amount: 1500 }])
})
