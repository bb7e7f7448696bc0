import { afterEach, beforeEach, expect, test } from 'vitest'
import { createModbusBus } from '../drivers/modbus.ts'
import type { DoorNews } from './door.ts'
import { controllerOf, LOCKS, openDoorsBench, soon, type DoorsBench } from '../testing/doors-bench.fixture.ts'

let bench: DoorsBench
beforeEach(async () => {
  bench = await openDoorsBench()
})
afterEach(() => bench.close())

const [BOX, NEXT, GATE] = ['1:01:01', '1:01:02', '1:02:01']
const cause = { source: 'remote', commandId: '0b7e3a52-6d0e-4a57-9a0a-3d9b2f1c7e11' } as const
const control = () => bench.hardware.control
const told = (lockId: string): DoorNews[] =>
  bench.news.filter((entry) => 'lockId' in entry && entry.lockId === lockId)
const types = (lockId: string): string[] => told(lockId).map((entry) => entry.type)

test('doors stand as they stand when a site is switched on for the first time', async () => {
  control().forceOpen(NEXT)
  const doors = await bench.start()
  expect(doors.all().map(({ id, kind, name, state, online }) => ({ id, kind, name, state, online }))).toEqual(
    [
      { ...LOCKS[0], state: 'closed', online: true },
      { ...LOCKS[1], state: 'opened', online: true },
      { ...LOCKS[2], state: 'closed', online: true },
    ],
  )
  expect(doors.get(NEXT)?.openSince).toBeInstanceOf(Date)
  expect(doors.get('1:01:07')).toBeUndefined()
  expect(bench.news).toEqual([])
})

test('a pulse opens the door, its contact says so, and it is heard when it falls shut', async () => {
  const doors = await bench.start()
  expect(await doors.pulse(BOX, undefined, cause)).toBe('opened')
  expect(doors.get(BOX)?.state).toBe('opened')
  expect(control().door(BOX).pulses).toBe(1)
  control().closeDoor(BOX)
  await soon(() => doors.get(BOX)?.state === 'closed')
  expect(bench.news).toEqual([
    { type: 'lock.opened', lockId: BOX, cause },
    { type: 'lock.closed', lockId: BOX },
  ])
  await soon(() => !control().door(BOX).energised)
})

test('a door that does not move got its pulse: sent, and nothing is told', async () => {
  const doors = await bench.start({ times: { confirmMs: 100 } })
  control().setJammed(BOX, true)
  expect(await doors.pulse(BOX, undefined, cause)).toBe('sent')
  expect(control().door(BOX).pulses).toBe(1)
  expect(bench.news).toEqual([])
})

test('a pulse that is too old when the line is free is refused, and explains nothing', async () => {
  const doors = await bench.start()
  control().faults(1).slowMs = 30
  let isWanted = true
  const result = doors.pulse(BOX, undefined, cause, () => isWanted)
  isWanted = false
  expect(await result).toBe('refused_expired')
  expect(control().door(BOX).pulses).toBe(0)
  control().faults(1).slowMs = 0
  control().forceOpen(BOX)
  await soon(() => doors.get(BOX)?.state === 'opened')
  expect(types(BOX)).toEqual(['lock.opened', 'lock.forced'])
})

test('the answer to a pulse is lost: the contact tells how it went, and there is no second pulse', async () => {
  const doors = await bench.start({ times: { confirmMs: 2000 } })
  control().faults(1).losePulseAnswers = 1
  expect(await doors.pulse(BOX, undefined, cause)).toBe('opened')
  control().setJammed(NEXT, true)
  control().faults(1).losePulseAnswers = 1
  expect(await doors.pulse(NEXT, undefined, cause)).toBe('failed_timeout')
  expect([BOX, NEXT].map((id) => control().door(id).pulses)).toEqual([1, 1])
  expect(told(BOX)).toEqual([{ type: 'lock.opened', lockId: BOX, cause }])
})

test('a cut cable: told once, nothing is known, nothing is sent; whole again, all is as before', async () => {
  const doors = await bench.start()
  await control().setBusDown(1, true)
  await soon(() => doors.all().every((door) => !door.online))
  expect(doors.all().map((door) => door.state)).toEqual(['unknown', 'unknown', 'unknown'])
  expect(doors.get(BOX)?.lastError).toMatch(/nothing answers at 127\.0\.0\.1:\d+ \(ECONNREFUSED\)/)
  expect(doors.buses()).toMatchObject([{ bus: 1, ok: false }])
  expect(doors.buses()[0]!.errorCount).toBeGreaterThanOrEqual(3)
  expect(await doors.pulse(BOX, undefined, cause)).toBe('failed_bus')
  await control().setBusDown(1, false)
  await soon(() => doors.all().every((door) => door.state === 'closed'))
  expect(bench.news.filter((entry) => entry.type === 'bus.error')).toHaveLength(1)
  expect(types(BOX)).toEqual(['lock.offline', 'lock.online'])
  expect(control().door(BOX).pulses).toBe(0)
  expect(doors.get(BOX)?.lastError).toBeNull()
  expect(doors.buses()).toMatchObject([{ ok: true }])
})

test('a dead controller takes only its own doors with it', async () => {
  const doors = await bench.start()
  control().setControllerDead(1, 2, true)
  await soon(() => doors.get(GATE)?.online === false)
  expect(await doors.pulse(GATE, undefined, cause)).toBe('refused_offline_controller')
  expect(doors.get(GATE)?.lastError).toMatch(/^unit 12 at .*Timed out/)
  expect(doors.buses()).toMatchObject([{ ok: true }])
  expect(await doors.pulse(BOX, undefined, cause)).toBe('opened')
  control().setControllerDead(1, 2, false)
  await soon(() => doors.get(GATE)?.state === 'closed')
  expect(types(GATE)).toEqual(['lock.offline', 'lock.online'])
})

test('a door that opens without a command is forced, unless its button was pressed or its hand is free', async () => {
  const doors = await bench.start({
    buses: [bench.bus([controllerOf(1, { inputs: 9 }), controllerOf(2)])],
    locks: [LOCKS[0], { ...LOCKS[1], exit: { input: 9 } }, { ...LOCKS[2], exit: 'free' }],
  })
  control().forceOpen(BOX)
  control().openDoor(NEXT)
  control().openDoor(GATE)
  await soon(() => doors.all().every((door) => door.state === 'opened'))
  expect(told(BOX)).toEqual([
    { type: 'lock.opened', lockId: BOX, cause: 'sensor' },
    { type: 'lock.forced', lockId: BOX },
  ])
  expect(told(NEXT)).toEqual([{ type: 'lock.opened', lockId: NEXT, cause: 'exit_button' }])
  expect(told(GATE)).toEqual([{ type: 'lock.opened', lockId: GATE, cause: 'sensor' }])
})

test('who cuts the cable and opens the door is seen when the cable is whole again', async () => {
  const doors = await bench.start()
  await control().setBusDown(1, true)
  await soon(() => doors.all().every((door) => !door.online))
  control().forceOpen(BOX)
  await control().setBusDown(1, false)
  await soon(() => doors.get(BOX)?.state === 'opened')
  expect(types(BOX)).toEqual(['lock.offline', 'lock.online', 'lock.opened', 'lock.forced'])
})

test('a pulse whose door opens while the line is gone stays its reason', async () => {
  const doors = await bench.start({ times: { confirmMs: 20, graceMs: 60_000 } })
  control().setJammed(BOX, true)
  expect(await doors.pulse(BOX, undefined, cause)).toBe('sent')
  control().setControllerDead(1, 1, true)
  await soon(() => doors.get(BOX)?.online === false)
  control().setJammed(BOX, false)
  control().forceOpen(BOX)
  control().setControllerDead(1, 1, false)
  await soon(() => doors.get(BOX)?.state === 'opened')
  expect(told(BOX).at(-1)).toEqual({ type: 'lock.opened', lockId: BOX, cause })
})

test('what happened while the agent was away is told when it is back, and counts on', async () => {
  const first = await bench.start()
  control().forceOpen(NEXT)
  await soon(() => first.get(NEXT)?.state === 'opened')
  await first.close()
  const stored = first.snapshot()
  expect(JSON.parse(JSON.stringify(stored))).toEqual(stored)
  control().forceOpen(BOX)
  control().closeDoor(NEXT)
  bench.news.length = 0

  const second = await bench.start({ stored })
  expect(second.get(GATE)?.since.toISOString()).toBe(stored.find(({ id }) => id === GATE)?.since)
  expect(types(BOX)).toEqual(['lock.opened', 'lock.forced'])
  expect(types(NEXT)).toEqual(['lock.closed'])
  expect(types(GATE)).toEqual([])
})

test('relays without contacts: the pulse is sent, and nobody claims to know more', async () => {
  const doors = await bench.start(
    {
      buses: [bench.bus([controllerOf(1, { inputs: 0 })])],
      locks: [{ ...LOCKS[0], hasContact: false }],
      times: { confirmMs: 60_000 },
    },
    (started) => started.get(BOX)?.online === true,
  )
  expect(await doors.pulse(BOX, undefined, cause)).toBe('sent')
  expect(control().door(BOX).pulses).toBe(1)
  expect(doors.get(BOX)).toMatchObject({ state: 'unknown', online: true })
})

test('a board that has less than the file says is offline, with the reason', async () => {
  const doors = await bench.start(
    { buses: [bench.bus([controllerOf(1, { outputs: 12 }), controllerOf(2)])] },
    (started) => started.get(BOX)?.lastError !== null && started.get(GATE)?.state === 'closed',
  )
  expect(doors.get(BOX)).toMatchObject({ online: false, state: 'unknown' })
  expect(doors.get(BOX)?.lastError).toMatch(/^unit 11 refuses: Modbus exception 2/)
})

test('a lock on a controller that is not there is not taken', async () => {
  const driver = createModbusBus({ transport: { kind: 'tcp', host: '127.0.0.1', port: 1 } })
  await expect(bench.start({ buses: [{ bus: 1, driver, pollMs: 20, controllers: [] }] })).rejects.toThrow(
    'lock 1:01:01 hangs on a controller that is not there',
  )
})

test('what the server sets from afar holds at once', async () => {
  const doors = await bench.start()
  doors.change({ names: { [BOX]: 'Box one', '9:99:99': 'nowhere' }, pulseMs: 30_000 })
  expect(doors.get(BOX)?.name).toBe('Box one')
  await doors.pulse(BOX, undefined, cause)
  await new Promise((resolve) => setTimeout(resolve, 400))
  expect(control().door(BOX).energised).toBe(true)
})

test('a flood of pulses does not keep the doors from being read', async () => {
  const doors = await bench.start()
  const before = control().requests(1)
  const results = await Promise.all(
    [BOX, NEXT, GATE].flatMap((id) => Array.from({ length: 20 }, () => doors.pulse(id, 100, cause))),
  )
  expect(new Set(results)).toEqual(new Set(['opened']))
  await soon(() => control().requests(1) > before + 100)
  expect(doors.all().every((door) => door.online)).toBe(true)
})

test('I14: an exit button wired to a door contact silences no alarm, and is named', async () => {
  const doors = await bench.start({
    locks: [
      { ...LOCKS[0], exit: { input: 1 } },
      { ...LOCKS[1], exit: { input: 9, inverted: true } },
      LOCKS[2],
    ],
  })
  control().forceOpen(BOX)
  await soon(() => doors.get(BOX)?.state === 'opened')
  expect(told(BOX).map(({ type }) => type)).toContain('lock.forced')
  expect(doors.exits()).toEqual([{ lockId: BOX, trouble: 'sameContact' }])
  // Pressed since before the start.
  control().forceOpen(NEXT)
  await soon(() => doors.get(NEXT)?.state === 'opened')
  expect(told(NEXT).map(({ type }) => type)).toContain('lock.forced')
})

test('I14: a button that stays pressed explains the opening behind its press, and not those of the rest of the day', async () => {
  let ahead = 0
  const doors = await bench.start({
    locks: [LOCKS[0], { ...LOCKS[1], exit: { input: 9, inverted: true } }, LOCKS[2]],
    ticks: () => performance.now() + ahead,
  })
  // With its sense set wrongly it is pressed from the start.
  ahead = 11 * 60_000
  await soon(() => doors.exits().length === 1)
  expect(doors.exits()).toEqual([{ lockId: NEXT, trouble: 'stuck' }])
  control().forceOpen(NEXT)
  await soon(() => doors.get(NEXT)?.state === 'opened')
  expect(told(NEXT).map(({ type }) => type)).toContain('lock.forced')
})
