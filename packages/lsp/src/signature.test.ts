import { expect, test } from 'vitest'
import { isSignature, keyOf, sha256, signAnswer, signRequest } from './signature.ts'
import { checkSigned, readSignedHeaders, rememberNonces } from './signed-headers.ts'

// The vector of the protocol's description.
const key = keyOf('test-site-secret')
const timestamp = '1795255200'
const nonce = 'AAAAAAAAAAAAAAAAAAAAAA'
const method = 'POST'
const path = '/v1/locks/1:02:03/open'
const body =
  '{"commandId":"0b7e3a52-6d0e-4a57-9a0a-3d9b2f1c7e11","action":"open","expiresAt":"2026-11-21T10:00:10Z"}'
const signature = 'v1=bc8725b9cbf43895b54fc16e111b0070d9ea68e7a0e9e86f8955f68476fa9d86'

test('the known vectors of request and answer', () => {
  expect(sha256(body)).toBe('d9caa1090df24485144a811729c543ed68fd65c26487c886e04d2853d9573e81')
  expect(signRequest(key, { method, path, timestamp, nonce, body })).toBe(signature)
  const answer =
    '{"commandId":"0b7e3a52-6d0e-4a57-9a0a-3d9b2f1c7e11","result":"opened","state":"opened","at":"2026-11-21T10:00:01Z"}'
  expect(signAnswer(key, { status: 200, timestamp, nonce, body: answer })).toBe(
    'v1=aa9eb6b683945531dc1373db846f1225667fceee6447c2bd132825c91e3c2fb2',
  )
})

test('a secret of 43 base64url characters is 32 bytes, any other is text', () => {
  const bytes = Buffer.alloc(32, 7)
  expect(keyOf(bytes.toString('base64url'))).toEqual(bytes)
  expect(keyOf('test-site-secret').toString()).toBe('test-site-secret')
})

test('a signature is compared whole', () => {
  expect(isSignature('v1=abcd', 'v1=abcd')).toBe(true)
  for (const wrong of [undefined, null, '', 'abcd', 'v1=abc', 'v1=abcde', 'v2=abcd'])
    expect(isSignature(wrong, 'v1=abcd')).toBe(false)
})

test('a signed request counts once, fresh, for its site, and unchanged', () => {
  const headers = {
    'x-site-id': 'north',
    'x-key-id': 'k1',
    'x-timestamp': timestamp,
    'x-nonce': nonce,
    'x-signature': signature,
  }
  const check = (
    changed: Partial<typeof headers> = {},
    { nowMs = Number(timestamp) * 1000, siteId = 'north', sent = body, nonces = rememberNonces() } = {},
  ): unknown =>
    checkSigned(
      readSignedHeaders((name) => ({ ...headers, ...changed })[name as keyof typeof headers]),
      { method, path, body: sent },
      { siteId, nonces, nowMs, secretOf: (id) => (id === 'k1' ? 'test-site-secret' : undefined) },
    )
  expect(check()).toEqual({ key })
  expect(check({}, { nowMs: (Number(timestamp) + 60) * 1000 })).toEqual({ key })
  expect(check({}, { nowMs: (Number(timestamp) + 61) * 1000 })).toBe('malformed or stale')
  expect(check({}, { nowMs: (Number(timestamp) - 61) * 1000 })).toBe('malformed or stale')
  expect(check({}, { siteId: 'south' })).toBe('unknown site or key')
  expect(check({ 'x-key-id': 'k2' })).toBe('unknown site or key')
  expect(check({ 'x-nonce': 'BAAAAAAAAAAAAAAAAAAAAA' })).toBe('wrong signature')
  expect(check({ 'x-nonce': 'short' })).toBe('malformed or stale')
  expect(check({}, { sent: `${body} ` })).toBe('wrong signature')
  const nonces = rememberNonces()
  expect(check({}, { nonces })).toEqual({ key })
  expect(check({}, { nonces })).toBe('seen before')
  // A forged request must not use up the nonce of the true one.
  const others = rememberNonces()
  expect(check({}, { nonces: others, sent: 'forged' })).toBe('wrong signature')
  expect(check({}, { nonces: others })).toEqual({ key })
})
