import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stowage-safety-'))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

const RANDOM = 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG'
const OTHER = 'GFEDCBA9876543210zyxwvutsrqponmlkjihgfedcba'

function said(env: Readonly<Record<string, string>>): string {
  try {
    readConfig({ DATA_DIR: folder, ...env })
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return 'nothing'
}

describe('B4: what is set up for others says whether it is the demo', () => {
  const ADMIN = { ADMIN_EMAIL: 'a@b.example', ADMIN_PASSWORD: 'erster-Schluessel' }
  const signs: Readonly<Record<string, string>>[] = [
    { PUBLIC_URL: 'https://storage.example' },
    { TRUSTED_PROXIES: '10.0.0.1' },
    { SMTP_URL: 'smtps://mail.example' },
    { FILES_URL: 'https://KEY:SECRET@s3.example/bucket' },
    { NODE_ENV: 'production' },
    ADMIN,
  ]
  test.each(signs)('B4: %o', (env) => {
    expect(said(env)).toMatch(/^DEMO: expected on or off said explicitly .*DEMO=off/)
    expect(said({ ...env, DEMO: 'off' })).toBe('nothing')
  })
  test.each(signs.filter((env) => env !== ADMIN))('B4: %o with the demo, where that is said', (env) => {
    expect(said({ ...env, DEMO: 'on' })).toBe('nothing')
  })
  test('B4: a superuser of its own and the demo do not go together', () => {
    expect(said({ ...ADMIN, DEMO: 'on' })).toMatch(/^DEMO: expected off where ADMIN_EMAIL is given/)
  })
  test('B4: with nothing of this it is the demo', () => {
    expect(readConfig({ DATA_DIR: folder }).demo).toBe(true)
    expect(readConfig({ DATA_DIR: folder, PUBLIC_URL: 'http://127.0.0.1:3000', SMTP_URL: '' }).demo).toBe(
      true,
    )
  })
})

test.each([
  '0.0.0.0/0',
  '::/0',
  '0.0.0.0/1',
  '10.0.0.0/7',
  '2000::/3',
  '2001::/15',
  'fc00::/6',
  '::ffff:0.0.0.0/96',
])('B4: TRUSTED_PROXIES=%s is refused', (TRUSTED_PROXIES) => {
  expect(said({ TRUSTED_PROXIES, DEMO: 'off' })).toMatch(/^TRUSTED_PROXIES: expected the proxies' own/)
})
test.each(['10.0.0.0/8', '192.0.2.1', 'fd00::/8', 'fc00::/7', '2001:db8::/32', '::1'])(
  'B4: TRUSTED_PROXIES=%s is taken',
  (TRUSTED_PROXIES) => {
    expect(said({ TRUSTED_PROXIES, DEMO: 'off' })).toBe('nothing')
  },
)

describe('B4: keys', () => {
  test.each(['A'.repeat(43), 'ab'.repeat(22), 'abcd'.repeat(11)])('B4: %s is no key', (key) => {
    expect(said({ TOKEN_KEY: key, STORAGE_KEY: RANDOM })).toMatch(/^TOKEN_KEY: expected random bytes/)
    expect(said({ TOKEN_KEY: RANDOM, STORAGE_KEY: key })).toMatch(/^STORAGE_KEY: expected random bytes/)
  })
  test('B4: one key for both is refused', () => {
    expect(said({ TOKEN_KEY: RANDOM, STORAGE_KEY: RANDOM })).toMatch(/^TOKEN_KEY: expected another key/)
    expect(said({ TOKEN_KEY: RANDOM, STORAGE_KEY: OTHER })).toBe('nothing')
  })
})

test.each([
  'short',
  '12345678',
  '123456789',
  'password',
  'Password1',
  'qwerty123',
  'aaaaaaaa',
  'stowage-demo',
  'stowage2026',
  'boss@b.example',
  'x'.repeat(61),
])('B4: ADMIN_PASSWORD=%s is refused', (ADMIN_PASSWORD) => {
  const env = { DEMO: 'off', ADMIN_EMAIL: 'boss@b.example', ADMIN_PASSWORD }
  expect(said(env)).toMatch(/^ADMIN_PASSWORD: expected /)
})
