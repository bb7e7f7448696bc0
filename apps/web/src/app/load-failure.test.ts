import { expect, test } from 'vitest'
import { isLoadFailure } from './load-failure.ts'

test.each([
  'Failed to fetch dynamically imported module: https://x/assets/a.js',
  'error loading dynamically imported module: https://x/assets/a.js',
  'Importing a module script failed.',
  'Unable to preload CSS for /assets/crate-label.css',
])('%s: a part did not come', (message) => {
  expect(isLoadFailure(new TypeError(message))).toBe(true)
})

test('a mistake of ours is none', () => {
  expect(isLoadFailure(new TypeError("Cannot read properties of undefined (reading 'id')"))).toBe(false)
  expect(isLoadFailure('Failed to fetch dynamically imported module')).toBe(false)
  expect(isLoadFailure(undefined)).toBe(false)
})
