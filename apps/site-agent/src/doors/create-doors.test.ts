import { startLockHardware, type LockHardware } from '../../../../tools/testing/lock-hardware.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Controller } from '../drivers/bus.ts'
import { createModbusBus } from '../drivers/modbus.ts'
import { createDoors } from './create-doors.ts'
import type { DoorNews, Doors } from './door.ts'

const BOARD: Controller = {
  no: 2,
  unitId: 7,
  coilBase: 0,
  inputBase: 0,
  inputInverted: false,
  pulseMs: 100,
  outputs: 8,
}

let hardware: LockHardware
let doors: Doors
let news: DoorNews[]
beforeEach(async () => {
  news = []
  hardware = await startLockHardware({
    buses: [{ bus: 1, protocol: 'modbus-tcp', boards: [{ no: 2, unitId: 7, outputs: 8 }] }],
    closeAfterMs: 150,
  })
  doors = createDoors({
    buses: [
      {
        bus: 1,
        driver: createModbusBus({
          transport: { kind: 'tcp', host: '127.0.0.1', port: hardware.port(1) },
          answerMs: 60,
          againMs: 10,
        }),
        pollMs: 20,
        controllers: [BOARD],
      },
    ],
    locks: [{ id: '1:02:03', kind: 'box', name: 'A3' }],
    now: () => new Date(),
    tell: (entry) => news.push(entry),
  })
  await vi.waitFor(() => expect(doors.get('1:02:03')?.state).toBe('closed'), { interval: 5 })
})
afterEach(async () => {
  await doors.close()
  await hardware.close()
})

test('a pulse opens the door, its contact says so, and it is heard when it falls shut', async () => {
  const cause = { source: 'remote', commandId: 'c1' } as const
  expect(await doors.pulse('1:02:03', undefined, cause)).toBe('opened')
  expect(hardware.control.door('1:02:03').pulses).toBe(1)
  await vi.waitFor(() => expect(news).toHaveLength(2), { interval: 5 })
  expect(news).toEqual([
    { type: 'lock.opened', lockId: '1:02:03', cause },
    { type: 'lock.closed', lockId: '1:02:03' },
  ])
  expect(hardware.control.door('1:02:03').energised).toBe(false)
})
