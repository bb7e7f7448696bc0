import { expect, test } from 'vitest'
import { mayReach } from './outgoing-address.ts'

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
