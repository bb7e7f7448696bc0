import { describe, expect, it } from 'vitest'
import type { Processor } from '../processor.ts'
import { paymentsOf, type Patience } from './processor-rig.ts'
import { away, login, type Scene } from './processor-scene.ts'

/** A processor that cannot be asked, or does not know us. */
export function expectTrouble(scene: Scene): void {
  describe('in trouble', () => {
    const connect = (url: string, patience: Patience): Processor =>
      scene.rig.connect(url, { key: 'right', patience })

    it.each(['silent', 'html', 'error'] as const)('%s: it is away, and back again', async (state) => {
      const { begun: one, payment } = await scene.paid()
      const here = connect(scene.line.url, state === 'silent' ? 'hurried' : 'one try')
      scene.line.set(state)
      try {
        const asked = [
          here.openPage(scene.order()),
          here.pageState(one.page?.pageId ?? ''),
          here.payment(payment.id),
          paymentsOf(here, one),
          here.recentPayments(1),
          here.check(),
        ]
        for (const ask of await Promise.allSettled(asked))
          expect(ask).toEqual({ status: 'rejected', reason: away })
      } finally {
        scene.line.set('through')
      }
      expect(await scene.stateOf(payment.id)).toEqual(['received', 0])
    })

    it('a page whose address got lost is asked for anew', async () => {
      const order = scene.order()
      scene.line.set('deaf')
      await expect(connect(scene.line.url, 'one try').openPage(order)).rejects.toEqual(away)
      scene.line.set('through')
      expect((await scene.processor.openPage(order)).url).toMatch(/^https?:/)
    })

    it('nobody listens: it is away', async () => {
      const nobody = connect(scene.line.nobodyUrl, 'one try')
      await expect(nobody.openPage(scene.order())).rejects.toEqual(away)
      await expect(nobody.pageState('cs_test_1')).rejects.toEqual(away)
    })

    it('who waits only so long waits no longer', { timeout: 8_000 }, async () => {
      const { begun: one, payment } = await scene.paid()
      scene.line.set('silent')
      try {
        await expect(scene.processor.payment(payment.id, 100)).rejects.toEqual(away)
        const {
          order: { paymentId },
          startedAt,
        } = one
        const attempt = { paymentId, pageId: one.page?.pageId ?? null, outsideId: null, startedAt }
        await expect(scene.processor.paymentsOf(attempt, 100)).rejects.toEqual(away)
      } finally {
        scene.line.set('through')
      }
    })

    it('a wrong key is a wrong setting', async () => {
      const stranger = scene.rig.connect(scene.line.url, { key: 'wrong', patience: 'one try' })
      await expect(stranger.openPage(scene.order())).rejects.toEqual(login)
      await expect(stranger.recentPayments(1)).rejects.toEqual(login)
      await expect(stranger.check()).rejects.toEqual(login)
    })
  })
}
