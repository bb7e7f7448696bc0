import { generateSync } from 'otplib'
import { expect, test } from 'vitest'
import { factorUri, newFactorSecret, newRecoveryCodes, plainCode, stepOf } from './one-time-codes.ts'

const at = Temporal.Instant.from('2026-11-22T10:00:10Z')
const epoch = Math.floor(at.epochMilliseconds / 1000)
const secret = newFactorSecret()
const code = (steps: number): string => generateSync({ secret, epoch: epoch + steps * 30 })
const now = Math.floor(epoch / 30)

test('the codes of RFC 6238 fit: appendix B, SHA-1, cut to six digits', () => {
  const published = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  const moment = (seconds: number): Temporal.Instant => Temporal.Instant.fromEpochMilliseconds(seconds * 1000)
  expect(stepOf(published, '287082', moment(59), 0)).toBe(1)
  expect(stepOf(published, '081804', moment(1111111109), 0)).toBe(37037036)
  expect(stepOf(published, '279037', moment(2000000000), 0)).toBe(66666666)
})

test.each([
  [-2, null],
  [-1, now - 1],
  [0, now],
  [1, now + 1],
  [2, null],
])('a code of %i half minutes from now is step %s', (steps, step) => {
  expect(stepOf(secret, code(steps), at, 0)).toBe(step)
})

test('a code that was taken, and all before it, fit no more', () => {
  expect(stepOf(secret, code(0), at, now)).toBeNull()
  expect(stepOf(secret, code(-1), at, now)).toBeNull()
  expect(stepOf(secret, code(1), at, now)).toBe(now + 1)
})

test.each(['', '12345', '1234567', 'abcdef', '１２３４５６'])('%s is no code of an app', (typed) => {
  expect(stepOf(secret, typed, at, 0)).toBeNull()
})

test('a secret has 160 bits and stands in the address for cameras with issuer and e-mail', () => {
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  const uri = new URL(factorUri(secret, 'Stowage', 'anna+x@tenants.example'))
  expect(uri.protocol + uri.host).toBe('otpauth:totp')
  expect(decodeURIComponent(uri.pathname)).toBe('/Stowage:anna+x@tenants.example')
  expect([uri.searchParams.get('secret'), uri.searchParams.get('issuer')]).toEqual([secret, 'Stowage'])
})

test('ten recovery codes, each another, compared without dashes and case', () => {
  const codes = newRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const one of codes) expect(one).toMatch(/^[2-9a-hj-km-np-z]{5}-[2-9a-hj-km-np-z]{5}$/)
  expect(plainCode(' AbCdE-23456 ')).toBe('abcde23456')
})
