import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applyOutsidePayment } from '../../apps/server/src/modules/payments/apply-outside-payment.ts'
import { openDesk } from '../../apps/server/src/modules/payments/desk.ts'
import type { OutsideDispute, OutsidePayment } from '../../apps/server/src/modules/payments/processor.ts'
import { createRegistry } from '../../apps/server/src/modules/payments/registry.ts'
import { readRefunds, refundPayment } from '../../packages/api/src/refunds.ts'
import { money } from '../../packages/domain/src/money.ts'
import { openStripeShop, type StripeTenant } from './stripe-shop.fixture.ts'

// What a bank, a processor and staff may do to one payment, in every order.

let shop: Awaited<ReturnType<typeof openStripeShop>>
beforeAll(async () => {
  shop = await openStripeShop()
}, 60_000)
afterAll(async () => {
  await shop?.noFaults()
  await shop?.close()
})

describe('refunds and disputes of one payment', () => {
  interface Paid {
    readonly tenant: StripeTenant
    tell(news: { refunded?: number; dispute?: 'none' | 'withdrawn' | 'won' }): Promise<void>
    /** What of it stands in the book, and what the tenant owes. */
    stands(): Promise<{ cash: number; unpaid: number }>
  }
  async function paid(): Promise<Paid> {
    const tenant = await shop.tenant()
    const { paymentId, intentId } = await shop.pay(tenant)
    const { platform } = shop.world.running
    const desk = openDesk(platform, createRegistry(platform, {}))
    const processor = desk.processors.named('stripe')
    if (!processor) throw new Error('no processor')
    return {
      tenant,
      async tell({ refunded = 0, dispute = 'none' }) {
        const one: OutsideDispute = {
          id: `du_${intentId}`,
          state: dispute === 'won' ? 'won' : 'open',
          said: dispute === 'won' ? 'won' : 'needs_response',
          amount: money(11_900, 'EUR'),
          isWithdrawn: dispute === 'withdrawn',
          reason: 'fraudulent',
          dueBy: null,
        }
        const outside: OutsidePayment = {
          id: intentId,
          orderId: paymentId,
          clientId: tenant.person.id,
          amount: money(11_900, 'EUR'),
          refunded: money(refunded, 'EUR'),
          state: refunded === 0 ? 'received' : refunded < 11_900 ? 'partlyRefunded' : 'refunded',
          said: 'succeeded',
          pendingAt: null,
          receivedAt: null,
          card: null,
          reason: null,
          method: 'card',
          saved: null,
          disputes: dispute === 'none' ? [] : [one],
        }
        await applyOutsidePayment(desk, processor, outside)
        await shop.world.settle()
      },
      async stands() {
        const rows = await platform.db
          .selectFrom('ledger_entry')
          .innerJoin('payment', 'payment.id', 'ledger_entry.payment_id')
          .select(({ fn }) => fn.sum<string | null>('ledger_entry.amount').as('sum'))
          .where('payment.reference', '=', `document:${tenant.documentId}`)
          .where('ledger_entry.account', 'like', 'cash:%')
          .executeTakeFirst()
        return { cash: Number(rows?.sum ?? 0), unpaid: await shop.unpaid(tenant) }
      },
    }
  }
  const NOTHING = { cash: 0, unpaid: 11_900 }
  const ALL = { cash: 11_900, unpaid: 0 }

  test('all is refunded and then charged back, or the other way round: it goes once', async () => {
    const one = await paid()
    await one.tell({ refunded: 11_900 })
    await one.tell({ refunded: 11_900, dispute: 'withdrawn' })
    expect(await one.stands()).toEqual(NOTHING)
    await one.tell({ refunded: 11_900, dispute: 'won' })
    expect(await one.stands()).toEqual(NOTHING)
    const other = await paid()
    await other.tell({ dispute: 'withdrawn' })
    await other.tell({ refunded: 11_900, dispute: 'withdrawn' })
    expect(await other.stands()).toEqual(NOTHING)
    await other.tell({ refunded: 11_900, dispute: 'won' })
    expect(await other.stands()).toEqual(NOTHING)
  })

  test('a part was refunded before the charge-back: won, no more comes again than was taken', async () => {
    const one = await paid()
    await one.tell({ refunded: 2_000 })
    await one.tell({ refunded: 2_000, dispute: 'withdrawn' })
    expect((await one.stands()).cash).toBe(0)
    await one.tell({ refunded: 2_000, dispute: 'won' })
    expect((await one.stands()).cash).toBe(9_900)
  })

  test('won, lost on appeal, and won again: told each time, the money is there once', async () => {
    const one = await paid()
    for (let round = 0; round < 2; round += 1) {
      await one.tell({ dispute: 'withdrawn' })
      expect(await one.stands()).toEqual(NOTHING)
      await one.tell({ dispute: 'won' })
      expect(await one.stands()).toEqual(ALL)
    }
    await one.tell({ refunded: 11_900, dispute: 'won' })
    expect(await one.stands()).toEqual(NOTHING)
  })
})

test('two refunds of one sum while Stripe is away: both arrive, neither is taken for the other', async () => {
  const tenant = await shop.tenant()
  const { paymentId, intentId } = await shop.pay(tenant)
  shop.stripe.control.setDown(true)
  for (const reason of ['The first half', 'The second half']) {
    const reply = await shop.people.sofia.call(refundPayment, {
      params: { paymentId },
      body: { amount: 500, reason },
    })
    expect(reply.status, reply.raw).toBe(200)
  }
  shop.stripe.control.setDown(false)
  for (let turn = 0; turn < 3; turn += 1) await shop.world.settle()
  const sent = shop.stripe.control.refunds().filter((one) => one.payment_intent === intentId)
  expect(sent.map(({ amount }) => amount)).toEqual([500, 500])
  const read = await shop.people.sofia.call(readRefunds, { params: { paymentId } })
  expect(read.body).toMatchObject({
    refundable: 10_900,
    refunds: [{ status: 'done' }, { status: 'done' }],
  })
})

test('another shop has the same Stripe account: its messages are answered, and change nothing here', async () => {
  const metadata = { paymentId: '01JD0000000000000000000000', accountId: '01JD0000000000000000000001' }
  const object = { id: 'pi_another', object: 'payment_intent', amount: 5_000, currency: 'eur', metadata }
  const body = JSON.stringify({
    id: 'evt_another',
    object: 'event',
    type: 'payment_intent.succeeded',
    data: { object },
  })
  const t = Math.floor(Date.now() / 1000)
  const v1 = createHmac('sha256', 'whsec_scenario').update(`${t}.${body}`).digest('hex')
  const answer = await fetch(shop.webhookUrl, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'stripe-signature': `t=${t},v1=${v1}` },
  })
  expect(answer.status).toBe(200)
})
