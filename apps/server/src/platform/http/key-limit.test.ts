import { expect, test } from 'vitest'
import { createKeyLimit } from './key-limit.ts'

test('a key has its own calls a minute, and is told how long to wait', () => {
  let now = 0
  const count = createKeyLimit(10, () => now)
  for (let call = 0; call < 5; call += 1) count('one')
  now = 15_000
  expect(() => count('one')).toThrow(expect.objectContaining({ code: 9129, retryAfterSeconds: 45 }))
  count('other')
  now = 60_000
  count('one')
})

test('one call a minute is the least that is left of any limit', () => {
  const count = createKeyLimit(1, () => 0)
  count('one')
  expect(() => count('one')).toThrow(expect.objectContaining({ code: 9129 }))
})
