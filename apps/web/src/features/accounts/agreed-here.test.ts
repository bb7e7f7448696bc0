import { expect, test } from 'vitest'
import { hasAgreedHere } from './agreed-here.ts'

test.each([
  ['lease:2026-01 privacy:3', true],
  ['external', false],
  ['none', false],
  [null, false],
  [undefined, false],
])('%s: %s', (version, has) => expect(hasAgreedHere(version)).toBe(has))
