import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BusDown, ControllerRefused, ControllerSilent, TooLate } from './bus.ts'
import type { BusBench } from './bus-suite.ts'
import { HASTY, openBench } from '../testing/hardware-bench.fixture.ts'
import { createModbusBus } from './modbus.ts'

// A coil that stays on holds its lock open. What belongs to that, beside what all drivers must do.

let bench: BusBench
let port = 0
const openBus = () => createModbusBus({ transport: { kind: 'tcp', host: '127.0.0.1', port }, ...HASTY })
beforeEach(async () => {
  bench = await openBench({ protocol: 'modbus-tcp' }, (given) => {
    port = given
    return openBus()
  })
})
afterEach(() => bench.close())

const wanted = () => true
const isOn = (output: number): boolean => bench.hardware.isEnergised(output)
const isOff = (output: number) =>
  vi.waitFor(() => expect(isOn(output)).toBe(false), { timeout: 20_000, interval: 5 })
const pulse = (output: number, ms: number) => bench.bus.pulse(bench.controller, output, ms, wanted)

test('the end of a pulse follows even when the line is cut in between', async () => {
  await pulse(1, 400)
  await bench.hardware.setCut(true)
  await sleep(500)
  expect(isOn(1)).toBe(true)
  await bench.hardware.setCut(false)
  await isOff(1)
  expect(bench.hardware.pulses(1)).toBe(1)
})

test('and when the controller was dead, and when nobody knows whether it began', async () => {
  bench.hardware.loseNextPulseAnswer()
  await expect(pulse(2, 100)).rejects.toBeInstanceOf(ControllerSilent)
  await isOff(2)
  await pulse(1, 400)
  bench.hardware.setDead(true)
  await sleep(500)
  expect(isOn(1)).toBe(true)
  bench.hardware.setDead(false)
  await isOff(1)
})

test('coils that an agent left on when it was killed are switched off by the next, before it reads', async () => {
  await pulse(1, 60_000)
  await pulse(3, 60_000)
  const next = openBus()
  expect([isOn(1), isOn(3)]).toEqual([true, true])
  await next.readContacts(bench.controller)
  expect([isOn(1), isOn(3)]).toEqual([false, false])
  await next.close()
})

test('what it has itself just put on is not taken for a left-over', async () => {
  await pulse(1, 1000)
  await bench.bus.readContacts(bench.controller)
  expect(isOn(1)).toBe(true)
  await isOff(1)
})

test('a second pulse while the first is on puts its end off', async () => {
  await pulse(1, 600)
  await pulse(1, 2000)
  await sleep(700)
  expect(isOn(1)).toBe(true)
  await isOff(1)
})

test('a second pulse that is not sent does not take the end of the first', async () => {
  await pulse(1, 1000)
  await expect(bench.bus.pulse(bench.controller, 1, 60_000, () => false)).rejects.toBeInstanceOf(TooLate)
  await bench.hardware.setCut(true)
  await vi.waitFor(() => expect(bench.bus.readContacts(bench.controller)).rejects.toBeInstanceOf(BusDown), {
    timeout: 30_000,
  })
  await expect(pulse(1, 60_000)).rejects.toBeInstanceOf(BusDown)
  await bench.hardware.setCut(false)
  await isOff(1)
})

test('a closed bus leaves nothing on', async () => {
  await pulse(1, 60_000)
  await pulse(2, 60_000)
  await bench.bus.close()
  expect([isOn(1), isOn(2)]).toEqual([false, false])
})

test('an output that a board does not have is refused, and nothing is on', async () => {
  const refused = bench.bus.pulse(bench.controller, 12, 100, wanted)
  await expect(refused).rejects.toBeInstanceOf(ControllerRefused)
  await expect(refused).rejects.toMatchObject({ code: 2 })
  const flashing = { ...bench.controller, pulse: 'flash' } as const
  await expect(bench.bus.pulse(flashing, 12, 100, wanted)).rejects.toMatchObject({ code: 2 })
})

test('the board ends its own pulses after their time, in tenths of a second', async () => {
  const flashing = { ...bench.controller, pulse: 'flash' } as const
  await bench.bus.pulse(flashing, 1, 1000, wanted)
  await sleep(150)
  expect(isOn(1)).toBe(true)
  await isOff(1)
  expect(bench.hardware.pulses(1)).toBe(1)
})
