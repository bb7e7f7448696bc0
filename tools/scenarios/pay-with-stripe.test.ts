import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { handleDispute, listDisputes, readRefunds, refundPayment } from '../../packages/api/src/refunds.ts'
import { listPaymentMessages, replayPaymentMessage } from '../../packages/api/src/payments.ts'
import { openStripeShop, type StripeTenant } from './stripe-shop.fixture.ts'

// Stripe over HTTP: the official SDK against a simulator of its service, messages signed as it signs them.

let shop: Awaited<ReturnType<typeof openStripeShop>>
beforeAll(async () => {
  shop = await openStripeShop()
})
afterAll(async () => {
  await shop?.noFaults()
  await shop?.close()
})
beforeEach(() => {
  shop.stripe.control.setDeliveryMode('normal')
  shop.stripe.control.setDown(false)
})

const DECLINED = { card: '4000000000000002' }
const SEPA = { iban: 'DE89370400440532013000' }
const SEPA_FAILS = { iban: 'DE62370400440532013001' }
const SEPA_RETURNED = { iban: 'DE59370400440532013002' }

const returned = async (paymentId: string, query = '') =>
  (
    await fetch(`http://127.0.0.1:${shop.world.running.port}/payment-return?payment=${paymentId}${query}`, {
      redirect: 'manual',
    })
  ).headers.get('location')

describe('a page', () => {
  test('paid by card: the contract runs, the message alone does it', async () => {
    const tenant = await shop.tenant()
    const { paymentId } = await shop.pay(tenant)
    expect(await shop.status(paymentId)).toBe('succeeded')
    expect(await shop.unpaid(tenant)).toBe(0)
    expect((await shop.contract(tenant))?.status).toBe('active')
    expect(await returned(paymentId)).toBe(`/payment-success?payment=${paymentId}`)
  })

  test('pressed twice is one page', async () => {
    const tenant = await shop.tenant()
    const [one, other] = [await shop.open(tenant), await shop.open(tenant)]
    expect(other).toEqual(one)
  })

  test('paid by PayPal: final at once', async () => {
    const tenant = await shop.tenant()
    const { paymentId } = await shop.pay(tenant, { paypal: 'clara@payers.example' })
    expect(await shop.status(paymentId)).toBe('succeeded')
    expect((await shop.contract(tenant))?.status).toBe('active')
  })

  test('declined: the payer reads why, and may pay with another card on the same page', async () => {
    const tenant = await shop.tenant()
    const { paymentId, sessionId } = await shop.open(tenant)
    await shop.stripe.control.pay(sessionId, { with: DECLINED })
    await shop.settled()
    expect(await returned(paymentId)).toBe(`/payment-failed?payment=${paymentId}&errorReason=generic_decline`)
    await shop.stripe.control.pay(sessionId)
    await shop.settled()
    expect(await shop.status(paymentId)).toBe('succeeded')
    expect(await shop.unpaid(tenant)).toBe(0)
  })

  test('no message ever comes: asked for, and credited', async () => {
    const tenant = await shop.tenant()
    const { paymentId, sessionId } = await shop.open(tenant)
    shop.stripe.control.setDeliveryMode('never')
    await shop.stripe.control.pay(sessionId)
    await shop.world.settle()
    expect(await shop.status(paymentId)).toBe('succeeded')
  })
})

describe('a direct debit', () => {
  test('is under way for days and opens nothing, then the money comes', async () => {
    const tenant = await shop.tenant()
    const { paymentId, intentId } = await shop.pay(tenant, SEPA)
    expect(await shop.status(paymentId)).toBe('pending')
    expect((await shop.contract(tenant))?.status).toBe('pending')
    await shop.stripe.control.settleDebit(intentId, 'succeeded')
    await shop.settled()
    expect(await shop.status(paymentId)).toBe('succeeded')
    expect((await shop.contract(tenant))?.status).toBe('active')
  })

  test('fails: nothing was credited, the debt is there to be paid otherwise', async () => {
    const tenant = await shop.tenant()
    const { paymentId, intentId } = await shop.pay(tenant, SEPA_FAILS)
    await shop.stripe.control.settleDebit(intentId, 'failed')
    await shop.settled()
    expect(await shop.status(paymentId)).toBe('failed')
    expect(await shop.unpaid(tenant)).toBe(11_900)
    const again = await shop.pay(tenant)
    expect(again.paymentId).not.toBe(paymentId)
    expect(await shop.unpaid(tenant)).toBe(0)
  })

  test('comes and is returned: the debt is there again, and the doors follow the ordinary rules of a debt', async () => {
    const tenant = await shop.tenant()
    const { paymentId, intentId } = await shop.pay(tenant, SEPA_RETURNED)
    await shop.stripe.control.settleDebit(intentId, 'succeeded')
    await shop.settled()
    if (shop.stripe.control.disputes().every((dispute) => dispute.payment_intent !== intentId))
      await shop.stripe.control.dispute(intentId)
    await shop.settled()
    expect(await shop.status(paymentId)).toBe('refunded')
    expect(await shop.unpaid(tenant)).toBe(11_900)
    expect(await shop.contract(tenant)).toMatchObject({ isBlocked: false, isReversed: true })
  })
})

describe('a charge-back', () => {
  const disputed = async (): Promise<StripeTenant & { intentId: string; paymentId: string }> => {
    const tenant = await shop.tenant()
    const paid = await shop.pay(tenant)
    await shop.stripe.control.dispute(paid.intentId)
    await shop.settled()
    return { ...tenant, ...paid }
  }
  const disputeOf = async (paymentId: string) =>
    (await shop.people.sofia.call(listDisputes, { query: {} })).body.items.find(
      (one) => one.paymentId === paymentId,
    )

  test('takes the money from what it had paid and shuts the doors until staff have looked at it', async () => {
    const tenant = await disputed()
    expect(await shop.unpaid(tenant)).toBe(11_900)
    expect((await shop.contract(tenant))?.isBlocked).toBe(true)
    const dispute = await disputeOf(tenant.paymentId)
    expect(dispute).toMatchObject({ state: 'open', isWithdrawn: true, blocks: true, amount: 11_900 })
    const body = { params: { id: dispute?.id ?? '' } }
    expect((await shop.people.sofia.call(handleDispute, body)).status).toBe(200)
    expect((await shop.people.sofia.call(handleDispute, body)).status).toBe(200)
    await shop.world.settle()
    expect((await shop.contract(tenant))?.isBlocked).toBe(false)
  })

  test('won: the money is there again, pays what it had paid, and the doors open', async () => {
    const tenant = await disputed()
    const dispute = shop.stripe.control.disputes().find((one) => one.payment_intent === tenant.intentId)
    await shop.stripe.control.closeDispute(dispute?.id ?? '', 'won')
    await shop.settled()
    expect(await shop.unpaid(tenant)).toBe(0)
    expect((await shop.contract(tenant))?.isBlocked).toBe(false)
    expect(await disputeOf(tenant.paymentId)).toMatchObject({ state: 'won', isWithdrawn: false })
  })

  test('lost stays a debt; told again and again, it is one', async () => {
    const tenant = await disputed()
    const dispute = shop.stripe.control.disputes().find((one) => one.payment_intent === tenant.intentId)
    await shop.stripe.control.closeDispute(dispute?.id ?? '', 'lost')
    for (const { eventId } of shop.stripe.control.deliveries().slice(0, 6))
      await shop.stripe.control.deliverAgain(eventId)
    await shop.settled()
    expect(await shop.unpaid(tenant)).toBe(11_900)
    expect(await disputeOf(tenant.paymentId)).toMatchObject({ state: 'lost', isWithdrawn: true })
  })
})

describe('a refund', () => {
  const refund = async (paymentId: string, amount: number, key?: string) =>
    await shop.people.sofia.call(refundPayment, {
      params: { paymentId },
      body: { amount, reason: 'Paid twice' },
      ...(key === undefined ? {} : { key }),
    })

  test('goes back the way it came, in parts, never more than is left', async () => {
    const tenant = await shop.tenant()
    const { paymentId, intentId } = await shop.pay(tenant)
    expect((await refund(paymentId, 12_000)).status).toBe(400)
    const first = await refund(paymentId, 2_000)
    expect(first.body).toMatchObject({ refundable: 9_900, refunds: [{ amount: 2_000, status: 'done' }] })
    expect((await refund(paymentId, 9_901)).status).toBe(400)
    expect((await refund(paymentId, 9_900)).body).toMatchObject({ refundable: 0 })
    expect((await refund(paymentId, 1)).status).toBe(409)
    await shop.settled()
    expect(await shop.status(paymentId)).toBe('refunded')
    expect(await shop.unpaid(tenant)).toBe(11_900)
    expect(
      shop.stripe.control
        .refunds()
        .filter((one) => one.payment_intent === intentId)
        .map(({ amount }) => amount),
    ).toEqual([2_000, 9_900])
  })

  test('is one, pressed twice, with the answer lost, and while Stripe is away', async () => {
    const tenant = await shop.tenant()
    const { paymentId, intentId } = await shop.pay(tenant)
    const mine = () => shop.stripe.control.refunds().filter((one) => one.payment_intent === intentId)
    await Promise.all([
      refund(paymentId, 1_000, 'refund-key-0000000001'),
      refund(paymentId, 1_000, 'refund-key-0000000001'),
    ])
    expect(mine()).toHaveLength(1)
    shop.stripe.control.setDown(true)
    const away = await refund(paymentId, 500)
    expect(away.body).toMatchObject({ refunds: [{ amount: 500, status: 'sent' }, {}] })
    shop.stripe.control.setDown(false)
    await shop.world.settle()
    await shop.world.settle()
    expect(mine().map(({ amount }) => amount)).toEqual([1_000, 500])
    const read = await shop.people.sofia.call(readRefunds, { params: { paymentId } })
    expect(read.body).toMatchObject({ refundable: 10_400, refunds: [{ status: 'done' }, { status: 'done' }] })
  })

  test('of a payment by hand is none of a processor', async () => {
    const reply = await refund('01JD0000000000000000000000', 100)
    expect(reply.status).toBe(404)
  })
})

describe('messages', () => {
  test('away when one comes: answered, kept, worked on when Stripe is back; or replayed by staff', async () => {
    const tenant = await shop.tenant()
    const { paymentId, sessionId } = await shop.open(tenant)
    shop.stripe.control.setDeliveryMode('never')
    await shop.stripe.control.pay(sessionId)
    const paid = shop.stripe.control.deliveries().findLast(({ type }) => type === 'payment_intent.succeeded')
    // The message comes, and Stripe cannot be asked back.
    shop.stripe.control.setDown(true)
    await shop.stripe.control.deliverAgain(paid?.eventId ?? '', 'normal')
    await shop.world.running.modules.payments.idle()
    expect(await shop.status(paymentId)).toBe('pending')
    const waiting = (
      await shop.people.sofia.call(listPaymentMessages, { query: { verdict: 'valid' } })
    ).body.items.filter((one) => one.paymentId === paymentId)
    expect(waiting.length).toBeGreaterThan(0)
    shop.stripe.control.setDown(false)
    const replayed = await shop.people.sofia.call(replayPaymentMessage, {
      params: { id: waiting[0]?.id ?? '' },
    })
    expect(replayed.body).toEqual({ verdict: 'credited' })
    await shop.world.settle()
    expect(await shop.unpaid(tenant)).toBe(0)
  })

  test('forged, old and torn ones change nothing', async () => {
    const body = JSON.stringify({
      id: 'evt_1',
      object: 'event',
      type: 'payment_intent.succeeded',
      data: { object: {} },
    })
    for (const header of ['', 't=1,v1=00', `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}`]) {
      const answer = await fetch(shop.webhookUrl, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', 'stripe-signature': header },
      })
      expect(answer.status).toBe(400)
    }
  })
})
