import { expect, test } from 'vitest'
import { guardedLookup, isAllowedByName, mayCall, mayReach } from './outgoing-address.ts'

test.each(['8.8.8.8', '192.0.2.77', '172.15.255.255', '172.32.0.1', '2001:db8::7', '::ffff:8.8.8.8'])(
  '%s is outside and may be called',
  (host) => {
    expect(mayReach([], host, 443)).toBe(true)
  },
)

test.each([
  '127.0.0.1',
  '10.0.0.7',
  '172.16.0.1',
  '192.168.1.4',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  'fe80::1',
  'fd00::1',
  '::ffff:127.0.0.1',
  '::ffff:a00:1',
  '::127.0.0.1',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1::7f00:1',
  '2002:7f00:1::',
  '2001:0:7f00:1::',
  'fec0::1',
  '192.0.0.1',
  '198.18.0.1',
])('%s is inside: only where the operator names it', (host) => {
  expect(mayReach([], host, 8443)).toBe(false)
  expect(mayReach([host], host, 8443)).toBe(true)
})

test('a named port is that port only; names and ports that are none are nothing', () => {
  expect(mayReach(['10.0.0.7:8443'], '10.0.0.7', 8443)).toBe(true)
  expect(mayReach(['10.0.0.7:8443'], '10.0.0.7', 22)).toBe(false)
  expect(mayReach(['router.example'], 'router.example', 443)).toBe(false)
  expect([mayReach([], '8.8.8.8', 0), mayReach([], '8.8.8.8', 65536)]).toEqual([false, false])
})

test.each([
  ['https://pay.example.com/path', true],
  ['https://8.8.8.8', true],
  ['http://pay.example.com', false],
  ['https://user:word@pay.example.com', false],
  ['https://10.0.0.8', false],
  ['https://[::ffff:10.0.0.1]', false],
  ['https://localhost', false],
  ['https://db.internal', false],
  ['https://db.internal.', false],
  ['ftp://pay.example.com', false],
  ['nonsense', false],
])('a URL that somebody typed: %s', (address, expected) => {
  expect(mayCall([], address)).toBe(expected)
})

test('plain http and inner addresses may be called where the operator has named them', () => {
  expect(mayCall(['10.0.0.8'], 'http://10.0.0.8:8080')).toBe(true)
  expect(mayCall(['10.0.0.8:8443'], 'https://10.0.0.8:8443')).toBe(true)
  expect(mayCall(['10.0.0.8:8443'], 'https://10.0.0.8')).toBe(false)
  expect(isAllowedByName(['10.0.0.8'], 'https://8.8.8.8')).toBe(false)
})

test('a name that leads inside resolves to nothing', async () => {
  const resolved = async (allowed: readonly string[]) =>
    await new Promise((done) =>
      guardedLookup(allowed, 443)('localhost', { all: true }, (error, found) =>
        done(error?.message ?? found),
      ),
    )
  expect(await resolved([])).toBe('the name leads to an inner address')
  expect(await resolved(['127.0.0.1', '::1'])).toContainEqual({ address: '127.0.0.1', family: 4 })
})
