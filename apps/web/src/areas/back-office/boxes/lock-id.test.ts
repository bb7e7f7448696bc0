import { expect, test } from 'vitest'
import { isWholeLock, maskedLock } from './lock-id.ts'

test.each([
  ['', ''],
  ['1', '1'],
  ['10', '1:0'],
  ['102', '1:02'],
  ['1020', '1:02:0'],
  ['10203', '1:02:03'],
  ['1:02:034', '1:02:03'],
  ['a1 b02', '1:02'],
])('%j typed is shown as %j', (typed, shown) => {
  expect(maskedLock(typed)).toBe(shown)
  expect(maskedLock(shown)).toBe(shown)
  expect(isWholeLock(shown)).toBe(shown.length === 7)
})
