import { busOf, controllerOf, outputOf } from '@stowage/lsp/messages'
import {
  BusDown,
  ControllerRefused,
  ControllerSilent,
  TooLate,
  type Bus,
  type Controller,
} from '../drivers/bus.ts'
import type { DoorLock, DoorMemory, DoorNews, Doors, DoorSettings, DoorTimes, PulseResult } from './door.ts'
import { createExitWatch, type ExitWatch } from './exit-watch.ts'
import { doorOnExit } from './exit-contacts.ts'
import { createDoorWatch, type DoorWatch } from './door-watch.ts'
import { pollBus, type BusPoll } from './poll-bus.ts'

/** A bus with what hangs on it. */
export interface DoorBus {
  /** X of X:YY:ZZ */
  readonly bus: number
  readonly driver: Bus
  /** How often each of its controllers is read. */
  readonly pollMs: number
  readonly controllers: readonly Controller[]
}

export interface DoorsOptions {
  readonly buses: readonly DoorBus[]
  readonly locks: readonly DoorLock[]
  readonly now: () => Date
  /** Called in order; must not throw. */
  readonly tell: (news: DoorNews) => void
  /** What `snapshot()` said last. */
  readonly stored?: readonly DoorMemory[] | undefined
  readonly times?: Partial<DoorTimes> | undefined
  /** Milliseconds that only go forward. */
  readonly ticks?: (() => number) | undefined
}

const TIMES: DoorTimes = {
  leftOpenMs: 20 * 60_000,
  leftOpenAgainMs: 60 * 60_000,
  graceMs: 10_000,
  confirmMs: 700,
}
/** Whoever stands in front of a door tries again, or goes away. */
const WANTED_MS = 5000
const HURRY_MS = 15
/** A controller that misses so many readings in a row is offline: one alone may be noise. */
const MISSES = 3

interface Place {
  readonly watch: DoorWatch
  /** `sameContact`: the input of its exit is the contact of a door. */
  readonly exit: ExitWatch | 'sameContact' | undefined
  readonly board: Board
  readonly output: number
}

interface Board {
  readonly controller: Controller
  readonly line: Line
  readonly places: Place[]
  misses: number
}

interface Line {
  readonly bus: DoorBus
  readonly boards: Map<number, Board>
  isDown: boolean
  errorCount: number
  lastPollAt: Date | null
}

/**
 * Starts to read the doors of a site.
 * @throws Error for a lock whose bus or controller is not there
 */
export function createDoors(options: DoorsOptions): Doors {
  const { now, tell } = options
  const ticks = options.ticks ?? (() => performance.now())
  let times: DoorTimes = { ...TIMES, ...options.times }
  let settings: DoorSettings = {}
  const lines = new Map(options.buses.map((bus) => [bus.bus, createLine(bus)]))
  const stored = new Map(options.stored?.map((memory) => [memory.id, memory]))
  const places = new Map<string, Place>()
  for (const lock of options.locks) {
    const board = lines.get(busOf(lock.id))?.boards.get(controllerOf(lock.id))
    if (!board) throw new Error(`lock ${lock.id} hangs on a controller that is not there`)
    const watch = createDoorWatch({ lock, now, ticks, tell, times: () => times, stored: stored.get(lock.id) })
    const exit = doorOnExit(lock, options.locks) ? ('sameContact' as const) : createExitWatch({ ticks })
    const place = {
      watch,
      board,
      output: outputOf(lock.id),
      exit: typeof lock.exit === 'object' ? exit : undefined,
    }
    board.places.push(place)
    places.set(lock.id, place)
  }

  const read = async (board: Board): Promise<'fine' | 'unsettled' | 'failed'> => {
    const { line, controller } = board
    try {
      const contacts = await line.bus.driver.readContacts(controller)
      line.isDown = false
      line.lastPollAt = now()
      board.misses = 0
      return applied(board, contacts) ? 'unsettled' : 'fine'
    } catch (error) {
      failed(board, error)
      return 'failed'
    }
  }
  const failed = (board: Board, error: unknown): void => {
    const { line } = board
    const reason = error instanceof Error ? error.message : String(error)
    line.errorCount++
    const wasDown = line.isDown
    line.isDown = error instanceof BusDown
    if (line.isDown && !wasDown) tell({ type: 'bus.error', bus: line.bus.bus, reason })
    if (++board.misses >= MISSES) for (const { watch } of board.places) watch.lost(reason)
  }
  const polls = new Map<number, BusPoll>()
  for (const line of lines.values())
    polls.set(
      line.bus.bus,
      pollBus({
        controllers: line.bus.controllers,
        pollMs: () => settings.pollMs ?? line.bus.pollMs,
        hurryMs: HURRY_MS,
        ticks,
        read: (controller) => read(boardOf(line, controller.no)),
      }),
    )

  const pulse = async (
    place: Place,
    ms: number,
    isStillWanted: () => boolean,
    takeBack: () => void,
  ): Promise<PulseResult> => {
    const { board, watch, output } = place
    let isDoubtful = false
    try {
      await board.line.bus.driver.pulse(board.controller, output, ms, isStillWanted)
    } catch (error) {
      if (error instanceof TooLate) {
        takeBack()
        return 'refused_expired'
      }
      board.line.errorCount++
      if (error instanceof ControllerSilent) isDoubtful = true
      else {
        takeBack()
        if (error instanceof BusDown || error instanceof ControllerRefused) return 'failed_bus'
        throw error
      }
    }
    const isOpen = watch.lock.hasContact !== false && (await watch.opensWithin(times.confirmMs))
    if (isOpen) return 'opened'
    return isDoubtful ? 'failed_timeout' : 'sent'
  }

  return {
    all: () => [...places.values()].map(({ watch }) => watch.door()),
    get: (lockId) => places.get(lockId)?.watch.door(),
    pulse: async (lockId, ms, cause, isStillWanted) => {
      const place = places.get(lockId)
      if (!place) throw new Error(`no lock ${lockId}`)
      const { board, watch } = place
      if (!watch.door().online) return board.line.isDown ? 'failed_bus' : 'refused_offline_controller'
      const lengthMs = ms ?? settings.pulseMs ?? board.controller.pulseMs
      const takeBack = watch.expect(cause, lengthMs)
      const askedAt = ticks()
      const isWanted = isStillWanted ?? (() => ticks() - askedAt < WANTED_MS)
      const result = pulse(place, lengthMs, isWanted, takeBack)
      polls.get(board.line.bus.bus)?.hurry(board.controller.no, times.confirmMs)
      return result
    },
    exits: () =>
      [...places.values()].flatMap(({ watch, exit }) => {
        const trouble = typeof exit === 'object' ? exit.trouble() : exit
        return trouble === undefined ? [] : [{ lockId: watch.lock.id, trouble }]
      }),
    buses: () =>
      [...lines.values()].map((line) => ({
        bus: line.bus.bus,
        ok:
          !line.isDown &&
          [...line.boards.values()].some((board) => board.misses < MISSES) &&
          line.lastPollAt !== null,
        lastPollAt: line.lastPollAt?.toISOString() ?? null,
        errorCount: line.errorCount,
      })),
    change: (changed) => {
      settings = { ...settings, ...changed }
      if (changed.leftOpenMinutes !== undefined)
        times = { ...times, leftOpenMs: changed.leftOpenMinutes * 60_000 }
      for (const [id, name] of Object.entries(changed.names ?? {})) places.get(id)?.watch.rename(name)
    },
    snapshot: () => [...places.values()].map(({ watch }) => watch.memory()),
    close: async () => {
      await Promise.all([...polls.values()].map((poll) => poll.close()))
      await Promise.all(options.buses.map((bus) => bus.driver.close()))
    },
  }
}

function createLine(bus: DoorBus): Line {
  const boards = new Map<number, Board>()
  const line: Line = { bus, boards, isDown: false, errorCount: 0, lastPollAt: null }
  for (const controller of bus.controllers)
    boards.set(controller.no, { controller, line, places: [], misses: 0 })
  return line
}

function boardOf(line: Line, no: number): Board {
  const board = line.boards.get(no)
  if (!board) throw new Error(`no controller ${no} on bus ${line.bus.bus}`)
  return board
}

/** Gives each door of a board its reading. @returns whether another soon would settle one */
function applied({ controller, places }: Board, contacts: readonly boolean[]): boolean {
  let isUnsettled = false
  for (const { watch, output, exit } of places) {
    const contact = contacts[output - 1]
    const isOpen = contact === undefined ? undefined : contact === controller.inputInverted
    const wired = watch.lock.exit
    if (typeof exit === 'object' && typeof wired === 'object') {
      const isPressed = contacts[wired.input - 1] !== (wired.inverted ?? false)
      const isDoorOpen = watch.lock.hasContact === false ? undefined : isOpen
      if (exit.read(isPressed, isDoorOpen)) watch.exitPressed()
    }
    watch.found()
    if (isOpen !== undefined && watch.read(isOpen)) isUnsettled = true
  }
  return isUnsettled
}
