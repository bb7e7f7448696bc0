import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { startLockHardware, type LockHardware } from '../../../../tools/testing/lock-hardware.ts'
import { createLockBoardBus } from '../drivers/lock-board.ts'
import { createModbusBus } from '../drivers/modbus.ts'
import { createDoors } from './create-doors.ts'
import type { DoorNews, Doors } from './door.ts'
import { controllerOf, soon } from '../testing/doors-bench.fixture.ts'

// All kinds of trouble at once, in an order that a seed gives: whatever happened, what must hold holds.

let hardware: LockHardware
let doors: Doors
afterEach(async () => {
  await doors.close()
  await hardware.close()
})

const IDS = [1, 2, 3].flatMap((bus) => [1, 2].map((no) => `${bus}:0${no}:01`))
const HASTY = { answerMs: 60, openAnswerMs: 60, connectMs: 200, againMs: 10, endAgainMs: 10 }

test.each([1, 20_261_122, 77])('seed %i', async (seed) => {
  const boards = [1, 2].map((no) => controllerOf(no, { outputs: 1 }))
  hardware = await startLockHardware({
    buses: [
      { bus: 1, protocol: 'modbus-tcp', boards },
      { bus: 2, protocol: 'modbus-rtu-over-tcp', boards },
      { bus: 3, protocol: 'lock-board', habits: { openAnswerMs: 5, pulseMs: 20 }, boards },
    ],
    closeAfterMs: 200,
  })
  const at = (bus: number) => ({ host: '127.0.0.1', port: hardware.port(bus) })
  const news: DoorNews[] = []
  doors = createDoors({
    buses: [
      createModbusBus({ transport: { kind: 'tcp', ...at(1) }, ...HASTY }),
      createModbusBus({ transport: { kind: 'rtu-over-tcp', ...at(2) }, ...HASTY }),
      createLockBoardBus({ transport: { kind: 'tcp', ...at(3) }, ...HASTY }),
    ].map((driver, index) => ({ bus: index + 1, driver, pollMs: 10, controllers: boards })),
    locks: IDS.map((id) => ({ id, kind: 'box', name: id })),
    now: () => new Date(),
    tell: (entry) => news.push(entry),
    times: { confirmMs: 30 },
  })
  const { control } = hardware
  let state = seed
  const random = (below: number): number => {
    state = (state * 48_271) % 0x7fff_ffff
    return state % below
  }
  const given = new Map<string, number>(IDS.map((id) => [id, 0]))
  const pulse = async (id: string): Promise<void> => {
    const result = await doors.pulse(id, 20, { source: 'remote', commandId: id })
    // Of these three it is said that nothing was sent.
    if (!['failed_bus', 'refused_offline_controller', 'refused_expired'].includes(result))
      given.set(id, given.get(id)! + 1)
  }
  const running: Promise<void>[] = []
  for (let step = 0; step < 120; step++) {
    const bus = 1 + random(3)
    const id = IDS[random(IDS.length)]!
    const faults = control.faults(bus)
    switch (random(9)) {
      case 0:
        await control.setBusDown(bus, random(2) === 0)
        break
      case 1:
        control.setControllerDead(bus, 1 + random(2), random(2) === 0)
        break
      case 2:
        faults.noise = (['none', 'before', 'instead'] as const)[random(3)]!
        break
      case 3:
        faults.slowMs = random(2) === 0 ? 0 : random(100)
        break
      case 4:
        faults.losePulseAnswers = random(3)
        break
      case 5:
        control.closeDoor(id)
        break
      default:
        running.push(pulse(id))
    }
    await sleep(random(20))
  }
  for (const bus of [1, 2, 3]) {
    await control.setBusDown(bus, false)
    Object.assign(control.faults(bus), { noise: 'none', slowMs: 0, losePulseAnswers: 0 })
    for (const no of [1, 2]) control.setControllerDead(bus, no, false)
  }
  await Promise.all(running)

  // No pulse that nobody is accountable for, and none goes on for ever.
  for (const id of IDS) expect(control.door(id).pulses, id).toBeLessThanOrEqual(given.get(id)!)
  await soon(() => control.doors().every((door) => !door.energised))
  // What is believed is what is.
  await soon(() => doors.all().every((door) => door.online && door.state === control.door(door.id).position))
  await soon(() => doors.all().every((door) => door.state === 'closed'))
  // A door opens and shuts in turn, and is lost and found in turn.
  for (const id of IDS) {
    const told = news.flatMap((entry) => ('lockId' in entry && entry.lockId === id ? [entry.type] : []))
    for (const pair of [
      ['lock.opened', 'lock.closed'],
      ['lock.offline', 'lock.online'],
    ]) {
      const turns = told.filter((type) => pair.includes(type))
      expect(turns, id).toEqual(turns.map((_, index) => pair[index % 2]))
    }
    expect(told, id).not.toContain('lock.forced')
  }
})
