import { expect, test } from 'vitest'
import { bodyHash, isSignature, keyOf, signAnswer, signRequest } from './lsp-signature.ts'

const key = keyOf('test-site-secret')
const timestamp = '1795255200'
const nonce = 'AAAAAAAAAAAAAAAAAAAAAA'

test('the known vectors of request and answer', () => {
  const body =
    '{"commandId":"0b7e3a52-6d0e-4a57-9a0a-3d9b2f1c7e11","action":"open","expiresAt":"2026-11-21T10:00:10Z"}'
  expect(bodyHash(body)).toBe('d9caa1090df24485144a811729c543ed68fd65c26487c886e04d2853d9573e81')
  expect(signRequest(key, { method: 'POST', path: '/v1/locks/1:02:03/open', timestamp, nonce, body })).toBe(
    'bc8725b9cbf43895b54fc16e111b0070d9ea68e7a0e9e86f8955f68476fa9d86',
  )
  const answer =
    '{"commandId":"0b7e3a52-6d0e-4a57-9a0a-3d9b2f1c7e11","result":"opened","state":"opened","at":"2026-11-21T10:00:01Z"}'
  expect(signAnswer(key, { status: 200, timestamp, nonce, body: answer })).toBe(
    'aa9eb6b683945531dc1373db846f1225667fceee6447c2bd132825c91e3c2fb2',
  )
})

test('a secret of 43 base64url characters is 32 bytes, any other is text', () => {
  const bytes = Buffer.alloc(32, 7)
  expect(keyOf(bytes.toString('base64url'))).toEqual(bytes)
  expect(keyOf('test-site-secret').toString()).toBe('test-site-secret')
})

test('a signature is compared whole', () => {
  expect(isSignature('v1=abcd', 'abcd')).toBe(true)
  for (const wrong of [undefined, null, '', 'abcd', 'v1=abc', 'v1=abcde', 'v2=abcd'])
    expect(isSignature(wrong, 'abcd')).toBe(false)
})
