import { expect, test } from 'vitest'
import { EventBatch } from './messages.ts'

const event = { seq: 1, id: '0b7e3a52-6d0e-4a57-9a0a-3d9b2f1c7e11', type: 'x', at: '2026-11-21T10:00:00Z' }

test('a member of an event that cannot be read is missing, and its batch is none the worse', () => {
  const odd = { source: 'card', lockId: 'the left one', box: 'x'.repeat(41), reason: 5, listVersion: 0.5 }
  expect(EventBatch.parse({ events: [{ ...event, ...odd, weather: 'rain' }] }).events).toEqual([event])
  expect(EventBatch.safeParse({ events: [{ ...event, at: 'soon' }] }).success).toBe(false)
  expect(EventBatch.safeParse({ events: [{ ...event, seq: 0 }] }).success).toBe(false)
})
