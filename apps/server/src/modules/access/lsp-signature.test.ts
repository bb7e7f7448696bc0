import { expect, test } from 'vitest'
import { isSignature, keyOf, signAnswer, signRequest } from './lsp-signature.ts'

// The vector of the protocol's description.
const key = keyOf('test-site-secret')
const nonce = 'AAAAAAAAAAAAAAAAAAAAAA'

test('a request is signed as the protocol says', () => {
  const body =
    '{"commandId":"0b7e3a52-6d0e-4a57-9a0a-3d9b2f1c7e11","action":"open","expiresAt":"2026-11-21T10:00:10Z"}'
  expect(
    signRequest(key, {
      method: 'POST',
      path: '/v1/locks/1:02:03/open',
      timestamp: '1795255200',
      nonce,
      body,
    }),
  ).toBe('v1=bc8725b9cbf43895b54fc16e111b0070d9ea68e7a0e9e86f8955f68476fa9d86')
})

test('an answer is signed as the protocol says, and another status does not fit', () => {
  const body =
    '{"commandId":"0b7e3a52-6d0e-4a57-9a0a-3d9b2f1c7e11","result":"opened","state":"opened","at":"2026-11-21T10:00:01Z"}'
  const signature = signAnswer(key, { status: 200, timestamp: '1795255200', nonce, body })
  expect(signature).toBe('v1=aa9eb6b683945531dc1373db846f1225667fceee6447c2bd132825c91e3c2fb2')
  expect(isSignature(signature, signAnswer(key, { status: 503, timestamp: '1795255200', nonce, body }))).toBe(
    false,
  )
})
