import { expect, test } from 'vitest'
import { mayReplay, needsAttention } from './message-verdict.ts'

test.each([
  ['credited', false, false],
  ['known', false, false],
  ['noted', false, false],
  ['not ours', false, false],
  ['not confirmed', true, true],
  ['failed', true, true],
  ['stale', true, false],
  ['unknown order', true, true],
  ['other sum', true, true],
  ['other payer', true, true],
  ['forged', true, false],
  ['malformed', true, false],
  ['a verdict of tomorrow', true, true],
])('%s: attention %s, again %s', (verdict, attention, again) => {
  expect(needsAttention(verdict, 0)).toBe(attention)
  expect(mayReplay(verdict)).toBe(again)
})

test('one that waits to be confirmed is looked at once it has waited too long', () => {
  expect(needsAttention('valid', 9)).toBe(false)
  expect(needsAttention('valid', 10)).toBe(true)
  expect(mayReplay('valid')).toBe(true)
})
