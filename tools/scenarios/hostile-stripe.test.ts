import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applyOutsidePayment } from '../../apps/server/src/modules/payments/apply-outside-payment.ts'
import { openDesk } from '../../apps/server/src/modules/payments/desk.ts'
import type { OutsideDispute, OutsidePayment } from '../../apps/server/src/modules/payments/processor.ts'
import { createRegistry } from '../../apps/server/src/modules/payments/registry.ts'
import { machineNow } from '../../apps/server/src/platform/clock.ts'
import { readRefunds, refundPayment } from '../../packages/api/src/refunds.ts'
import { money } from '../../packages/domain/src/money.ts'
import { GOOD, openStripeShop, type StripeTenant } from './stripe-shop.fixture.ts'

// What a bank, a processor and staff may do to one payment, in every order.

let shop: Awaited<ReturnType<typeof openStripeShop>>
beforeAll(async () => {
  shop = await openStripeShop()
})
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
    // From here on what is said of it is said here: the simulator, which knows of none of this, would be asked and believed.
    const intent = shop.stripe.control.intents().find(({ id }) => id === intentId)
    delete intent?.metadata['paymentId']
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

test('a bank has replaced a saved card: its tenant is shown the new one, and the one he has forgotten stays blank', async () => {
  const tenant = await shop.tenant()
  const { platform, modules } = shop.world.running
  // Nothing that follows from it: nobody has asked for this method, and it would be forgotten.
  const worked = async () => {
    await shop.stripe.control.settled()
    await modules.payments.idle()
  }
  const saved = async () => {
    const { paymentId } = await modules.payments.collect({
      reference: `document:${tenant.documentId}`,
      accountId: tenant.person.id,
      stockId: shop.stock.stockId,
      amount: money(500, 'EUR'),
      serviceName: 'Card',
      cart: [],
      email: tenant.person.email,
      phone: null,
      language: 'en',
      createdById: tenant.person.id,
      savesMethod: true,
    })
    await shop.stripe.control.pay(shop.stripe.control.sessions().at(-1)?.id ?? '', { with: GOOD })
    await worked()
    return await platform.db
      .selectFrom('saved_method')
      .select(['id', 'card', 'expires', 'outside_id as outsideId'])
      .where('payment_id', '=', paymentId)
      .executeTakeFirstOrThrow()
  }
  const shown = async (id: string) =>
    await platform.db
      .selectFrom('saved_method')
      .select(['card', 'expires'])
      .where('id', '=', id)
      .executeTakeFirst()
  const kept = await saved()
  expect(kept.card).toBe('**** 4242')
  await shop.stripe.control.renewCard(kept.outsideId ?? '')
  await worked()
  const now = await shown(kept.id)
  expect(now?.card).toBe('**** 1881')
  expect(now?.expires).not.toBe(kept.expires)
  await platform.transact(async (tx) => await modules.payments.forgetMethod(tx, kept.id))
  await platform.db.updateTable('saved_method').set({ card: null }).where('id', '=', kept.id).execute()
  await shop.stripe.control.renewCard(kept.outsideId ?? '')
  await worked()
  expect((await shown(kept.id))?.card).toBeNull()
})

test.each([
  ['a direct debit over ten thousand euro', 1_000_001, 'sepa', { by: 'sepa', most: '€10,000.00' }],
  ['more than a page can take', 100_000_000, 'card', { by: 'large' }],
  ['a few cents', 30, undefined, { by: 'small' }],
] as const)('%s is refused at once, with what can be done instead', async (_what, amount, method, params) => {
  const tenant = await shop.tenant()
  const { platform, modules } = shop.world.running
  const reference = `document:${tenant.documentId}`
  const collecting = modules.payments.collect({
    reference,
    accountId: tenant.person.id,
    stockId: shop.stock.stockId,
    amount: money(amount, 'EUR'),
    serviceName: 'Rent',
    cart: [],
    email: tenant.person.email,
    phone: null,
    language: 'en',
    createdById: tenant.person.id,
    ...(method === undefined ? {} : { method }),
  })
  await expect(collecting).rejects.toMatchObject({ code: 9159, params })
  const tried = await platform.db
    .selectFrom('payment')
    .select(['status', 'failure_reason'])
    .where('reference', '=', reference)
    .execute()
  expect(tried).toEqual([{ status: 'failed', failure_reason: 'invalid_amount' }])
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

test('A7: a payment of a processor whose clock is ahead is paid now, never in the future', async () => {
  const tenant = await shop.tenant()
  const { paymentId } = await shop.open(tenant)
  const { platform } = shop.world.running
  const desk = openDesk(platform, createRegistry(platform, {}))
  const processor = desk.processors.named('stripe')
  if (!processor) throw new Error('no processor')
  const before = platform.clock.now()
  await applyOutsidePayment(desk, processor, {
    id: 'pi_of_a_clock_ahead',
    orderId: paymentId,
    clientId: tenant.person.id,
    amount: money(11_900, 'EUR'),
    refunded: money(0, 'EUR'),
    state: 'received',
    said: 'succeeded',
    pendingAt: null,
    receivedAt: machineNow().add({ hours: 30 }),
    card: null,
    reason: null,
    method: 'card',
    saved: null,
    disputes: [],
  })
  const { succeeded_at: at } = await platform.db
    .selectFrom('payment')
    .select('succeeded_at')
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
  expect(at).not.toBeNull()
  expect(at && Temporal.Instant.compare(at, before)).toBeGreaterThanOrEqual(0)
  expect(at && Temporal.Instant.compare(at, platform.clock.now())).toBeLessThanOrEqual(0)
})
