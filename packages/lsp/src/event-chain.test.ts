import { expect, test } from 'vitest'
import { CHAIN_START, chainOf } from './event-chain.ts'
import type { SiteEvent } from './messages.ts'

const event: SiteEvent = {
  seq: 1,
  id: '0b7e3a52-6d0e-4a57-9a0a-3d9b2f1c7e11',
  type: 'access.granted',
  at: '2026-11-22T10:00:00.000Z',
}

test('a link holds its event and all before it, whatever the order of members, and not itself', () => {
  const link = chainOf(CHAIN_START, event)
  expect(link).toBe('255cea461ccdfec5419bc29f0e392eda9fb0e3c089cff17cecb0f79856b9b9ce')
  expect(chainOf(CHAIN_START, Object.fromEntries(Object.entries(event).toReversed()) as SiteEvent)).toBe(link)
  expect(chainOf(CHAIN_START, { ...event, chain: link })).toBe(link)
  expect(chainOf(link, event)).not.toBe(link)
  expect(chainOf(CHAIN_START, { ...event, box: 'YA108' })).not.toBe(link)
})
