import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { ConfigError, listenError, readConfig } from './config.ts'

const base = fs.mkdtempSync(path.join(os.tmpdir(), 'stowage-config-'))
afterAll(() => fs.rmSync(base, { recursive: true, force: true }))

const folder = path.join(base, 'data')
const read = (env: Readonly<Record<string, string>>) => readConfig({ DATA_DIR: folder, ...env })

/** What the person at the terminal is told. */
function said(env: Readonly<Record<string, string>>): string {
  try {
    read(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return 'nothing'
}

describe('a wrong setting is named, with what is expected', () => {
  test.each([
    ['PORT', '70000'],
    ['PORT', '3.5'],
    ['HOST', 'not a host'],
    ['HOST', '[::1]'],
    ['HOST', '999.1.1.1'],
    ['HOST', 'http://a.example'],
    ['PUBLIC_URL', 'ftp://a.example'],
    ['PUBLIC_URL', 'https://a.example/below'],
    ['PUBLIC_URL', 'https://a.example/?a=1'],
    ['PUBLIC_URL', 'https://user:word@a.example'],
    ['DATABASE_URL', 'mysql://a/b'],
    ['DEMO', 'maybe'],
    ['RATE_LIMIT_PER_MINUTE', '0'],
    ['TRUSTED_PROXIES', 'proxy.example'],
    ['TRUSTED_PROXIES', '10.0.0.0/99'],
    ['TRUSTED_PROXIES', '10.0.0.0/8/8'],
    ['TRUSTED_PROXIES', '10.0.0.1,::1/129'],
    ['SMTP_URL', 'http://mail.example'],
    ['SMTP_URL', 'smtp://'],
    ['MAIL_FROM', 'nobody'],
    ['MAIL_FROM', 'a@b.example, c@d.example'],
    ['MAIL_FROM', 'Storage, Inc <a@b.example>'],
    ['PAYKEEPER_URL', 'somewhere'],
    ['PAYKEEPER_CURRENCY', 'ZZZ'],
    ['LOCKS_ALLOWED_ADDRESSES', 'locks.example'],
    ['LOCKS_ALLOWED_ADDRESSES', '10.8.0.5:99999'],
    ['LOCKS_ALLOWED_ADDRESSES', '10.8.0.0/24'],
    ['SOURCES_ALLOWED_ADDRESSES', '10.8.0.0/24'],
    ['WEBHOOKS_ALLOWED_ADDRESSES', 'hooks.example'],
    ['PROCESSORS_ALLOWED_ADDRESSES', 'pay.example'],
    ['PUSH_HOSTS', '10.0.0.1'],
    ['PUSH_HOSTS', 'https://push.example.org'],
    ['PUSH_HOSTS', '*'],
    ['PUSH_HOSTS', '*.org:444'],
    ['TOKEN_KEY', 'short'],
    ['STORAGE_KEY', 'short'],
    ['ADMIN_EMAIL', 'a@b.example'],
    ['LOG_LEVEL', 'loud'],
    ['FILES_URL', 'https://s3.example/bucket'],
    ['DATABASE_LISTEN_URL', 'mysql://a/b'],
    ['REPORTS_DATABASE_URL', 'localhost'],
    ['METRICS_TOKEN', 'short'],
    ['DRAIN_SECONDS', '61'],
    ['CHECK_ANSWERS', '1'],
  ])('%s=%s', (name, value) => {
    expect(said({ [name]: value })).toMatch(new RegExp(`^${name}.*: expected `))
  })

  test('DEMO must be said where others can reach it or the database is somebody’s', () => {
    expect(said({ HOST: '0.0.0.0' })).toMatch(/^DEMO: expected on or off said explicitly/)
    expect(said({ DATABASE_URL: 'postgres://db/x' })).toMatch(/^DEMO: expected on or off said explicitly/)
    expect(said({ HOST: '0.0.0.0', DEMO: 'off' })).toBe('nothing')
  })

  test('a folder that cannot be written in', () => {
    const file = path.join(base, 'a-file')
    fs.writeFileSync(file, '')
    expect(said({ DATA_DIR: file })).toMatch(/^DATA_DIR: expected a folder/)
    expect(said({ DATA_DIR: path.join(file, 'below') })).toMatch(/^DATA_DIR: expected a folder/)
  })

  test.each([['{broken'], ['{"tokenKey":"short"}'], ['null']])('secrets.json that holds %s', (text) => {
    const damaged = fs.mkdtempSync(path.join(base, 'damaged-'))
    fs.writeFileSync(path.join(damaged, 'secrets.json'), text)
    expect(said({ DATA_DIR: damaged })).toMatch(/^DATA_DIR: expected .*secrets\.json/)
    // New keys would lose what the old ones have encrypted.
    expect(fs.readFileSync(path.join(damaged, 'secrets.json'), 'utf8')).toBe(text)
  })
})

test('what is right is taken', () => {
  const config = read({
    TRUSTED_PROXIES: '10.0.0.1, 172.16.0.0/12,fd00::/8',
    LOCKS_ALLOWED_ADDRESSES: '10.8.0.5, 10.8.0.6:8443, fd00::5, fd00::5:8443',
    CHECK_ANSWERS: 'on',
    DEMO: 'off',
  })
  expect(config.trustedProxies).toEqual(['10.0.0.1', '172.16.0.0/12', 'fd00::/8'])
  expect(config.locksAllowedAddresses).toEqual(['10.8.0.5', '10.8.0.6:8443', 'fd00::5', 'fd00::5:8443'])
  expect(config.checkAnswers).toBe(true)
  expect(read({}).secrets).toEqual(config.secrets)
})

test.each([
  ['127.0.0.2', 'http://127.0.0.2:3000'],
  ['::1', 'http://[::1]:3000'],
  ['::', 'http://localhost:3000'],
  ['box.storage.example', 'http://box.storage.example:3000'],
])('HOST=%s is taken', (HOST, publicUrl) => {
  expect(read({ HOST, DEMO: 'off' })).toMatchObject({ host: HOST, publicUrl })
})

test.each([
  'a@b.example',
  'Storage <a@b.example>',
  '"Storage, Inc." <a@b.example>',
  '<a@b.example>',
  'Склад №1 <a@b.example>',
])('MAIL_FROM=%s is taken', (MAIL_FROM) => {
  expect(read({ MAIL_FROM }).mailFrom).toBe(MAIL_FROM)
})

test('an address of the browser is taken with its slash and without', () => {
  expect(read({ PUBLIC_URL: 'https://Storage.example:8443/', DEMO: 'off' }).publicUrl).toBe(
    'https://Storage.example:8443',
  )
})

test.each([
  ['EADDRINUSE', /^PORT: expected a free port; something else already listens on 127\.0\.0\.1:80$/],
  ['EACCES', /^PORT: expected a port that this user may listen on/],
  ['EADDRNOTAVAIL', /^HOST: expected an address of this machine .*, not "127\.0\.0\.1"$/],
  ['ENOTFOUND', /^HOST: expected an address of this machine/],
])('an address that cannot be listened on (%s) is a wrong setting', (code, sentence) => {
  const error = listenError(Object.assign(new Error('listen'), { code }), { host: '127.0.0.1', port: 80 })
  expect(error).toBeInstanceOf(ConfigError)
  expect((error as ConfigError).message).toMatch(sentence)
  const other = new Error('another')
  expect(listenError(other, { host: '127.0.0.1', port: 80 })).toBe(other)
})

describe('the table of settings in docs/operations', () => {
  const root = path.resolve(import.meta.dirname, '../../../..')
  const text = fs.readFileSync(path.join(root, 'docs/operations/settings.md'), 'utf8')
  const told = new Set([...text.matchAll(/`([A-Z][A-Z\d_]+)`/g)].map(([, name]) => name))
  const sources = ['apps', 'e2e', 'packages', 'simulators', 'tools'].flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/(^|\/)(node_modules|dist)\//.test(file))
      .map((file) => path.join(root, folder, file)),
  )
  const read = new Set(
    sources
      .filter((file) => file !== import.meta.filename)
      .flatMap((file) => [
        ...fs
          .readFileSync(file, 'utf8')
          .matchAll(/\b(?:process\.env(?:\.|\[')|(?:given|need)\(')([A-Z][A-Z\d_]+)/g),
      ])
      .map(([, name]) => name),
  )

  test('names every variable that some code reads, but for those of every program', () => {
    expect(read.size).toBeGreaterThan(40)
    expect([...read].filter((name) => !told.has(name) && name !== 'PATH' && name !== 'TZ')).toEqual([])
  })

  test('names none that nobody reads', () => {
    const rows = [...text.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, cell = '']) => [
      ...cell.matchAll(/`([A-Z][A-Z\d_]+)`/g),
    ])
    expect(rows.map(([, name]) => name).filter((name) => !read.has(name))).toEqual([])
  })
})
