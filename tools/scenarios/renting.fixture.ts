import { expect } from 'vitest'
import { listContractInvoices, payDocument } from '../../packages/api/src/billing.ts'
import { bookBox } from '../../packages/api/src/booking.ts'
import { activateSubscription, readSubscription } from '../../packages/api/src/subscriptions.ts'
import { paymentFailed } from '../../apps/server/src/modules/payments/index.ts'
import { publish } from '../../apps/server/src/platform/database/transaction.ts'
import { fact } from '../../apps/server/src/platform/events/event.ts'
import { createPeople, createPerson, type NamedPerson } from '../../apps/server/src/testing/people.ts'
import { createSmallStock } from '../../apps/server/src/testing/small-stock.ts'
import { createTestDatabase } from '../testing/database.ts'
import { findFaults } from '../verify/find-faults.ts'
import { openShop } from './pay-by-card.fixture.ts'
import { payOverForm } from './pay-over-form.fixture.ts'

const GOOD = '4242424242424242'

export interface Renter {
  readonly person: NamedPerson
  readonly contractId: string
  readonly documentId: string
  readonly unitNumber: string
}

/** A stock in Berlin with a card processor: rent 100.00 and 19 % a month, from 21 November on. */
export async function openRenting() {
  const database = await createTestDatabase()
  const shop = await openShop({ ...database, drop: async () => undefined })
  const people = await createPeople(shop.world)
  const { platform, modules } = shop.world.running
  const boxes = Array.from({ length: 14 }, (_, index) => ({
    unitNumber: `YA${101 + index}`,
    size: 2,
    ownRate: 10_000,
  }))
  const stock = await createSmallStock({ platform, catalog: modules.catalog }, { boxes })
  let next = 0

  /** A running contract of nine months unless wished otherwise, billed month by month; its first invoice is paid by hand. */
  async function renter(
    wish: { autoPayment?: boolean; paid?: boolean; months?: number } = {},
  ): Promise<Renter> {
    await shop.world.setTime('2026-11-21T10:00:00Z')
    const index = next
    next += 1
    const person = await createPerson(shop.world, {
      email: `renter${index}@tenants.example`,
      platformRole: 'client',
    })
    const booked = await people.sofia.call(bookBox, {
      body: {
        stockId: stock.stockId,
        boxId: stock.boxes[index]?.id ?? '',
        arrivalDate: '2026-11-21',
        contractDuration: wish.months ?? 9,
        invoicingPeriod: 1,
        paymentMethod: wish.paid === false ? 'paykeeper' : 'manual',
        userId: person.id,
        autoPayment: wish.autoPayment ?? false,
      },
    })
    expect(booked.status, booked.raw).toBe(200)
    const documentId = booked.body.documentId ?? ''
    if (wish.paid !== false)
      await people.sofia.call(payDocument, { body: { documentId, processor: 'manual' } })
    await shop.world.deliver()
    return {
      person,
      contractId: booked.body.id,
      documentId,
      unitNumber: stock.boxes[index]?.unitNumber ?? '',
    }
  }
  /** Switches on at the processor's form. @returns the binding's name */
  async function activate({ person, contractId }: Renter, cardNumber = GOOD): Promise<string> {
    const reply = await person.call(activateSubscription, { params: { contractId } })
    expect(reply.status, reply.raw).toBe(200)
    await payOverForm({ world: shop.world, service: shop.eur }, reply.body.redirectionUrl, { cardNumber })
    await shop.world.settle()
    return shop.eur.control.bindings().at(-1)?.id ?? ''
  }
  const state = async ({ person, contractId }: Renter) =>
    (await person.call(readSubscription, { params: { contractId } })).body
  const invoices = async ({ person, contractId }: Renter) =>
    (await person.call(listContractInvoices, { params: { contractId } })).body
  const charged = ({ person }: Renter) =>
    shop.eur.control
      .payments()
      .filter(({ clientId, invoiceId }) => clientId === person.id && invoiceId === null)
      .map(({ amount, status }) => [amount, status])
  const mails = async ({ person }: Renter, kind: string) =>
    (
      await shop.world.running.platform.db
        .selectFrom('mail')
        .select('data')
        .where('account_id', '=', person.id)
        .where('kind', '=', kind)
        .orderBy('id')
        .execute()
    ).length
  const noFaults = async () => expect((await findFaults(shop.world.running.platform.db)).faults).toEqual([])
  /** Nine in the morning in Berlin. */
  const nine = (day: string) =>
    Temporal.PlainDate.from(day)
      .toZonedDateTime({ timeZone: 'Europe/Berlin', plainTime: '09:00' })
      .toInstant()
  const at = async (day: string, minutes = 1) =>
    await shop.world.setTime(nine(day).add({ minutes }).toString())

  /** The month's invoice is issued, then its due day comes. */
  async function month(dueDay: string): Promise<void> {
    await at(Temporal.PlainDate.from(dueDay).subtract({ days: 7 }).toString())
    await at(dueDay)
  }

  /** The processor's decision on the debit that is under way, with a reason. */
  async function told({ person }: Renter, reason: string): Promise<void> {
    const { control } = shop.eur
    const outside = control.payments().find((one) => one.clientId === person.id && one.status === 'pending')
    await control.settle(outside?.id ?? '', 'failed')
    await platform.transact(async (tx) => {
      const row = await tx
        .updateTable('payment')
        .set({
          status: 'failed',
          failure_reason: reason,
          outside_status: 'failed',
          processor_payment_id: outside?.id ?? null,
        })
        .where('account_id', '=', person.id)
        .where('status', '=', 'pending')
        .returningAll()
        .executeTakeFirstOrThrow()
      publish(
        tx,
        fact(paymentFailed, {
          aggregate: `payment:${row.id}`,
          stockId: row.stock_id,
          at: platform.clock.now(),
          payload: {
            paymentId: row.id,
            reference: row.reference,
            accountId: row.account_id,
            stockId: row.stock_id,
            amount: row.amount,
            currency: row.currency,
            processor: row.processor,
            reason,
          },
        }),
      )
    })
    await shop.world.settle()
  }

  return {
    shop,
    people,
    stock,
    database,
    renter,
    activate,
    state,
    invoices,
    charged,
    mails,
    noFaults,
    nine,
    at,
    month,
    told,
    async close() {
      await shop.close()
      await database.drop()
    },
  }
}
