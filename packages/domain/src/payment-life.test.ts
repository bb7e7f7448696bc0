import { describe, expect, it } from 'vitest'
import { IllegalStepError } from './life-cycle.ts'
import {
  isUndecided,
  paymentLife,
  paymentStatuses,
  type PaymentEvent,
  type PaymentStatus,
} from './payment-life.ts'

const events: PaymentEvent[] = ['underWay', 'denied', 'received', 'declined', 'cancelled', 'refunded']

const expected: Record<PaymentStatus, (PaymentStatus | null)[]> = {
  created: ['pending', null, 'succeeded', 'failed', 'cancelled', 'refunded'],
  pending: ['pending', 'created', 'succeeded', 'failed', 'cancelled', 'refunded'],
  failed: ['pending', null, 'succeeded', null, null, 'refunded'],
  cancelled: ['pending', null, 'succeeded', null, null, 'refunded'],
  succeeded: [null, null, null, null, null, 'refunded'],
  refunded: [null, null, null, null, null, null],
}

describe('every status × every event', () => {
  it.each(
    paymentStatuses.flatMap((status) =>
      events.map((event, index) => [status, event, expected[status][index]] as const),
    ),
  )('%s, %s', (status, event, next) => {
    expect(paymentLife.allows(status, event)).toBe(next !== null)
    if (next === null) expect(() => paymentLife.step(status, event)).toThrow(IllegalStepError)
    else expect(paymentLife.step(status, event)).toBe(next)
  })
})

it('money is credited once: nothing leads from received to received', () => {
  expect(paymentStatuses.filter((status) => !paymentLife.allows(status, 'received'))).toEqual([
    'succeeded',
    'refunded',
  ])
})

it('is undecided until the processor has said something', () => {
  expect(paymentStatuses.filter(isUndecided)).toEqual(['created', 'pending'])
})
