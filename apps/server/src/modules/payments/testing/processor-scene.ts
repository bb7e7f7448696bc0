import { expect } from 'vitest'
import type { OutsidePayment, PayOrder, Processor } from '../processor.ts'
import type { Catcher } from './catch-messages.ts'
import type { CutLine } from './cut-line.ts'
import { begin, orderOf, paymentsOf, type Begun, type Lack, type ProcessorRig } from './processor-rig.ts'

/** One processor, its simulator and the lines between them, for one file of tests. */
export interface Scene<R extends ProcessorRig = ProcessorRig> {
  rig: R
  line: CutLine
  catcher: Catcher
  processor: Processor
  lacks(what: Lack): boolean
  order(given?: Partial<PayOrder>): PayOrder
  /** Of a charge: nobody waits for it, so it has no end. */
  plannedOrder(given?: Partial<PayOrder>): PayOrder
  begun(given?: Partial<PayOrder>): Promise<Begun>
  /** Paid with a good card. */
  paid(given?: Partial<PayOrder>): Promise<{ begun: Begun; payment: OutsidePayment }>
  /** The one payment that there must be of an attempt. */
  onlyOf(of: Parameters<typeof paymentsOf>[1]): Promise<OutsidePayment>
  /** State and sum given back of a payment. */
  stateOf(id: string): Promise<[string | undefined, number | undefined]>
}

export const refused: unknown = expect.objectContaining({ name: 'ProcessorError', kind: 'refused' })
export const away: unknown = expect.objectContaining({ name: 'ProcessorError', kind: 'away' })
export const login: unknown = expect.objectContaining({ name: 'ProcessorError', kind: 'login' })
/** What the processor does by itself a moment later. */
export const soon = { timeout: 30_000, interval: 20 }

/** The lines are laid before the first test (`describeProcessor`). */
export function createScene<R extends ProcessorRig>(lacks: readonly Lack[]): Scene<R> {
  const scene: Omit<Scene, 'rig' | 'line' | 'catcher' | 'processor'> & Partial<Scene> = {
    lacks: (what) => lacks.includes(what),
    order: (given) => orderOf(laid(scene.rig).currency, given),
    plannedOrder(given) {
      const { expiresAt: _, ...planned } = orderOf(laid(scene.rig).currency, given)
      return planned
    },
    begun: async (given) => await begin(laid(scene.processor), orderOf(laid(scene.rig).currency, given)),
    async paid(given) {
      const one = await begin(laid(scene.processor), orderOf(laid(scene.rig).currency, given))
      await laid(scene.rig).pay(one, 'good')
      return { begun: one, payment: await laid(scene.onlyOf)(one) }
    },
    async onlyOf(of) {
      const payments = await paymentsOf(laid(scene.processor), of)
      expect(payments).toHaveLength(1)
      return laid(payments[0])
    },
    async stateOf(id) {
      const payment = await laid(scene.processor).payment(id)
      return [payment?.state, payment?.refunded.amount]
    },
  }
  return scene as Scene<R>
}

function laid<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the scene is not set up')
  return value
}
