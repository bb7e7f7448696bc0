import { money } from '@stowage/domain/money'
import { describe, expect, it } from 'vitest'
import { machineNow } from '../../../platform/clock.ts'
import { newId } from '../../../platform/ids.ts'
import type { OutsidePayment, PayMethod } from '../processor.ts'
import { paymentsOf, type Begun } from '../testing/processor-rig.ts'
import type { Scene } from '../testing/processor-scene.ts'
import { describeProcessor } from '../testing/processor-suite.ts'
import { pageOf, setUpStripe, type StripeRig } from '../testing/stripe-rig.ts'
import { createStripe } from './create-stripe.ts'

const GOOD_IBAN = 'DE89370400440532013000'
const REFUSING_IBAN = 'DE62370400440532013001'

describeProcessor('Stripe', setUpStripe, {
  more: (scene) => {
    expectDebits(scene)
    expectPayPal(scene)
    expectDisputes(scene)
    expectEndsOfMethods(scene)
    expectLateNews(scene)
    expectSettings(scene)
  },
})

async function begunWith(
  scene: Scene<StripeRig>,
  method: PayMethod,
  given: { savesMethod?: boolean } = {},
): Promise<Begun> {
  return await scene.begun({ method, ...given })
}

async function debited(
  scene: Scene<StripeRig>,
  iban = GOOD_IBAN,
): Promise<{ begun: Begun; payment: OutsidePayment }> {
  const begun = await begunWith(scene, 'sepa', { savesMethod: true })
  await scene.rig.control.pay(pageOf(begun), { with: { iban } })
  return { begun, payment: await scene.onlyOf(begun) }
}

function expectDebits(scene: Scene<StripeRig>): void {
  describe('a direct debit', () => {
    it('is under way for days, then the money is ours, and its mandate has a reference', async () => {
      const { begun, payment } = await debited(scene)
      expect(payment).toMatchObject({
        state: 'pending',
        said: 'processing',
        method: 'sepa',
        card: 'DE … 3000',
        receivedAt: null,
        saved: null,
      })
      expect(payment.pendingAt).not.toBeNull()
      expect(await scene.processor.pageState(pageOf(begun))).toBe('paid')
      expect(await scene.processor.closePage(pageOf(begun))).toBe(false)
      await scene.rig.control.settleDebit(payment.id, 'succeeded')
      const received = await scene.onlyOf(begun)
      expect(received).toMatchObject({
        state: 'received',
        saved: { kind: 'sepa', label: 'DE … 3000', expires: null, mandate: expect.stringMatching(/./) },
      })
      expect(await scene.processor.savedMethodOf(payment.id)).toEqual(received.saved)
      // The list names no mandate, and so no half of a method: that is asked for.
      const listed = (await scene.processor.recentPayments(1)).find(({ id }) => id === payment.id)
      expect(listed).toMatchObject({ state: 'received', saved: null })
    })

    it('that the bank refuses failed, and its page cannot be paid any more', async () => {
      const { begun, payment } = await debited(scene, REFUSING_IBAN)
      await scene.rig.control.settleDebit(payment.id)
      expect(await scene.onlyOf(begun)).toMatchObject({
        state: 'failed',
        reason: 'revocation_of_authorization',
        receivedAt: null,
        saved: null,
      })
      expect(await scene.processor.pageState(pageOf(begun))).toBe('closed')
    })

    it('is made of a saved mandate without its payer', async () => {
      const { begun, payment } = await debited(scene)
      await scene.rig.control.settleDebit(payment.id, 'succeeded')
      const { saved } = await scene.onlyOf(begun)
      const order = scene.plannedOrder()
      const startedAt = machineNow()
      await scene.processor.charge(saved?.id ?? '', order)
      const later = await scene.onlyOf({ order, startedAt })
      expect(later).toMatchObject({ state: 'pending', method: 'sepa', saved: null })
      await scene.rig.control.settleDebit(later.id, 'succeeded')
      expect(await scene.onlyOf({ order, startedAt })).toMatchObject({ state: 'received', saved: null })
    })

    it('that is returned is a dispute lost at once, and the money is gone', async () => {
      const { begun, payment } = await debited(scene)
      await scene.rig.control.settleDebit(payment.id, 'succeeded')
      await scene.rig.control.dispute(payment.id)
      expect(await scene.onlyOf(begun)).toMatchObject({
        state: 'received',
        said: 'succeeded, dispute lost',
        refunded: money(0, 'EUR'),
        disputes: [{ state: 'lost', isWithdrawn: true, amount: money(12_345, 'EUR'), dueBy: null }],
      })
    })
  })
}

function expectPayPal(scene: Scene<StripeRig>): void {
  it('PayPal shows its address, is final at once, and can be charged later', async () => {
    const begun = await begunWith(scene, 'paypal', { savesMethod: true })
    await scene.rig.control.pay(pageOf(begun), { with: { paypal: 'anna@example.com' } })
    const payment = await scene.onlyOf(begun)
    expect(payment).toMatchObject({
      state: 'received',
      method: 'paypal',
      card: 'anna@example.com',
      saved: { kind: 'paypal', label: 'anna@example.com', expires: null, mandate: null },
    })
    const order = scene.plannedOrder()
    const startedAt = machineNow()
    await scene.processor.charge(payment.saved?.id ?? '', order)
    expect(await scene.onlyOf({ order, startedAt })).toMatchObject({ state: 'received', method: 'paypal' })
  })

  it('whoever does not agree on PayPal’s page has not paid', async () => {
    const begun = await begunWith(scene, 'paypal')
    await scene.rig.control.pay(pageOf(begun), { with: { paypal: 'anna@example.com' }, agrees: false })
    expect(await scene.onlyOf(begun)).toMatchObject({ state: 'failed', reason: 'generic_decline' })
    expect(await scene.processor.pageState(pageOf(begun))).toBe('open')
  })
}

function expectDisputes(scene: Scene<StripeRig>): void {
  describe('a dispute', () => {
    it('takes the money, can be answered until a day, and gives it back when won', async () => {
      const { payment } = await scene.paid()
      const { id } = await scene.rig.control.dispute(payment.id)
      const open = await scene.processor.payment(payment.id)
      expect(open).toMatchObject({
        state: 'received',
        disputes: [{ id, state: 'open', said: 'needs_response', isWithdrawn: true, amount: payment.amount }],
      })
      expect(open?.disputes[0]?.dueBy).not.toBeNull()
      expect(open?.disputes[0]?.reason).toMatch(/./)
      await scene.rig.control.closeDispute(id, 'won')
      expect(await scene.processor.payment(payment.id)).toMatchObject({
        state: 'received',
        disputes: [{ id, state: 'won', isWithdrawn: false }],
      })
    })

    it('that is lost keeps the money away', async () => {
      const { payment } = await scene.paid()
      const { id } = await scene.rig.control.dispute(payment.id)
      await scene.rig.control.closeDispute(id, 'lost')
      expect((await scene.processor.payment(payment.id))?.disputes).toMatchObject([
        { state: 'lost', isWithdrawn: true },
      ])
    })

    it('that is an inquiry moves no money', async () => {
      const { payment } = await scene.paid()
      await scene.rig.control.dispute(payment.id, 'inquiry')
      const warned = [{ state: 'warned', isWithdrawn: false }]
      expect((await scene.processor.payment(payment.id))?.disputes).toMatchObject(warned)
      // Another process, which has read no message: the list knows it all the same.
      const heir = scene.rig.connect(scene.line.url, { key: 'right', patience: 'usual' })
      const listed = await heir.recentPayments(1)
      expect(listed.find(({ id }) => id === payment.id)?.disputes).toMatchObject(warned)
    })

    it('is told by a message that names the payment, and stands in the list', async () => {
      const { payment } = await scene.paid()
      await scene.rig.control.dispute(payment.id)
      await scene.catcher.waitFor(
        ({ type, subject }) =>
          type === 'charge.dispute.created' &&
          subject.about === 'payment' &&
          subject.outsideId === payment.id,
      )
      const listed = (await scene.processor.recentPayments(1)).find(({ id }) => id === payment.id)
      expect(listed?.disputes).toMatchObject([{ state: 'open' }])
    })
  })
}

function expectEndsOfMethods(scene: Scene<StripeRig>): void {
  describe('a method ends', () => {
    const ended = async (methodId: string): Promise<void> =>
      void (await scene.catcher.waitFor(
        ({ subject }) => subject.about === 'method' && subject.outsideId === methodId,
      ))

    it('when it is detached at Stripe, and is refused from then on', async () => {
      const { payment } = await scene.paid({ savesMethod: true })
      const methodId = payment.saved?.id ?? ''
      await scene.rig.control.detach(methodId)
      await ended(methodId)
      await expect(scene.processor.charge(methodId, scene.plannedOrder())).rejects.toEqual(
        expect.objectContaining({ kind: 'refused', reason: 'invalid_account' }),
      )
    })

    it('when its holder ends the mandate at his bank', async () => {
      const { begun, payment } = await debited(scene)
      await scene.rig.control.settleDebit(payment.id, 'succeeded')
      const methodId = (await scene.onlyOf(begun)).saved?.id ?? ''
      const mandate = scene.rig.control.mandates().find((one) => one.payment_method === methodId)
      expect(mandate?.status).toBe('active')
      await scene.rig.control.endMandate(mandate?.id ?? '')
      await ended(methodId)
    })
  })

  it('a card that its bank has replaced is told of, and shows its new end and expiry', async () => {
    const { payment } = await scene.paid({ savesMethod: true })
    const methodId = payment.saved?.id ?? ''
    const before = await scene.processor.method?.(methodId)
    expect(before).toEqual({ label: payment.saved?.label, expires: payment.saved?.expires })
    await scene.rig.control.renewCard(methodId)
    await scene.catcher.waitFor(
      ({ subject }) => subject.about === 'changedMethod' && subject.outsideId === methodId,
    )
    const after = await scene.processor.method?.(methodId)
    expect(after?.label).toBe('**** 1881')
    expect(after?.expires).not.toBe(before?.expires)
    expect(await scene.processor.method?.('pm_nobody')).toBeUndefined()
  })

  it('a card whose bank wants its holder is declined for that', async () => {
    const { payment } = await scene.paid({ savesMethod: true })
    const methodId = payment.saved?.id ?? ''
    expect(payment.saved?.expires).toMatch(/^\d\d\/\d\d$/)
    scene.rig.control.changeMethod(methodId, 'authentication_required')
    const order = scene.plannedOrder()
    const startedAt = machineNow()
    await scene.processor.charge(methodId, order)
    const declined = await scene.onlyOf({ order, startedAt })
    expect(declined).toMatchObject({ state: 'failed', reason: 'authentication_required' })
    // The core knows its name by now.
    const attempt = { paymentId: order.paymentId, pageId: null, outsideId: declined.id, startedAt }
    expect(await scene.processor.paymentsOf(attempt)).toEqual([declined])
  })
}

function expectLateNews(scene: Scene<StripeRig>): void {
  describe('a refund that a bank decides later', () => {
    it('is under way, then has arrived or has not', async () => {
      const { begun, payment } = await debited(scene)
      await scene.rig.control.settleDebit(payment.id, 'succeeded')
      const refund = async (amount: number, key = newId()): Promise<string> => {
        await scene.processor.refund({
          outsideId: payment.id,
          amount: money(amount, 'EUR'),
          isAll: false,
          key,
        })
        return (
          scene.rig.control
            .refunds()
            .find((one) => one.payment_intent === payment.id && one.amount === amount)?.id ?? ''
        )
      }
      const first = await refund(100)
      expect(await scene.onlyOf(begun)).toMatchObject({
        state: 'refunding',
        said: 'succeeded, refund pending',
        refunded: money(0, 'EUR'),
      })
      await scene.rig.control.settleRefund(first, 'succeeded')
      expect(await scene.stateOf(payment.id)).toEqual(['partlyRefunded', 100])
      const key = newId()
      const second = await refund(200, key)
      expect(await refund(200, key)).toBe(second)
      await scene.rig.control.settleRefund(second, 'failed')
      await expect(refund(200, key)).rejects.toEqual(expect.objectContaining({ kind: 'refused' }))
      expect(await scene.processor.payment(payment.id)).toMatchObject({
        state: 'partlyRefunded',
        said: 'succeeded, refund failed',
        refunded: money(100, 'EUR'),
      })
    })
  })

  it('what happened lately to an old payment is in the list, and the old payment itself is not', async () => {
    const [old, other] = [await scene.begun(), await scene.begun()]
    scene.rig.setDaysAgo(5)
    try {
      await scene.rig.pay(old, 'good')
      await scene.rig.pay(other, 'good')
    } finally {
      scene.rig.setDaysAgo(0)
    }
    const { id } = await scene.onlyOf(old)
    const seen = async (daysBack: number): Promise<unknown[]> => {
      const listed = await scene.processor.recentPayments(daysBack)
      return [old, other].map(({ order }) => listed.find(({ orderId }) => orderId === order.paymentId)?.state)
    }
    expect(await seen(1)).toEqual([undefined, undefined])
    expect(await seen(7)).toEqual(['received', 'received'])
    await scene.rig.refundThere(id, 5)
    await expect.poll(async () => await seen(1)).toEqual(['partlyRefunded', undefined])
  })

  it('a payment with many refunds is read to the last of them', async () => {
    const { payment } = await scene.paid()
    for (let index = 0; index < 12; index += 1) await scene.rig.refundThere(payment.id, 10)
    await expect.poll(async () => await scene.stateOf(payment.id)).toEqual(['partlyRefunded', 120])
  })

  it('what another shop takes with the same account is not ours', async () => {
    const begun = await scene.begun()
    await scene.rig.pay(begun, 'good')
    const listed = await scene.processor.recentPayments(1)
    expect(new Set(listed.map(({ id }) => id)).size).toBe(listed.length)
    expect(await paymentsOf(scene.processor, { order: scene.order(), startedAt: begun.startedAt })).toEqual(
      [],
    )
  })
}

function expectSettings(scene: Scene<StripeRig>): void {
  it('the account says who it is and what it may not take', async () => {
    expect(await scene.processor.check()).toMatchObject({ account: 'Boxes Ltd', isTest: true })
    const silent = createStripe({ ...scene.rig.settings(scene.line.url), webhookSecrets: [] })
    expect((await silent.check()).warnings).toEqual([expect.stringContaining('webhook')])
  })

  it('offers what the settings say, where the currency can be paid with it', () => {
    expect(scene.processor.methods('EUR')).toEqual(['card', 'sepa', 'paypal'])
    expect(scene.processor.methods('PLN')).toEqual(['card', 'paypal'])
    expect(scene.processor.methods('RUB')).toEqual([])
  })

  it('a debit in another currency is refused before anybody is asked', async () => {
    await expect(
      scene.processor.openPage(scene.order({ amount: money(1, 'USD'), method: 'sepa' })),
    ).rejects.toEqual(expect.objectContaining({ kind: 'refused' }))
  })

  it('the same page asked for twice is one page, and says when it really closes', async () => {
    const order = scene.order()
    const closesAt = machineNow().add({ minutes: 30 })
    const early = await scene.processor.openPage(scene.order({ expiresAt: machineNow() }))
    expect(Temporal.Instant.compare(early.closesAt ?? machineNow(), closesAt)).toBe(1)
    const [one, other] = [await scene.processor.openPage(order), await scene.processor.openPage(order)]
    expect(other).toEqual(one)
  })
}
