import { afterEach, beforeEach, expect, test } from 'vitest'
import { startLockHardware, type LockHardware } from '../../../../tools/testing/lock-hardware.ts'
import { createLockBoardBus } from '../drivers/lock-board.ts'
import { createModbusBus } from '../drivers/modbus.ts'
import type { Bus, Controller } from '../drivers/bus.ts'
import { checkWiring } from './check-wiring.ts'
import type { DoorLock } from './door.ts'
import { controllerOf } from '../testing/doors-bench.fixture.ts'

let hardware: LockHardware
let buses: Bus[]
beforeEach(async () => {
  buses = []
  hardware = await startLockHardware({
    buses: [
      {
        bus: 1,
        protocol: 'modbus-tcp',
        boards: [
          { no: 1, unitId: 11, outputs: 8 },
          { no: 2, unitId: 12, outputs: 16, coilBase: 16 },
        ],
      },
      {
        bus: 2,
        protocol: 'lock-board',
        habits: { order: 'highest-first' },
        boards: [{ no: 1, unitId: 11, outputs: 24 }],
      },
    ],
  })
})
afterEach(async () => {
  for (const bus of buses) await bus.close()
  await hardware.close()
})

const lock = (id: string, differs: Partial<DoorLock> = {}): DoorLock => ({
  id,
  kind: 'box',
  name: id,
  ...differs,
})
const keep = (bus: Bus): Bus => {
  buses.push(bus)
  return bus
}
const overTcp = (port: number): Bus =>
  keep(
    createModbusBus({
      transport: { kind: 'tcp', host: '127.0.0.1', port },
      answerMs: 120,
      connectMs: 500,
    }),
  )
const findings = (controllers: Controller[], locks: DoorLock[]): Promise<string[]> =>
  checkWiring({ buses: [{ bus: 1, driver: overTcp(hardware.port(1)), pollMs: 1000, controllers }], locks })

test('a true map has no findings, and nothing moves', async () => {
  const controllers = [controllerOf(1), controllerOf(2, { outputs: 16, coilBase: 16 })]
  expect(await findings(controllers, [lock('1:01:08'), lock('1:02:16')])).toEqual([])
  expect(hardware.control.doors().every((door) => door.pulses === 0)).toBe(true)
})

test('a unit that is not there', async () => {
  expect(await findings([controllerOf(1, { unitId: 7 })], [lock('1:01:01')])).toEqual([
    `Controller 1 of bus 1 (unit 7) does not answer: unit 7 at 127.0.0.1:${hardware.port(1)}: Timed out.`,
  ])
})

test('outputs that a board does not have, each lock that wants one', async () => {
  const controllers = [controllerOf(1, { outputs: 12, inputs: 8 })]
  const locks = [
    lock('1:01:08'),
    lock('1:01:09', { hasContact: false }),
    lock('1:01:12', { hasContact: false }),
  ]
  expect(await findings(controllers, locks)).toEqual([
    'Controller 1 of bus 1 (unit 11) has 8 outputs from address 0 on; lock 1:01:09 wants output 9 (Modbus exception 2).',
    'Controller 1 of bus 1 (unit 11) has 8 outputs from address 0 on; lock 1:01:12 wants output 12 (Modbus exception 2).',
  ])
})

test('a wrong base, and contacts that are missing', async () => {
  expect(await findings([controllerOf(2, { inputBase: 400, outputs: 16 })], [lock('1:02:01')])).toEqual([
    'Controller 2 of bus 1 (unit 12) has no output at address 0 (illegal there, Modbus exception 2).',
    'Controller 2 of bus 1 (unit 12) has no contact at address 400 (illegal there, Modbus exception 2).',
  ])
  expect(await findings([controllerOf(1, { inputs: 10 })], [])).toEqual([
    'Controller 1 of bus 1 (unit 11) has 8 contacts from address 0 on, and not 10 (Modbus exception 2).',
  ])
})

test('nobody at the address of a bus', async () => {
  const port = hardware.port(1)
  await hardware.control.setBusDown(1, true)
  const driver = overTcp(port)
  expect(
    await checkWiring({
      buses: [{ bus: 1, driver, pollMs: 1000, controllers: [controllerOf(1), controllerOf(2)] }],
      locks: [],
    }),
  ).toEqual([`Bus 1: nothing answers at 127.0.0.1:${port} (ECONNREFUSED).`])
})

test('a lock board that counts from the other end', async () => {
  const driver = keep(
    createLockBoardBus({ transport: { kind: 'tcp', host: '127.0.0.1', port: hardware.port(2) } }),
  )
  const bus = { bus: 2, driver, pollMs: 1000, controllers: [controllerOf(1, { outputs: 24 })] }
  hardware.control.forceOpen('2:01:02')
  expect(await checkWiring({ buses: [bus], locks: [lock('2:01:02')] })).toEqual([
    'Controller 1 of bus 2 (unit 11): its bytes come in the other order: set "order" of the bus to "highest-first".',
  ])
})

test('I14: a button on a contact of a door, and one that says "pressed" while it is checked', async () => {
  const locks = [
    lock('1:01:01', { exit: { input: 1 } }),
    lock('1:01:02', { exit: { input: 1 } }),
    lock('1:01:03', { hasContact: false, exit: { input: 8 } }),
    lock('1:01:04', { hasContact: false, exit: { input: 8, inverted: true } }),
  ]
  const found = await findings([controllerOf(1)], locks)
  expect(found).toHaveLength(5)
  expect(found[0]).toMatch(
    /^Lock 1:01:01 .*on contact 1, which is the contact of its own door\. It explains no opening/,
  )
  expect(found[1]).toMatch(/^Lock 1:01:02 .*on contact 1, which is the contact of lock 1:01:01 /)
  expect(found.filter((sentence) => sentence.includes('says "pressed" now'))).toHaveLength(3)
  expect(found.at(-1)).toMatch(/^Lock 1:01:03 .*contact 8 .*set "inverted" of its exit to true/)
})
