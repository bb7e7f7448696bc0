import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as billingApi from '@stowage/api/billing'
import * as bookingApi from '@stowage/api/booking'
import * as contractsApi from '@stowage/api/contracts'
import * as reportsApi from '@stowage/api/reports'
import * as stocksApi from '@stowage/api/stocks'
import * as refundsApi from '@stowage/api/refunds'
import * as payoutsApi from '@stowage/api/payouts'
import { money } from '@stowage/domain/money'
import { formatLongDay } from '@stowage/texts/format.ts'
import { findFaults } from '../../../../../tools/verify/find-faults.ts'
import { newId } from '../../platform/ids.ts'
import { beginUnpaid } from '../../testing/begin-unpaid.ts'
import { createPerson, type NamedPerson } from '../../testing/people.ts'
import { openPeopledWorld } from '../../testing/peopled-world.ts'
import { createSmallStock, type SmallStock } from '../../testing/small-stock.ts'

import type { LeaseFacts } from './lease-facts.ts'
import { leaseFor } from './lease-view.ts'
import { leasePage } from './print-lease.ts'

let stock: SmallStock
let tenant: NamedPerson
let nextBox = 0

const { world, people } = await openPeopledWorld()
beforeAll(async () => {
  const { platform, modules } = world.running
  stock = await createSmallStock(
    { platform, catalog: modules.catalog },
    {
      boxes: Array.from({ length: 20 }, (_, index) => ({
        unitNumber: `YB${String(index + 1).padStart(3, '0')}`,
        size: 2,
        ownRate: 5000,
      })),
    },
  )
})
beforeEach(async () => {
  await world.setTime('2026-11-21T10:00:00Z')
  tenant = await createPerson(world, { email: `${newId().toLowerCase()}@tenants.example` })
})
afterEach(async () => {
  await world.settle()
  expect((await findFaults(world.running.platform.db)).faults).toEqual([])
})

interface Booked {
  readonly boxId: string
  readonly contractId: string
  readonly documentId: string
  readonly total: number
}

async function book(paymentMethod = 'manual', arrivalDate = '2026-11-21'): Promise<Booked> {
  const boxId = stock.boxes[nextBox++]?.id ?? ''
  const reply = await people.sofia.call(bookingApi.bookBox, {
    body: {
      stockId: stock.stockId,
      boxId,
      userId: tenant.id,
      arrivalDate,
      contractDuration: 3,
      invoicingPeriod: 3,
      paymentMethod,
    },
  })
  expect(reply.errors).toEqual([])
  return {
    boxId,
    contractId: reply.body.id,
    documentId: reply.body.documentId ?? '',
    total: reply.body.total,
  }
}

const contractOf = async ({ contractId }: Booked) =>
  (await tenant.call(contractsApi.getContract, { params: { contractId } })).body

const balance = async () =>
  (await tenant.call(billingApi.accountBalance, { query: { stockId: stock.stockId } })).body

/** Money arrives by bank, and everything that follows from it. */
async function transfer({ documentId }: Booked, amount: number): Promise<string> {
  const { platform, modules } = world.running
  const { paymentId } = await platform.transact(
    async (tx) =>
      await modules.payments.recordManual(tx, {
        reference: `document:${documentId}`,
        accountId: tenant.id,
        stockId: stock.stockId,
        amount: money(amount, 'EUR'),
        createdById: people.sofia.id,
        processor: 'bankTransfer',
        outsideId: newId(),
        at: platform.clock.now(),
      }),
  )
  await world.settle()
  return paymentId
}

const invoiceOf = async (booked: Booked) =>
  await world.running.platform.db
    .selectFrom('document')
    .selectAll()
    .where('id', '=', booked.documentId)
    .executeTakeFirstOrThrow()

const mailsOf = async (kind: string) =>
  (
    await world.running.platform.db
      .selectFrom('mail')
      .select('kind')
      .where('account_id', '=', tenant.id)
      .where('kind', '=', kind)
      .execute()
  ).length

describe('C1: a first invoice paid in part', () => {
  test('C1: takes no number, and asks for the rest only', async () => {
    const booked = await book('bankTransfer')
    await transfer(booked, booked.total - 500)
    expect(await invoiceOf(booked)).toMatchObject({ number: null, status: 'open', paid: booked.total - 500 })
    expect((await contractOf(booked)).status).toBe('pending')
    expect((await contractOf(booked)).debt).toBe(500)
    await transfer(booked, 500)
    expect((await contractOf(booked)).status).toBe('active')
    expect(await invoiceOf(booked)).toMatchObject({ status: 'paid', paid: booked.total })
  })

  test('C1: is cancelled when its hold ends; what came is a balance to be paid out', async () => {
    const booked = await book('bankTransfer')
    const came = booked.total - 500
    await transfer(booked, came)
    await world.setTime('2026-12-10T09:59:00Z')
    expect((await contractOf(booked)).status).toBe('pending')
    await world.setTime('2026-12-10T10:30:00Z')
    expect((await contractOf(booked)).status).toBe('cancelled')
    expect(await invoiceOf(booked)).toMatchObject({ number: null, status: 'void', paid: 0 })
    expect(await balance()).toMatchObject({ accountBalance: came, debt: 0 })
    const { body: waiting } = await people.sofia.call(payoutsApi.listWaitingPayouts)
    expect(waiting).toContainEqual(
      expect.objectContaining({ accountId: tenant.id, balance: came, contractId: booked.contractId }),
    )
  })

  test.each(['tenant', 'superUser'])(
    'C1: is cancelled by hand by the %s, whenever it says so',
    async (who) => {
      const booked = await book('bankTransfer')
      await transfer(booked, 1000)
      await world.setTime('2026-11-21T11:00:00Z')
      const caller = who === 'tenant' ? tenant : people.sofia
      const seen = await caller.call(contractsApi.getContract, { params: { contractId: booked.contractId } })
      expect(seen.body.mayCancel).toBe(true)
      const done = await caller.call(contractsApi.cancelContract, {
        params: { contractId: booked.contractId },
      })
      expect([done.errors, done.body.status]).toEqual([[], 'cancelled'])
      expect(await balance()).toMatchObject({ accountBalance: 1000, debt: 0 })
    },
  )

  test('C1: money that went back after the cancellation leaves the balance again', async () => {
    const booked = await book('bankTransfer')
    const paymentId = await transfer(booked, 1000)
    await world.setTime('2026-12-10T10:30:00Z')
    const { platform } = world.running
    const { reversePayment } = await import('../billing/reverse-payment.ts')
    await platform.transact(
      async (tx) =>
        await reversePayment(tx, {
          paymentId,
          documentId: booked.documentId,
          processor: 'bankTransfer',
          refunded: money(1000, 'EUR'),
          isAll: true,
          at: platform.clock.now(),
        }),
    )
    await world.settle()
    expect(await balance()).toMatchObject({ accountBalance: 0, debt: 0 })
  })

  test('C1: one that got its number by a part in an older version is taken back by a credit note', async () => {
    const booked = await book('bankTransfer')
    await beginUnpaid(world, booked.documentId)
    await transfer(booked, 1000)
    const numbered = await invoiceOf(booked)
    expect([numbered.number === null, numbered.paid]).toEqual([false, 1000])
    await world.setTime('2026-12-10T10:30:00Z')
    expect((await contractOf(booked)).status).toBe('cancelled')
    expect(await invoiceOf(booked)).toMatchObject({
      number: numbered.number,
      status: 'paid',
      paid: booked.total,
    })
    expect(await balance()).toMatchObject({ accountBalance: 1000, debt: 0 })
  })

  test('C1: the mail about the cancellation says what became of the money', async () => {
    const booked = await book('bankTransfer')
    await transfer(booked, 1000)
    await world.setTime('2026-12-10T10:30:00Z')
    const mail = await world.running.platform.db
      .selectFrom('mail')
      .select('data')
      .where('account_id', '=', tenant.id)
      .where('kind', '=', 'contractCancelled')
      .executeTakeFirstOrThrow()
    expect(mail.data).toMatchObject({ came: '1000', kept: '1000', currency: 'EUR' })
  })

  test('C1: stands in a list for staff, with what is missing and until when', async () => {
    const booked = await book('bankTransfer')
    await transfer(booked, 1000)
    const listed = async () =>
      (await people.sofia.call(reportsApi.listDeskContracts, { query: { status: 'partPaid' } })).body
    expect(await listed()).toContainEqual(
      expect.objectContaining({
        id: booked.contractId,
        partPaid: {
          came: 1000,
          missing: booked.total - 1000,
          currency: 'EUR',
          timeZone: expect.any(String),
          holdUntil: expect.stringContaining('2026-12-10T10'),
        },
      }),
    )
    await transfer(booked, booked.total - 1000)
    expect(await listed()).not.toContainEqual(expect.objectContaining({ id: booked.contractId }))
  })

  test('C1: says at once what is missing, by mail', async () => {
    const booked = await book('bankTransfer')
    await transfer(booked, 1000)
    expect(await mailsOf('firstPaymentIncomplete')).toBe(1)
    await transfer(booked, 1000)
    expect(await mailsOf('firstPaymentIncomplete')).toBe(2)
  })

  test('C1: a transfer of a part keeps the box as long as one that was announced', async () => {
    const booked = await book('manual', '2026-12-20')
    await transfer(booked, 1000)
    expect((await contractOf(booked)).holdUntil?.slice(0, 13)).toBe('2026-12-10T10')
  })
})

describe('C1: the tolerance of the seller', () => {
  test('C1: a shortfall within it counts as paid', async () => {
    const booked = await book('bankTransfer')
    await transfer(booked, booked.total - 100)
    expect((await contractOf(booked)).status).toBe('active')
    const invoice = await invoiceOf(booked)
    expect(invoice).toMatchObject({ status: 'paid', paid: booked.total })
    expect(invoice.number).not.toBeNull()
    expect(await balance()).toMatchObject({ accountBalance: 0, debt: 0 })
    expect(await mailsOf('firstPaymentIncomplete')).toBe(0)
  })

  test('C1: one cent beyond it does not', async () => {
    const booked = await book('bankTransfer')
    await transfer(booked, booked.total - 101)
    expect((await contractOf(booked)).status).toBe('pending')
  })

  test('C1: is what the seller says', async () => {
    const [seller] = (await people.sofia.call(stocksApi.listSellers)).body
    expect(seller?.paymentTolerance).toBe(100)
    const set = async (paymentTolerance: number) =>
      await people.sofia.call(stocksApi.updateSeller, {
        params: { id: seller?.id ?? '' },
        body: { paymentTolerance },
      })
    expect((await set(0)).body.paymentTolerance).toBe(0)
    const booked = await book('bankTransfer')
    await transfer(booked, booked.total - 1)
    expect((await contractOf(booked)).status).toBe('pending')
    await set(100)
    await transfer(booked, 1)
    expect((await contractOf(booked)).status).toBe('active')
  })

  test('C1: is asked for again when the payment goes back', async () => {
    const booked = await book('bankTransfer')
    const paymentId = await transfer(booked, booked.total - 100)
    const { platform } = world.running
    const { reversePayment } = await import('../billing/reverse-payment.ts')
    await platform.transact(
      async (tx) =>
        await reversePayment(tx, {
          paymentId,
          documentId: booked.documentId,
          processor: 'bankTransfer',
          refunded: money(booked.total - 100, 'EUR'),
          isAll: true,
          at: platform.clock.now(),
        }),
    )
    await world.settle()
    expect(await invoiceOf(booked)).toMatchObject({ status: 'open', paid: 0 })
    await transfer(booked, booked.total - 50)
    expect(await invoiceOf(booked)).toMatchObject({ status: 'paid', paid: booked.total })
  })
})

describe('C1: who pays late', () => {
  test('C1: begins on the day from which the box can be used, for the whole term and at the quoted price', async () => {
    const booked = await book('bankTransfer')
    const quoted = await invoiceOf(booked)
    await world.setTime('2026-12-03T15:00:00Z')
    await transfer(booked, booked.total)
    const contract = await contractOf(booked)
    expect(contract).toMatchObject({
      status: 'active',
      startDate: '2026-12-03',
      endDate: '2027-03-03',
      paidUntil: '2027-03-03',
      plannedStartDate: '2026-11-21',
    })
    const invoice = await invoiceOf(booked)
    expect([invoice.period_from?.toString(), invoice.period_to?.toString()]).toEqual([
      '2026-12-03',
      '2027-03-03',
    ])
    expect([invoice.net, invoice.vat, invoice.gross]).toEqual([quoted.net, quoted.vat, quoted.gross])
    const plan = await world.running.platform.db
      .selectFrom('billing_plan')
      .selectAll()
      .where('contract_id', '=', booked.contractId)
      .executeTakeFirstOrThrow()
    expect([plan.anchor_day, plan.end_day, plan.billed_until].map(String)).toEqual([
      '2026-12-03',
      '2027-03-03',
      '2027-03-03',
    ])
  })

  test('C1: the lease says how the term has moved, behind what was signed', async () => {
    const booked = await book('bankTransfer')
    await world.setTime('2026-12-03T15:00:00Z')
    await transfer(booked, booked.total)
    const lease = await leaseFor(world.running.platform.db, booked.contractId, null)
    expect(lease?.moved).toEqual({ from: '2026-12-03', until: '2027-03-03' })
    const page = leasePage(
      {
        facts: lease?.print as LeaseFacts,
        contractNumber: '1',
        concludedOn: '2026-11-21',
        signature: null,
        moved: lease?.moved ?? null,
      },
      'en',
    )
    expect(page.signature.rows.at(-1)?.value).toContain(formatLongDay('2027-03-02', 'en'))
  })

  test('C1: a payment before the planned day moves nothing', async () => {
    const booked = await book('bankTransfer', '2026-12-05')
    await world.setTime('2026-12-03T15:00:00Z')
    await transfer(booked, booked.total)
    expect(await contractOf(booked)).toMatchObject({
      startDate: '2026-12-05',
      endDate: '2027-03-05',
      plannedStartDate: null,
    })
  })
})

test('C8: paying what is paid says so, and nothing about doors', async () => {
  const booked = await book('manual')
  await transfer(booked, booked.total)
  const reply = await tenant.call(billingApi.payDocument, {
    body: { documentId: booked.documentId, processor: 'paykeeper' },
  })
  expect([reply.status, reply.code]).toEqual([409, 9204])
})

test('C3: a refund that cannot be made says so, and nothing about doors', async () => {
  const booked = await book('manual')
  const paymentId = await transfer(booked, booked.total)
  const reply = await people.sofia.call(refundsApi.refundPayment, {
    params: { paymentId },
    body: { amount: 100, reason: 'goodwill' },
  })
  expect([reply.status, reply.code]).toEqual([409, 9205])
})
