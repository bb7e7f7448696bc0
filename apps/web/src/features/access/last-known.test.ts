import { expect, test } from 'vitest'
import { packLastKnown, unpackLastKnown } from './last-known.ts'
import { aBox, aStock } from './my-box.fixture.ts'

const stocks = [
  aStock([
    aBox('YA108', { lockStatus: 'opened', lockSince: '2026-11-21T10:00:00Z' }),
    aBox('YB207', { lockStatus: 'unavailable' }),
  ]),
]
const stored = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
const kept = stored(packLastKnown({ userId: 'anna', at: 1_790_000_000_000, stocks }))

test('what was kept comes back with its time', () => {
  const known = unpackLastKnown(kept, 'anna')
  expect(known?.at).toBe(1_790_000_000_000)
  expect(known?.stocks[0]?.boxes.map(({ unitNumber }) => unitNumber)).toEqual(['YA108', 'YB207'])
})

test('a lock that was open then is not said to be open now', () => {
  expect(
    unpackLastKnown(kept, 'anna')?.stocks[0]?.boxes.map(({ lockStatus, lockSince }) => [
      lockStatus,
      lockSince,
    ]),
  ).toEqual([
    ['closed', null],
    ['unavailable', null],
  ])
})

test('nobody sees what another account left behind', () => {
  expect(unpackLastKnown(kept, 'boris')).toBeNull()
})

test.each([
  [null],
  ['{}'],
  [{}],
  [{ ...(kept as object), version: 0 }],
  [{ ...(kept as object), stocks: 'none' }],
  [{ ...(kept as object), at: 'noon' }],
])('%j is no last known state', (value) => {
  expect(unpackLastKnown(value, 'anna')).toBeNull()
})
