import { money } from '@stowage/domain/money'
import { describe, expect, it } from 'vitest'
import { machineNow } from '../../../platform/clock.ts'
import { newId } from '../../../platform/ids.ts'
import type { OutsidePayment, PayOrder } from '../processor.ts'
import { paymentsOf } from './processor-rig.ts'
import { away, refused, type Scene } from './processor-scene.ts'

/** Methods that are saved with a payment and charged without their payer. */
export function expectSavedMethods(scene: Scene): void {
  describe('a saved method', () => {
    const save = async (): Promise<{ methodId: string; payment: OutsidePayment }> => {
      const { payment } = await scene.paid({ savesMethod: true })
      const news = payment.saved ?? (await scene.processor.savedMethodOf(payment.id))
      expect(news).toMatchObject({ kind: 'card', mandate: null })
      expect(news?.id).toMatch(/^.{1,200}$/)
      return { methodId: news?.id ?? '', payment }
    }
    const charge = async (methodId: string, given: Partial<PayOrder> = {}) => {
      const planned = scene.plannedOrder(given)
      const startedAt = machineNow()
      // A decline may be told as a refusal, or as done: what became of it stands in the payments.
      await scene.processor
        .charge(methodId, planned)
        .catch((error: unknown) => expect(error).toEqual(refused))
      return { order: planned, startedAt }
    }

    it('comes with the payment that asked for it, and with no other', async () => {
      const { methodId, payment } = await save()
      expect(await scene.processor.savedMethodOf(payment.id)).toMatchObject({ id: methodId })
      const { payment: other } = await scene.paid()
      expect(other.saved).toBeNull()
      expect(await scene.processor.savedMethodOf(other.id)).toBeUndefined()
    })

    it('is charged without its payer', async () => {
      const { methodId } = await save()
      const given = { accountId: newId(), amount: money(4_321, scene.rig.currency) }
      const payment = await scene.onlyOf(await charge(methodId, given))
      expect(payment).toMatchObject({
        state: 'received',
        amount: given.amount,
        clientId: given.accountId,
        reason: null,
      })
    })

    it('is charged once for an order that is sent twice, where the processor knows keys', async () => {
      const { methodId } = await save()
      const sent = await charge(methodId)
      await scene.processor.charge(methodId, sent.order).catch(() => undefined)
      // In the processor's whole list, where an adapter cannot overlook the second one.
      const listed = await scene.processor.recentPayments(1)
      const received = listed.filter(({ orderId }) => orderId === sent.order.paymentId)
      expect(received.map(({ state }) => state)).toEqual(
        scene.lacks('charge keys') ? ['received', 'received'] : ['received'],
      )
    })

    it('is charged once when the answer was lost', async () => {
      const { methodId } = await save()
      const planned = scene.plannedOrder()
      const startedAt = machineNow()
      scene.line.set('deaf')
      await expect(
        scene.rig.connect(scene.line.url, { key: 'right', patience: 'one try' }).charge(methodId, planned),
      ).rejects.toEqual(away)
      scene.line.set('through')
      // Another process, which has sent nothing itself.
      const heir = scene.rig.connect(scene.line.url, { key: 'right', patience: 'usual' })
      const found = await paymentsOf(heir, { order: planned, startedAt })
      expect(found.map(({ state }) => state)).toEqual(['received'])
    })

    it.each([
      ['no funds', 'insufficient_funds'],
      ['stolen', 'stolen_card'],
    ] as const)('is declined: %s', async (card, reason) => {
      const { methodId } = await save()
      await scene.rig.rule(methodId, card)
      expect(await scene.onlyOf(await charge(methodId))).toMatchObject({
        state: 'failed',
        reason: scene.lacks('decline reasons') ? null : reason,
        receivedAt: null,
      })
      await scene.rig.rule(methodId, 'good')
      expect(await scene.onlyOf(await charge(methodId))).toMatchObject({ state: 'received' })
    })

    it('that nobody knows is refused, and nothing is begun', async () => {
      const { methodId } = await save()
      const unknown = methodId.replaceAll(/[\dA-Fa-f]/g, '0')
      const planned = scene.plannedOrder()
      await expect(scene.processor.charge(unknown, planned)).rejects.toEqual(refused)
      expect(await paymentsOf(scene.processor, { order: planned, startedAt: machineNow() })).toEqual([])
    })

    it('that is forgotten twice is forgotten, and cannot be charged where the processor can forget', async () => {
      const { methodId } = await save()
      await scene.processor.forgetMethod(methodId)
      await scene.processor.forgetMethod(methodId)
      const charged = scene.processor.charge(methodId, scene.plannedOrder())
      if (scene.lacks('forgetting methods')) await expect(charged).resolves.toBeUndefined()
      else await expect(charged).rejects.toEqual(refused)
    })
  })
}
