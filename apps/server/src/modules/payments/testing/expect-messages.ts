import { describe, expect, it } from 'vitest'
import type { OutsidePayment } from '../processor.ts'
import type { Scene } from './processor-scene.ts'

/** Messages: genuine, repeated, forged, torn, old. */
export function expectMessages(scene: Scene): void {
  describe('a message', () => {
    const toldOf = async (payment: OutsidePayment) =>
      await scene.catcher.waitFor(
        ({ subject }) =>
          subject.about === 'payment' && subject.outsideId === payment.id && subject.claims !== null,
      )

    it('tells of a payment what it claims to be, and is understood', async () => {
      const { payment } = await scene.paid()
      const { read } = await toldOf(payment)
      expect(read.subject).toEqual({
        about: 'payment',
        outsideId: payment.id,
        orderId: payment.orderId,
        claims: { amount: payment.amount, clientId: payment.clientId },
      })
      await scene.rig.settle()
      expect(scene.rig.unaccepted()).toBe(0)
    })

    it('of a decline comes where the processor tells of declines', async () => {
      const one = await scene.begun()
      await scene.rig.pay(one, 'no funds')
      const { id } = await scene.onlyOf(one)
      await scene.rig.settle()
      const told = scene.catcher.caught.filter(
        ({ read }) =>
          read.verdict === 'genuine' && read.subject.about === 'payment' && read.subject.outsideId === id,
      )
      expect(told.length > 0).toBe(!scene.lacks('messages of declines'))
    })

    it('that is repeated has the same name', async () => {
      const { payment } = await scene.paid()
      const { raw, read } = await toldOf(payment)
      expect(scene.processor.readMessage(raw)).toEqual(read)
    })

    it('of a stranger is forged, a torn one malformed, an old one stale', async () => {
      const { payment } = await scene.paid()
      const { raw } = await toldOf(payment)
      expect(scene.processor.readMessage(scene.rig.spoil(raw, 'forged')).verdict).toBe('forged')
      expect(scene.processor.readMessage(scene.rig.spoil(raw, 'malformed')).verdict).toBe('malformed')
      expect(scene.processor.readMessage({ body: Buffer.alloc(0), header: () => undefined }).verdict).toBe(
        'malformed',
      )
      const noise = Buffer.from([0, 255, 254, 1, 0x7b, 0x22])
      expect(['forged', 'malformed']).toContain(
        scene.processor.readMessage({ body: noise, header: raw.header }).verdict,
      )
      expect(scene.processor.readMessage(scene.rig.spoil(raw, 'stale')).verdict).toBe(
        scene.lacks('stale messages') ? 'genuine' : 'stale',
      )
    })

    it('is kept short', async () => {
      const { payment } = await scene.paid()
      const { read } = await toldOf(payment)
      expect(JSON.stringify(read.kept).length).toBeLessThan(10_000)
      expect(Object.values(read.kept).every((value) => !value.includes('\u0000'))).toBe(true)
    })
  })
}
