import { expect } from 'vitest'
import { payDocument } from '../../packages/api/src/billing.ts'
import { bookBox } from '../../packages/api/src/booking.ts'
import type { Config } from '../../apps/server/src/platform/config.ts'
import { createPeople, createPerson, type NamedPerson } from '../../apps/server/src/testing/people.ts'
import { createSmallStock } from '../../apps/server/src/testing/small-stock.ts'
import { createWorld } from '../../apps/server/src/testing/world.ts'
import { startStripe } from '../../simulators/src/stripe/start-stripe.ts'
import type { PayWith } from '../../simulators/src/stripe/control.ts'
import { createTestDatabase } from '../testing/database.ts'
import { findFaults } from '../verify/find-faults.ts'

export interface StripeTenant {
  readonly person: NamedPerson
  readonly boxId: string
  readonly contractId: string
  readonly documentId: string
}

export const GOOD: PayWith = { card: '4242424242424242' }

/** A stock in Berlin, euro, that a simulated Stripe serves: rent 100.00 and 19 % a month. */
export async function openStripeShop(options: { config?: Partial<Config> } = {}) {
  const database = await createTestDatabase()
  const keys = { secretKey: 'sk_test_scenario', webhookSecret: 'whsec_scenario' }
  const stripe = await startStripe({ host: '127.0.0.1', ...keys, retry: { attempts: 2, afterMs: 20 } })
  const world = await createWorld({
    database: { ...database, drop: async () => undefined },
    config: {
      publicUrl: 'http://shop.example',
      ...options.config,
      logLevel: process.env['LOG_LEVEL'] ?? 'silent',
      stripe: [
        {
          name: 'stripe',
          url: stripe.baseUrl,
          ...keys,
          currencies: ['EUR'],
          methods: ['card', 'sepa', 'paypal'],
        },
      ],
    },
  })
  const { platform, modules, port } = world.running
  const webhookUrl = `http://127.0.0.1:${port}/api/payments/stripe/stripe`
  stripe.control.setWebhookUrl(webhookUrl)
  const people = await createPeople(world)
  const boxes = Array.from({ length: 20 }, (_, index) => ({
    unitNumber: `YA${101 + index}`,
    size: 2,
    ownRate: 10_000,
  }))
  const stock = await createSmallStock({ platform, catalog: modules.catalog }, { boxes })
  let next = 0

  /** A tenant with a contract whose first invoice of 119.00 is not paid. */
  async function tenant(arrivalDate = '2026-11-21'): Promise<StripeTenant> {
    const index = next
    next += 1
    const person = await createPerson(world, {
      email: `payer${index}@tenants.example`,
      platformRole: 'client',
    })
    const boxId = stock.boxes[index]?.id ?? ''
    const booked = await people.sofia.call(bookBox, {
      body: {
        stockId: stock.stockId,
        boxId,
        arrivalDate,
        contractDuration: 9,
        invoicingPeriod: 1,
        paymentMethod: 'paykeeper',
        userId: person.id,
      },
    })
    expect(booked.status, booked.raw).toBe(200)
    await world.deliver()
    return { person, boxId, contractId: booked.body.id, documentId: booked.body.documentId ?? '' }
  }
  /** Opens the page of what the tenant owes. @returns our payment and Stripe's session */
  async function open({ person, documentId }: StripeTenant) {
    const reply = await person.call(payDocument, { body: { documentId, processor: 'paykeeper' } })
    expect(reply.status, reply.raw).toBe(200)
    const session = stripe.control.sessions().at(-1)
    expect(reply.body.redirectionUrl).toBe(session?.url)
    return { paymentId: reply.body.paymentId, sessionId: session?.id ?? '' }
  }
  /** Messages have come, are worked on, and what follows from them is done. */
  async function settled(): Promise<void> {
    await stripe.control.settled()
    await modules.payments.idle()
    await world.settle()
  }
  async function pay(of: StripeTenant, how: PayWith = GOOD) {
    const opened = await open(of)
    await stripe.control.pay(opened.sessionId, { with: how })
    await settled()
    const { platform: p } = world.running
    const row = await p.db
      .selectFrom('payment')
      .select('processor_payment_id as id')
      .where('id', '=', opened.paymentId)
      .executeTakeFirstOrThrow()
    return { ...opened, intentId: row.id ?? '' }
  }
  const one = async <T>(rows: Promise<readonly T[]>): Promise<T | undefined> => (await rows)[0]
  return {
    world,
    stripe,
    people,
    stock,
    webhookUrl,
    tenant,
    open,
    pay,
    settled,
    status: async (paymentId: string) => (await modules.payments.state(paymentId))?.status,
    contract: async ({ contractId }: StripeTenant) =>
      await one(
        platform.db
          .selectFrom('contract')
          .select(['status', 'blocked_by_staff as isBlocked', 'first_payment_reversed as isReversed'])
          .where('id', '=', contractId)
          .execute(),
      ),
    unpaid: async ({ documentId }: StripeTenant) => {
      const row = await platform.db
        .selectFrom('document')
        .select(['gross', 'paid'])
        .where('id', '=', documentId)
        .executeTakeFirstOrThrow()
      return row.gross - row.paid
    },
    noFaults: async () => expect((await findFaults(platform.db)).faults).toEqual([]),
    async close() {
      await world.close()
      await stripe.close()
      await database.drop()
    },
  }
}
