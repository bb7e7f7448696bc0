import { money } from '@stowage/domain/money'
import { describe, expect, it } from 'vitest'
import { machineNow } from '../../../platform/clock.ts'
import { paymentsOf } from './processor-rig.ts'
import { soon, type Scene } from './processor-scene.ts'

/** Pages: opened, paid, declined, closed, left. */
export function expectPages(scene: Scene): void {
  describe('a page', () => {
    it('is open while nobody has paid, and nothing is known of it', async () => {
      const one = await scene.begun()
      expect(one.page?.url).toMatch(/^https?:\/\//)
      expect(await scene.processor.pageState(one.page?.pageId ?? '')).toBe('open')
      expect(await paymentsOf(scene.processor, one)).toEqual([])
    })

    it('is paid once the money is ours: the sum, the order and the payer are those that were sent', async () => {
      const before = machineNow().subtract({ minutes: 1 })
      const { begun: one, payment } = await scene.paid()
      expect(payment).toMatchObject({
        orderId: one.order.paymentId,
        clientId: one.order.accountId,
        amount: one.order.amount,
        refunded: money(0, scene.rig.currency),
        state: 'received',
        reason: null,
        saved: null,
        disputes: [],
        said: expect.stringMatching(/./),
      })
      expect(Temporal.Instant.compare(payment.receivedAt ?? before, before)).toBe(1)
      // Asked for alone it may tell more than as one of many.
      const alone = await scene.processor.payment(payment.id)
      expect({ ...alone, card: null }).toEqual({ ...payment, card: null })
      expect(alone?.card).toMatch(/\d{4}$/)
      expect(await scene.processor.pageState(one.page?.pageId ?? '')).toBe('paid')
    })

    it('that is paid can be closed no more, and stays paid', async () => {
      const { begun: one, payment } = await scene.paid()
      expect(await scene.processor.closePage(one.page?.pageId ?? '')).toBe(false)
      expect(await scene.stateOf(payment.id)).toEqual(['received', 0])
    })

    it('on which a card was declined says why, and can be paid with another', async () => {
      const one = await scene.begun()
      await scene.rig.pay(one, 'no funds')
      const [declined] = await paymentsOf(scene.processor, one)
      expect(declined).toMatchObject({
        orderId: one.order.paymentId,
        state: 'failed',
        reason: scene.lacks('decline reasons') ? null : 'insufficient_funds',
        receivedAt: null,
      })
      expect(await scene.processor.pageState(one.page?.pageId ?? '')).toBe('open')
      await scene.rig.pay(one, 'good')
      const all = await paymentsOf(scene.processor, one)
      const last = all.at(-1)
      expect(last).toMatchObject({ state: 'received', reason: null })
      expect(all.filter(({ state }) => state === 'received')).toHaveLength(1)
      if (declined && last && declined.id !== last.id) {
        expect(scene.processor.compare(declined.id, last.id)).toBeLessThan(0)
        expect(scene.processor.compare(last.id, declined.id)).toBeGreaterThan(0)
      }
      expect(scene.processor.compare(declined?.id ?? '', declined?.id ?? '')).toBe(0)
    })

    it('that is closed can be paid by nobody, and closed once', async () => {
      const one = await scene.begun()
      const pageId = one.page?.pageId ?? ''
      expect(await scene.processor.closePage(pageId)).toBe(true)
      expect(await scene.processor.pageState(pageId)).toBe('closed')
      await expect(scene.rig.pay(one, 'good')).rejects.toThrow(/./)
      expect((await paymentsOf(scene.processor, one)).filter(({ state }) => state !== 'cancelled')).toEqual(
        [],
      )
      expect(await scene.processor.closePage(pageId)).toBe(false)
    })

    it('that its payer left stays open', async () => {
      const one = await scene.begun()
      await scene.rig.leave(one)
      expect(await scene.processor.pageState(one.page?.pageId ?? '')).toBe('open')
      expect((await paymentsOf(scene.processor, one)).filter(({ state }) => state === 'received')).toEqual([])
    })

    it('that nobody knows is closed', async () => {
      const { pageId = '' } = (await scene.begun()).page ?? {}
      // Of the same form, so that it is asked for.
      const unknown = pageId.replaceAll(/\d/g, (digit) => String((Number(digit) + 7) % 10))
      expect(await scene.processor.pageState(unknown)).toBe('closed')
      expect(await scene.processor.closePage(unknown)).toBe(false)
    })

    it('a payment that was never there is unknown', async () => {
      const { payment } = await scene.paid()
      const unknown = payment.id.replaceAll(/\d/g, (digit) => String((Number(digit) + 7) % 10))
      expect(await scene.processor.payment(unknown)).toBeUndefined()
    })
  })

  it('the list of the last days has all payments as they are now', async () => {
    const declined = await scene.begun()
    await scene.rig.pay(declined, 'no funds')
    const [one, other] = [await scene.paid(), await scene.paid()]
    await scene.rig.refundThere(other.payment.id, 12_345)
    const ids = [declined.order.paymentId, one.begun.order.paymentId, other.begun.order.paymentId]
    const now = async (): Promise<unknown[]> => {
      const listed = await scene.processor.recentPayments(1)
      return ids.map((id) =>
        listed.flatMap(({ orderId, state, refunded }) => (orderId === id ? [[state, refunded.amount]] : [])),
      )
    }
    await expect.poll(now, soon).toEqual([[['failed', 0]], [['received', 0]], [['refunded', 12_345]]])
  })
}
