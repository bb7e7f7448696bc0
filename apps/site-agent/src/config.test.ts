import { expect, test } from 'vitest'
import { checkConfig, ConfigFault } from './config.ts'

const board = { bus: 1, no: 2, unitId: 7, outputs: 8 }
const line = { bus: 1, transport: { kind: 'tcp', host: '10.0.0.5', port: 502 }, protocol: 'modbus' }
const lock = { id: '1:02:03', kind: 'box', name: 'YA108' }
const GOOD = {
  server: 'https://example.com',
  stateDir: '/var/lib/stowage-site',
  buses: [line],
  controllers: [board],
  locks: [lock],
}

function faults(changes: object): readonly string[] {
  try {
    checkConfig({ ...GOOD, ...changes })
    return []
  } catch (error) {
    if (error instanceof ConfigFault) return error.faults
    throw error
  }
}

test('a short file is enough', () => {
  expect(checkConfig(GOOD)).toMatchObject({
    carrier: 'tunnel',
    pollMs: 300,
    pulseMs: 700,
    leftOpenMinutes: 20,
    controllers: [{ coilBase: 0, inputInverted: false, pulse: 'coil' }],
    locks: [{ hasContact: true }],
  })
})

test.each<[string, object, string | RegExp]>([
  ['a missing member', { stateDir: undefined }, 'stateDir: is missing: a text is needed'],
  [
    'a wrong type, with its lock',
    { locks: [{ ...lock, name: 5 }] },
    'locks[0].name (lock 1:02:03): a text is needed, 5 is there',
  ],
  ['a name nobody knows', { polMs: 5 }, 'the file: nobody knows "polMs" here'],
  [
    'a lock of controller 00',
    { locks: [{ ...lock, id: '1:00:03' }] },
    'locks[0].id: "1:00:03" is no lock number: bus 0-9, controller and output 01-99, as "1:02:03"',
  ],
  [
    'the broadcast address',
    { controllers: [{ ...board, unitId: 0 }] },
    'controllers[0].unitId: at least 1, 0 is there',
  ],
  [
    'an unknown kind',
    { locks: [{ ...lock, kind: 'window' }] },
    /locks\[0\]\.kind \(lock 1:02:03\): "box" or "door".*"window" is there/,
  ],
  ['an unknown transport', { buses: [{ ...line, transport: { kind: 'usb' } }] }, /buses\[0\]\.transport.*/],
  [
    'a lock twice',
    { locks: [lock, { ...lock, name: 'B' }] },
    'locks[1] (lock 1:02:03, B): this lock stands there twice, first as locks[0]',
  ],
  [
    'an output beyond its board',
    { locks: [{ ...lock, id: '1:02:09' }] },
    'locks[0] (lock 1:02:09, YA108): controller 1:02 has 8 outputs, there is no output 9',
  ],
  [
    'an unknown bus',
    { locks: [{ ...lock, id: '3:02:03' }] },
    'locks[0] (lock 3:02:03, YA108): bus 3 is not in buses',
  ],
  [
    'an unknown controller',
    { locks: [{ ...lock, id: '1:05:03' }] },
    'locks[0] (lock 1:05:03, YA108): controller 1:05 is not in controllers',
  ],
  [
    'a bus twice',
    { buses: [line, { ...line, transport: { kind: 'tcp', host: '10.0.0.6', port: 502 } }] },
    'buses[1]: bus 1 stands there twice, first as buses[0]',
  ],
  [
    'a bus without controllers',
    { buses: [line, { ...line, bus: 2, transport: { kind: 'rtu', path: '/dev/ttyUSB0' } }] },
    'buses[1]: bus 2 has no controller',
  ],
  [
    'one line for two buses',
    { buses: [line, { ...line, bus: 2 }], controllers: [board, { ...board, bus: 2 }] },
    'buses[1]: 10.0.0.5:502 is the line of bus 1 already',
  ],
  [
    'a controller twice',
    { controllers: [board, { ...board, unitId: 9 }] },
    'controllers[1]: controller 1:02 stands there twice, first as controllers[0]',
  ],
  [
    'two controllers on the same coils',
    { controllers: [board, { ...board, no: 3, coilBase: 7 }] },
    /one command would open two doors/,
  ],
  [
    'plain HTTP to a far server',
    { server: 'http://example.com' },
    /server: http:\/\/example\.com is not encrypted/,
  ],
  [
    'no address',
    { server: 'example' },
    'server: an address as https://example.com is needed, "example" is there',
  ],
  ['a direct carrier without a port', { carrier: 'direct' }, /^listen: is missing/],
  ['a port that nothing uses', { listen: { host: '127.0.0.1', port: 1 } }, /^listen: nothing comes in/],
  [
    'a certificate without its key',
    { carrier: 'both', listen: { port: 8443, tls: { certFile: 'site.pem' } } },
    /^listen\.tls: "own" or certFile and keyFile are needed, \{"certFile":"site.pem"\} is there/,
  ],
  [
    'PINs for all the world',
    { lan: { host: '0.0.0.0', port: 80 } },
    /^lan\.host: 0\.0\.0\.0 is no address of the site's own network/,
  ],
  [
    'a button beyond its board',
    { locks: [{ ...lock, exit: { input: 9 } }] },
    /has 8 contacts, there is no contact 9/,
  ],
])('%s', (_what, changes, sentence) => {
  const found = faults(changes)
  expect(found).toHaveLength(1)
  expect(found[0]).toMatch(sentence)
})

test('all faults are told at once', () => {
  expect(
    faults({
      locks: [
        { ...lock, name: '' },
        { ...lock, kind: 'x' },
      ],
      pulseMs: 5,
    }),
  ).toHaveLength(3)
})
