import { createHardwareDoors, type HardwareDoor, type HardwareDoors } from './hardware-doors.ts'
import { answerLockFrame, createLockFrames, type LockBoardHabits } from './lock-board.ts'
import { answerModbus, doorId, isPulse, type BoardOptions } from './modbus-board.ts'
import { createDeframer } from './modbus-frames.ts'
import { serveLine, type Conversation, type Line, type LineFaults, type Reply } from './serve-line.ts'

/** What hangs on one bus. Each output of each board has a door. */
export interface HardwareBus {
  /** X of X:YY:ZZ */
  readonly bus: number
  readonly protocol: 'modbus-tcp' | 'modbus-rtu-over-tcp' | 'lock-board'
  readonly boards: readonly BoardOptions[]
  /** 0 or absent: any free one. */
  readonly port?: number | undefined
  /** Of `lock-board`. */
  readonly habits?: LockBoardHabits | undefined
}

export interface LockHardwareOptions {
  readonly buses: readonly HardwareBus[]
  /** From opened to fallen shut; 5 s when absent. */
  readonly closeAfterMs?: number | undefined
  /** From current on to opened; at once when absent. */
  readonly openAfterMs?: number | undefined
}

export interface HardwareBusView {
  readonly bus: number
  readonly isDown: boolean
  readonly faults: LineFaults
  readonly controllers: readonly { readonly no: number; readonly unitId: number; readonly isDead: boolean }[]
}

/** What tests and the console may do at the hardware: push doors, cut cables. Calls that name a door or bus throw for an unknown one. */
export interface HardwareControl {
  doors(): HardwareDoor[]
  door(id: string): HardwareDoor
  /** From the inside: by the button where the board has one, by hand otherwise. */
  openDoor(id: string): void
  closeDoor(id: string): void
  /** With a crowbar: neither command nor button. */
  forceOpen(id: string): void
  setStaysOpen(id: string, stays: boolean): void
  setJammed(id: string, jammed: boolean): void
  setCloseAfterMs(ms: number): void
  /** A dead controller answers nothing and does nothing. */
  setControllerDead(bus: number, no: number, dead: boolean): void
  setBusDown(bus: number, down: boolean): Promise<void>
  faults(bus: number): LineFaults
  /** What is wrong at the moment, for who looks at it. */
  buses(): HardwareBusView[]
  /** Requests that came in on this bus since the start. */
  requests(bus: number): number
}

export interface LockHardware {
  readonly control: HardwareControl
  /** Where the bus listens on 127.0.0.1. */
  port(bus: number): number
  close(): Promise<void>
}

/** Starts the lock hardware of a site on loopback: relay boards with door contacts, reached over real sockets. */
export async function startLockHardware(options: LockHardwareOptions): Promise<LockHardware> {
  const doors = createHardwareDoors({
    ids: options.buses.flatMap(doorIds),
    closeAfterMs: options.closeAfterMs ?? 5000,
    openAfterMs: options.openAfterMs ?? 0,
  })
  const dead = new Set<string>()
  const lines = new Map<number, Line>()
  for (const bus of options.buses)
    lines.set(bus.bus, await serveLine(() => converse(bus, doors, dead), bus.port ?? 0))
  const lineOf = (bus: number): Line => {
    const line = lines.get(bus)
    if (!line) throw new Error(`no bus ${bus}`)
    return line
  }

  return {
    control: {
      doors: doors.all,
      door: doors.door,
      openDoor: doors.pressExit,
      closeDoor: doors.close,
      forceOpen: doors.open,
      setStaysOpen: doors.setStaysOpen,
      setJammed: doors.setJammed,
      setCloseAfterMs: doors.setCloseAfterMs,
      setControllerDead: (bus, no, isDead) => {
        if (isDead) dead.add(`${bus}:${no}`)
        else dead.delete(`${bus}:${no}`)
      },
      setBusDown: (bus, down) => lineOf(bus).setDown(down),
      faults: (bus) => lineOf(bus).faults,
      buses: () =>
        options.buses.map(({ bus, boards }) => ({
          bus,
          isDown: lineOf(bus).isDown(),
          faults: { ...lineOf(bus).faults },
          controllers: boards.map(({ no, unitId }) => ({ no, unitId, isDead: dead.has(`${bus}:${no}`) })),
        })),
      requests: (bus) => lineOf(bus).requests(),
    },
    port: (bus) => lineOf(bus).port,
    close: async () => {
      doors.stop()
      await Promise.all([...lines.values()].map((line) => line.close()))
    },
  }
}

function converse(bus: HardwareBus, doors: HardwareDoors, dead: ReadonlySet<string>): Conversation {
  const living = (unit: number): BoardOptions | undefined =>
    bus.boards.find((board) => board.unitId === unit && !dead.has(`${bus.bus}:${board.no}`))
  if (bus.protocol === 'lock-board') {
    const deframe = createLockFrames()
    return (bytes) =>
      deframe(bytes).map((frame) => {
        const board = living(frame[1]!)
        return board ? answerLockFrame(frame, board, bus.bus, doors, bus.habits ?? {}) : NOBODY
      })
  }
  const deframe = createDeframer(bus.protocol === 'modbus-tcp' ? 'mbap' : 'rtu')
  return (bytes) =>
    deframe(bytes).map(({ unit, pdu, wrap }) => {
      const board = living(unit)
      if (!board) return NOBODY
      const answer = answerModbus(pdu, board, bus.bus, doors)
      return { bytes: () => wrap(answer), hasPulsed: isPulse(pdu) }
    })
}

/** Nothing hangs there, or it is dead. */
const NOBODY: Reply = { bytes: null, hasPulsed: false }

function doorIds(bus: HardwareBus): string[] {
  return bus.boards.flatMap((board) =>
    Array.from({ length: board.outputs }, (_, index) => doorId(bus.bus, board.no, index + 1)),
  )
}
