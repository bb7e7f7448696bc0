import { afterEach, beforeEach, expect, test } from 'vitest'
import { startLockHardware, type LockHardware } from '../../../../tools/testing/lock-hardware.ts'
import { checkConfig, type SiteConfig } from '../config.ts'
import { checkWiring } from './check-wiring.ts'
import type { Doors } from './door.ts'
import { soon } from '../testing/doors-bench.fixture.ts'
import { busesOf, openDoors } from './open-doors.ts'

// From the file to the steel: every kind of line that a file can name.

let hardware: LockHardware
let doors: Doors | undefined
beforeEach(async () => {
  const board = { no: 1, unitId: 7, outputs: 8 }
  hardware = await startLockHardware({
    buses: [
      { bus: 1, protocol: 'modbus-tcp', boards: [board, { ...board, no: 2, unitId: 8 }] },
      { bus: 2, protocol: 'modbus-rtu-over-tcp', boards: [board] },
      {
        bus: 3,
        protocol: 'lock-board',
        habits: { openAnswerMs: 20, order: 'highest-first' },
        boards: [{ ...board, inputInverted: true }],
      },
    ],
  })
})
afterEach(async () => {
  await doors?.close()
  doors = undefined
  await hardware.close()
})

const configOf = (differs: Record<string, unknown> = {}): SiteConfig => {
  const at = (bus: number) => ({ host: '127.0.0.1', port: hardware.port(bus) })
  return checkConfig({
    server: 'http://127.0.0.1:1',
    stateDir: '/tmp/none',
    buses: [
      { bus: 1, protocol: 'modbus', transport: { kind: 'tcp', ...at(1) } },
      { bus: 2, protocol: 'modbus', transport: { kind: 'rtu-over-tcp', ...at(2) } },
      { bus: 3, protocol: 'xorlock', order: 'highest-first', transport: { kind: 'tcp', ...at(3) } },
    ],
    controllers: [
      { bus: 1, no: 1, unitId: 7, outputs: 8, pulse: 'flash' },
      { bus: 1, no: 2, unitId: 8, outputs: 8 },
      { bus: 2, no: 1, unitId: 7, outputs: 8 },
      { bus: 3, no: 1, unitId: 7, outputs: 8, inputInverted: true },
    ],
    locks: [
      { id: '1:01:03', kind: 'box', name: 'A3' },
      { id: '1:02:01', kind: 'barrier', name: 'Barrier', hasContact: false },
      { id: '2:01:03', kind: 'door', name: 'Door' },
      { id: '3:01:03', kind: 'box', name: 'L3' },
    ],
    pollMs: 50,
    pulseMs: 100,
    ...differs,
  })
}

test('each lock of a file opens, over whatever line it hangs on', async () => {
  // Each is heard to open long before; a busy machine may take its time to hear it.
  const times = { confirmMs: 20_000 }
  const opened = openDoors({ config: configOf(), now: () => new Date(), tell: () => {}, stored: [], times })
  doors = opened
  await soon(() =>
    opened.all().every((door) => door.online && (door.state === 'closed' || door.id === '1:02:01')),
  )
  const results = await Promise.all(
    opened.all().map(async ({ id }) => [id, await opened.pulse(id, undefined, { source: 'pin' })]),
  )
  expect(Object.fromEntries(results)).toEqual({
    '1:01:03': 'opened',
    '1:02:01': 'sent',
    '2:01:03': 'opened',
    '3:01:03': 'opened',
  })
  const pulsed = hardware.control.doors().filter((door) => door.pulses > 0)
  expect(pulsed.map(({ id, pulses }) => [id, pulses])).toEqual(results.map(([id]) => [id, 1]))
})

test('a file that fits the boards has no findings; one that does not is named', async () => {
  const findings = async (config: SiteConfig): Promise<string[]> => {
    const buses = busesOf(config)
    try {
      return await checkWiring({ buses, locks: config.locks })
    } finally {
      await Promise.all(buses.map((bus) => bus.driver.close()))
    }
  }
  const config = configOf()
  expect(await findings(config)).toEqual([])
  const [board, ...others] = config.controllers
  expect(
    await findings(configOf({ controllers: [{ ...board, unitId: 9 }, ...others], locks: [config.locks[0]] })),
  ).toEqual([
    `Controller 1 of bus 1 (unit 9) does not answer: unit 9 at 127.0.0.1:${hardware.port(1)}: Timed out.`,
  ])
})
