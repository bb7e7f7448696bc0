import { expect, test } from 'vitest'
import { callIdOf } from './call-id.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'

test('a call is named by the trace that somebody began for it', () => {
  expect(callIdOf({ traceparent: `00-${TRACE}-00f067aa0ba902b7-01` })).toBe(TRACE)
})

test.each([
  ['none', undefined],
  ['another version', `01-${TRACE}-00f067aa0ba902b7-01`],
  ['no trace', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`],
  ['no span', `00-${TRACE}-${'0'.repeat(16)}-01`],
  ['a line of the log', `00-${TRACE}-00f067aa0ba902b7-01\n{"level":50}`],
  ['a word', 'abc'],
])('a trace that cannot be one is not believed: %s', (_what, traceparent) => {
  const one = traceparent === undefined ? {} : { traceparent }
  expect(callIdOf(one)).toMatch(/^[0-9a-f]{12}$/)
  expect(callIdOf(one)).not.toBe(callIdOf(one))
})
