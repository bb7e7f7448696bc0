import { expect, test } from 'vitest'
import { reasonOf } from './reason-of.ts'

const failed = (code: string, message = code): TypeError =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(message), { code }) })

test.each([
  [failed('ENOTFOUND'), 'nobody knows this name (ENOTFOUND)'],
  [failed('EAI_AGAIN'), 'nobody knows this name (EAI_AGAIN)'],
  [failed('DEPTH_ZERO_SELF_SIGNED_CERT'), /does not trust its certificate \(DEPTH_ZERO_SELF_SIGNED_CERT\)/],
  [failed('CERT_HAS_EXPIRED'), /does not trust its certificate/],
  [failed('ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:9'), 'connect ECONNREFUSED 127.0.0.1:9'],
  [new TypeError('fetch failed', { cause: new AggregateError([new Error('a'), new Error('b')]) }), 'a, b'],
  ['gone', 'gone'],
])('%s', (error, said) => expect(reasonOf(error)).toMatch(said))
