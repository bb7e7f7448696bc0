import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as billingApi from '@stowage/api/billing'
import * as bookingApi from '@stowage/api/booking'
import * as contractsApi from '@stowage/api/contracts'
import { money } from '@stowage/domain/money'
import { findFaults } from '../../../../../tools/verify/find-faults.ts'
import { newId } from '../../platform/ids.ts'
import { createPerson, type NamedPerson } from '../../testing/people.ts'
import { openPeopledWorld } from '../../testing/peopled-world.ts'
import { createSmallStock, type SmallStock } from '../../testing/small-stock.ts'
import { reversePayment } from '../billing/reverse-payment.ts'
import { settlePayment } from '../billing/settle-payment.ts'
import { activateContract, cancelLapsedHolds, noteReversedPayment } from './change-status.ts'

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
        unitNumber: `YA${String(index + 1).padStart(3, '0')}`,
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

async function book(
  paymentMethod = 'manual',
  arrivalDate = '2026-11-21',
): Promise<{ contractId: string; documentId: string; total: number }> {
  const reply = await people.sofia.call(bookingApi.bookBox, {
    body: {
      stockId: stock.stockId,
      boxId: stock.boxes[nextBox++]?.id ?? '',
      userId: tenant.id,
      arrivalDate,
      contractDuration: 3,
      invoicingPeriod: 3,
      paymentMethod,
    },
  })
  expect(reply.errors).toEqual([])
  return { contractId: reply.body.id, documentId: reply.body.documentId ?? '', total: reply.body.total }
}
const statusOf = async (contractId: string) =>
  (await tenant.call(contractsApi.getContract, { params: { contractId } })).body.status
const lapse = async () => await cancelLapsedHolds(world.running.platform, world.running.modules)

/** Business time goes on and nothing is delivered: as when a process dies between a commit and what follows from it. */
const later = (hours: number): void =>
  world.running.platform.clock.follow(world.running.platform.clock.offset() + hours * 3_600_000)

const giveUp = async (contractId: string) =>
  await tenant.call(contractsApi.cancelContract, { params: { contractId } })

/** Its money is there and nothing has followed from it yet. */
async function settle(booked: { documentId: string; total: number }): Promise<void> {
  const { platform } = world.running
  await platform.transact(
    async (tx) =>
      await settlePayment(tx, {
        paymentId: newId(),
        documentId: booked.documentId,
        amount: money(booked.total, 'EUR'),
        processor: 'manual',
        at: platform.clock.now(),
      }),
  )
}

/** Neither the end of its hold nor its tenant takes what is paid; it becomes active as soon as the news arrives. */
async function expectToOutliveItsHold(contractId: string): Promise<void> {
  later(73)
  await lapse()
  expect(await statusOf(contractId)).toBe('pending')
  expect((await giveUp(contractId)).code).toBe(9109)
  await world.settle()
  expect(await statusOf(contractId)).toBe('active')
}

/** An attempt to pay by card, as it stands in the table. */
async function attempt(
  documentId: string,
  total: number,
  wish: { status: 'created' | 'pending'; invoiceOpen?: boolean },
): Promise<string> {
  const { db, clock } = world.running.platform
  const id = newId()
  await db
    .insertInto('payment')
    .values({
      id,
      processor: 'paykeeper',
      cabinet: 'gone',
      reference: `document:${documentId}`,
      account_id: tenant.id,
      stock_id: stock.stockId,
      amount: total,
      currency: 'EUR',
      status: wish.status,
      created_at: clock.now(),
      created_by_id: tenant.id,
      details: JSON.stringify({
        startedAt: new Date().toISOString(),
        closesAt: new Date(Date.now() + 80 * 3_600_000).toISOString(),
        invoiceOpen: wish.invoiceOpen ?? false,
      }),
    })
    .execute()
  return id
}

describe('given up by its tenant', () => {
  test('the pay page in another tab is closed with it', async () => {
    const booked = await book()
    const paymentId = await attempt(booked.documentId, booked.total, { status: 'created', invoiceOpen: true })
    const { db, clock } = world.running.platform
    await db
      .updateTable('payment')
      .set({ expires_at: clock.now().add({ hours: 72 }) })
      .where('id', '=', paymentId)
      .execute()
    expect((await giveUp(booked.contractId)).code).toBe(9109)
    later(1)
    expect((await giveUp(booked.contractId)).body.status).toBe('cancelled')
    await world.settle()
    const { expires_at } = await db
      .selectFrom('payment')
      .select('expires_at')
      .where('id', '=', paymentId)
      .executeTakeFirstOrThrow()
    expect(expires_at && Temporal.Instant.compare(expires_at, clock.now())).toBe(-1)
  })
})

describe('the end of a hold', () => {
  test('never takes a contract whose document has been paid and whose activation is still on its way', async () => {
    const booked = await book()
    await settle(booked)
    await expectToOutliveItsHold(booked.contractId)
  })

  test('never takes a contract whose money is there, however long its delivery hangs', async () => {
    const booked = await book()
    expect(
      (
        await people.sofia.call(billingApi.payDocument, {
          body: { documentId: booked.documentId, processor: 'manual' },
        })
      ).body.status,
    ).toBe('paid')
    await expectToOutliveItsHold(booked.contractId)
  })

  test('waits for a payment that the bank has not decided, and not longer than 14 business days', async () => {
    const [undecided, other] = [await book(), await book()]
    await attempt(undecided.documentId, undecided.total, { status: 'pending' })
    await world.setTime('2026-11-24T10:30:00Z')
    expect([await statusOf(undecided.contractId), await statusOf(other.contractId)]).toEqual([
      'pending',
      'cancelled',
    ])
    // Booked on a Saturday: the 14th business day behind it is Thursday, 10 December.
    await world.setTime('2026-12-10T09:59:00Z')
    expect(await statusOf(undecided.contractId)).toBe('pending')
    await world.setTime('2026-12-10T10:30:00Z')
    expect(await statusOf(undecided.contractId)).toBe('cancelled')
  })

  test('is put off to 14 business days where bank transfer is chosen later, once; the claim of the box with it', async () => {
    const [booked, other] = [await book('manual', '2026-12-01'), await book()]
    const { db } = world.running.platform
    later(70)
    const choose = async (documentId: string) =>
      await tenant.call(billingApi.payDocument, { body: { documentId, processor: 'bankTransfer' } })
    expect((await choose(booked.documentId)).body).toMatchObject({ status: 'waiting' })
    await world.settle()
    expect((await choose(booked.documentId)).body).toMatchObject({ status: 'waiting' })
    await world.settle()
    const held = (await tenant.call(contractsApi.getContract, { params: { contractId: booked.contractId } }))
      .body
    // Booked on a Saturday: the 14th business day behind it is Thursday, 10 December.
    expect(held.holdUntil?.slice(0, 13)).toBe('2026-12-10T10')
    const claim = await db
      .selectFrom('box_claim')
      .select('lapses_at')
      .where('holder_id', '=', booked.contractId)
      .executeTakeFirstOrThrow()
    expect(claim.lapses_at?.toString()).toBe(held.holdUntil)
    const { body: documents } = await tenant.call(billingApi.listContractInvoices, {
      params: { contractId: booked.contractId },
    })
    // Due when the hold ended, on 24 November; now on the first day of the rental.
    expect(documents.map(({ dueDate }) => dueDate)).toEqual(['2026-12-01'])
    later(4)
    await lapse()
    expect([await statusOf(booked.contractId), await statusOf(other.contractId)]).toEqual([
      'pending',
      'cancelled',
    ])
    await world.setTime('2026-12-10T10:30:00Z')
    expect(await statusOf(booked.contractId)).toBe('cancelled')
    // Chosen in a tab that had stood open since: nothing is held that is over.
    expect((await choose(booked.documentId)).code).toBe(9204)
  })

  test('waits until an open pay page is closed: who pays on it at the last moment has the box', async () => {
    const booked = await book()
    const paymentId = await attempt(booked.documentId, booked.total, { status: 'created', invoiceOpen: true })
    later(73)
    await lapse()
    expect(await statusOf(booked.contractId)).toBe('pending')
    const { db } = world.running.platform
    await db
      .updateTable('payment')
      .set({
        status: 'cancelled',
        details: JSON.stringify({ startedAt: new Date().toISOString(), invoiceOpen: false }),
      })
      .where('id', '=', paymentId)
      .execute()
    await lapse()
    expect(await statusOf(booked.contractId)).toBe('cancelled')
  })

  test('leaves nothing to pay behind: the document is void, money that comes too late is balance', async () => {
    const booked = await book()
    await world.setTime('2026-11-24T10:30:00Z')
    expect(await statusOf(booked.contractId)).toBe('cancelled')
    expect(
      (
        await people.sofia.call(billingApi.payDocument, {
          body: { documentId: booked.documentId, processor: 'manual' },
        })
      ).code,
    ).toBe(9104)
    await settle(booked)
    await world.settle()
    expect(
      (await tenant.call(billingApi.accountBalance, { query: { stockId: stock.stockId } })).body,
    ).toMatchObject({ accountBalance: booked.total, debt: 0 })
    expect(await statusOf(booked.contractId)).toBe('cancelled')
  })
})

describe('the first payment went back', () => {
  test('holds until the money is there again, in whatever order the news arrive; later documents do not count', async () => {
    const { documentId, contractId, total } = await book()
    const { platform, modules } = world.running
    const at = platform.clock.now()
    const of = { documentId, processor: 'paykeeper', at }
    const amount = money(total, 'EUR')
    const receive = async (paymentId: string) =>
      await platform.transact(async (tx) => await settlePayment(tx, { ...of, paymentId, amount }))
    const reverse = async (paymentId: string) =>
      await platform.transact(
        async (tx) => await reversePayment(tx, { ...of, paymentId, refunded: amount, isAll: true }),
      )
    const tell = async (news: 'settled' | 'reversed', about = documentId): Promise<boolean> => {
      const what = { contractId, documentId: about, at }
      await platform.transact(async (tx) => {
        if (news === 'settled') await activateContract(tx, modules.catalog, what)
        else await noteReversedPayment(tx, what)
      })
      const row = await platform.db
        .selectFrom('contract')
        .select('first_payment_reversed')
        .where('id', '=', contractId)
        .executeTakeFirstOrThrow()
      return row.first_payment_reversed
    }
    const [first, second] = [newId(), newId()]
    // It has overtaken the news that the payment came in, and is delivered again.
    await expect(reverse(first)).rejects.toThrow('not in the book yet')
    await receive(first)
    await world.settle()
    expect(await tell('reversed')).toBe(false)
    await reverse(first)
    await world.settle()
    expect(await tell('reversed', newId())).toBe(true)
    expect(await tell('reversed')).toBe(true)
    expect(await tell('settled')).toBe(true)
    await receive(second)
    expect(await tell('settled', newId())).toBe(true)
    expect(await tell('settled')).toBe(false)
    // Late news of what is mended already, and the same refund once more.
    expect(await tell('reversed')).toBe(false)
    await reverse(first)
    await world.settle()
    expect(await tell('reversed')).toBe(false)
    expect(await statusOf(contractId)).toBe('active')
  })
})
