import { expect, test } from 'vitest'
import type { RecordedEvent } from '../../platform/events/event.ts'
import { createDeskMemory } from './desk-memory.ts'

const event = (type: string, aggregate: string): RecordedEvent => ({
  id: 1,
  type,
  aggregate,
  stockId: null,
  payload: {},
  at: Temporal.Instant.from('2026-11-22T10:00:00Z'),
})

test.each([
  ['contract-closed', 'contract:a', undefined],
  ['document-settled', 'contract:a', undefined],
  ['account-changed', 'account:a', undefined],
  ['stock-changed', 'stock:a', undefined],
  ['clock-moved', 'clock', undefined],
  ['lock-changed', 'lock:a:1', 1200],
  ['site-changed', 'site:a', 1200],
  ['appeal-added', 'appeal:a', 1200],
  ['sessions-ended', 'account:a', 1200],
])('after %s of %s the lists know of a total %s', (type, aggregate, known) => {
  const desk = createDeskMemory()
  desk.totals.of('contracts').keep(1200, 1200)
  const page = { items: [], total: 1200, page: 1, pageSize: 50, currency: null, currencies: [] }
  desk.debtors.of('debtors').keep(page, 1200)
  desk.heard(event(type, aggregate))
  expect(desk.totals.of('contracts').known).toBe(known)
  expect(desk.debtors.of('debtors').known).toBe(known === undefined ? undefined : page)
})
