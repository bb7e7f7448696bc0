import { money } from '@stowage/domain/money'
import { describe, expect, it } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import type { OutsidePayment } from '../processor.ts'
import { refused, soon, type Scene } from './processor-scene.ts'

/** Money given back, by us and at the processor. */
export function expectRefunds(scene: Scene): void {
  describe('money given back', () => {
    const give = async (payment: OutsidePayment, amount: number, isAll: boolean, key: string = newId()) =>
      await scene.processor.refund({
        outsideId: payment.id,
        amount: money(amount, scene.rig.currency),
        isAll,
        key,
      })

    it('in parts, until nothing is left; more than is left is refused', async () => {
      const { payment } = await scene.paid()
      await give(payment, 2_000, false)
      await expect.poll(async () => await scene.stateOf(payment.id), soon).toEqual(['partlyRefunded', 2_000])
      await expect(give(payment, 10_346, true)).rejects.toEqual(refused)
      expect(await scene.stateOf(payment.id)).toEqual(['partlyRefunded', 2_000])
      await give(payment, 10_345, true)
      await expect.poll(async () => await scene.stateOf(payment.id), soon).toEqual(['refunded', 12_345])
      await expect(give(payment, 1, true)).rejects.toEqual(refused)
    })

    it('all at once', async () => {
      const { payment } = await scene.paid()
      await give(payment, 12_345, true)
      await expect.poll(async () => await scene.stateOf(payment.id), soon).toEqual(['refunded', 12_345])
    })

    it('is given once, however often it is sent, where the processor knows keys', async () => {
      const { payment } = await scene.paid()
      const key = newId()
      await give(payment, 1_000, false, key)
      // Some take the next one only when this one has arrived.
      await expect.poll(async () => await scene.stateOf(payment.id), soon).toEqual(['partlyRefunded', 1_000])
      await give(payment, 1_000, false, key)
      const once = scene.processor.knowsRefundKeys === true ? 1_000 : 2_000
      await expect.poll(async () => await scene.stateOf(payment.id), soon).toEqual(['partlyRefunded', once])
      await give(payment, 1_000, false)
      await expect
        .poll(async () => await scene.stateOf(payment.id), soon)
        .toEqual(['partlyRefunded', once + 1_000])
    })

    it('at the processor is seen here', async () => {
      const { payment } = await scene.paid()
      await scene.rig.refundThere(payment.id, 345)
      await expect.poll(async () => await scene.stateOf(payment.id), soon).toEqual(['partlyRefunded', 345])
    })

    it('for what was never paid is refused', async () => {
      const one = await scene.begun()
      await scene.rig.pay(one, 'no funds')
      await expect(give(await scene.onlyOf(one), 1, false)).rejects.toEqual(refused)
    })
  })
}
