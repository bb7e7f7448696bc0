import { afterEach, expect, test, vi } from 'vitest'
import type { RecordedEvent } from '../../platform/events/event.ts'
import type { Hub } from '../../platform/realtime/hub.ts'
import { boxClaimed } from '../catalog/index.ts'
import { createPush } from './push.ts'

afterEach(() => vi.useRealTimers())

const taken = (stockId: string, id: number): RecordedEvent => ({
  id,
  type: boxClaimed.type,
  aggregate: `box:${id}`,
  stockId,
  payload: {},
  at: Temporal.Instant.from('2026-11-22T10:00:00Z'),
})

test('stocks that change within a moment are told of in one message, and not again', () => {
  vi.useFakeTimers()
  const send = vi.fn<Hub['send']>()
  const push = createPush({ db: undefined as never, log: undefined as never })
  push.useHub({ send, size: () => 400 } as unknown as Hub)
  ;['presnya', 'moabit', 'presnya'].forEach((stockId, index) => push.heard(taken(stockId, index)))
  expect(send).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1000)
  expect(send.mock.calls).toEqual([
    [{ everybody: true }, { actionType: 'STOCKS_CHANGED', payload: { stockIds: ['presnya', 'moabit'] } }],
  ])
  push.close()
})

test('the more pages there are, the rarer they are told', () => {
  vi.useFakeTimers()
  const send = vi.fn<Hub['send']>()
  const push = createPush({ db: undefined as never, log: undefined as never })
  push.useHub({ send, size: () => 2000 } as unknown as Hub)
  for (let moment = 0; moment < 100; moment += 1) {
    push.heard(taken('presnya', moment))
    vi.advanceTimersByTime(100)
  }
  expect(send).toHaveBeenCalledTimes(10)
  push.close()
})
