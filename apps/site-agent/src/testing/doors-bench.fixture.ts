import { vi } from 'vitest'
import { startLockHardware, type LockHardware } from '../../../../tools/testing/lock-hardware.ts'
import type { Controller } from '../drivers/bus.ts'
import { createModbusBus } from '../drivers/modbus.ts'
import { createDoors, type DoorBus, type DoorsOptions } from '../doors/create-doors.ts'
import type { DoorNews, Doors } from '../doors/door.ts'

export const controllerOf = (no: number, differs: Partial<Controller> = {}): Controller => ({
  no,
  unitId: no + 10,
  coilBase: 0,
  inputBase: 0,
  inputInverted: false,
  pulseMs: 100,
  outputs: 8,
  ...differs,
})

/** A site of one bus with two boards of eight, and the doors that are read from it. */
export interface DoorsBench {
  readonly hardware: LockHardware
  readonly news: DoorNews[]
  bus(controllers?: readonly Controller[]): DoorBus
  /** Starts to read, and waits until `isReady`: all doors online and known when absent. */
  start(differs?: Partial<DoorsOptions>, isReady?: (doors: Doors) => boolean): Promise<Doors>
  close(): Promise<void>
}

export const LOCKS = [
  { id: '1:01:01', kind: 'box', name: 'A1' },
  { id: '1:01:02', kind: 'box', name: 'A2' },
  { id: '1:02:01', kind: 'gate', name: 'Gate' },
] as const

export async function openDoorsBench(): Promise<DoorsBench> {
  const hardware = await startLockHardware({
    buses: [
      {
        bus: 1,
        protocol: 'modbus-tcp',
        boards: [
          { no: 1, unitId: 11, outputs: 8, exits: { 2: 9 } },
          { no: 2, unitId: 12, outputs: 8 },
        ],
      },
    ],
    closeAfterMs: 60_000,
  })
  const news: DoorNews[] = []
  const started: Doors[] = []
  const bus = (controllers = [controllerOf(1, { inputs: 9 }), controllerOf(2)]): DoorBus => ({
    bus: 1,
    driver: createModbusBus({
      transport: { kind: 'tcp', host: '127.0.0.1', port: hardware.port(1) },
      answerMs: 150,
      againMs: 10,
      endAgainMs: 20,
    }),
    pollMs: 20,
    controllers,
  })
  return {
    hardware,
    news,
    bus,
    start: async (differs = {}, isReady = areKnown) => {
      const doors = createDoors({
        buses: [bus()],
        locks: LOCKS,
        now: () => new Date(),
        tell: (entry) => news.push(entry),
        ...differs,
      })
      started.push(doors)
      await soon(() => isReady(doors))
      return doors
    },
    close: async () => {
      for (const doors of started) await doors.close()
      await hardware.close()
    },
  }
}

function areKnown(doors: Doors): boolean {
  return doors.all().every((door) => door.online && door.state !== 'unknown')
}

/** Waits for what comes with the next readings. */
export async function soon(isSo: () => boolean): Promise<void> {
  await vi.waitFor(
    () => {
      if (!isSo()) throw new Error(`not so after all: ${String(isSo)}`)
    },
    { timeout: 30_000, interval: 5 },
  )
}
