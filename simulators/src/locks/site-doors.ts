import {
  busOf,
  controllerOf,
  type ControllerState,
  type LockConfig,
  type LockState,
  type SiteEventType,
} from './site-records.ts'

/** A door as it stands at the site, whatever the controller reports of it. */
export interface Door extends LockConfig {
  position: 'opened' | 'closed'
  since: string
  openSince: string | null
  /** Does not fall shut by itself. */
  staysOpen: boolean
  /** Takes the pulse and does not move. */
  jammed: boolean
  /** Pulses ever given: what a test counts. */
  pulses: number
  lastError: string | null
}

export interface DoorsOptions {
  readonly now: () => Date
  readonly closeAfterMs: () => number
  readonly leftOpenMs: () => number
  readonly emit: (type: SiteEventType, details: Record<string, string | number | boolean>) => void
  readonly changed: () => void
}

export type OpenSource =
  | { source: 'remote'; commandId: string }
  | { source: 'exit_button' }
  | { source: 'sensor' }

export interface SiteDoors {
  all(): Door[]
  get(id: string): Door | undefined
  /** Adds a lock, or renames the one that is there. */
  put(lock: LockConfig): void
  remove(id: string): void
  restore(
    kept: readonly Pick<Door, 'id' | 'position' | 'since' | 'openSince' | 'staysOpen' | 'pulses'>[],
  ): void
  /** What the controller knows: nothing, when it cannot be reached. */
  stateOf(door: Door): LockState
  isOnline(door: Door): boolean
  controllerState(door: Door): ControllerState
  isBusDown(bus: string): boolean
  /** `silently`: equipment, whose run is an event of its own. */
  open(door: Door, how: OpenSource, silently?: boolean): void
  close(door: Door): void
  setStaysOpen(door: Door, stays: boolean): void
  setController(id: string, state: ControllerState): void
  setBusDown(bus: string, down: boolean): void
  reportLeftOpen(door: Door): void
  stop(): void
}

const LEFT_OPEN_AGAIN_MS = 60 * 60_000

/** The doors of a site: they open, fall shut by themselves, and are noticed when they do not. */
export function createSiteDoors(options: DoorsOptions): SiteDoors {
  const doors = new Map<string, Door>()
  const controllers = new Map<string, ControllerState>()
  const busesDown = new Set<string>()
  const closing = new Map<string, NodeJS.Timeout>()
  const watching = new Map<string, NodeJS.Timeout>()
  const silentlyOpened = new Set<string>()
  const { emit } = options
  const iso = (): string => options.now().toISOString()

  const controllerState = (door: Door): ControllerState => controllers.get(controllerOf(door.id)) ?? 'online'
  const isOnline = (door: Door): boolean =>
    !busesDown.has(busOf(door.id)) && controllerState(door) !== 'offline'

  const closeLater = (door: Door): void => {
    clearTimeout(closing.get(door.id))
    if (door.staysOpen) return
    closing.set(door.id, setTimeout(() => close(door), options.closeAfterMs()).unref())
  }
  const watch = (door: Door, afterMs: number): void => {
    clearTimeout(watching.get(door.id))
    watching.set(door.id, setTimeout(() => reportLeftOpen(door), afterMs).unref())
  }
  const reportLeftOpen = (door: Door): void => {
    if (door.position !== 'opened' || door.openSince === null) return
    const minutes = Math.floor((options.now().getTime() - Date.parse(door.openSince)) / 60_000)
    emit('lock.left_open', { lockId: door.id, openSince: door.openSince, minutes })
    watch(door, LEFT_OPEN_AGAIN_MS)
  }
  const open = (door: Door, how: OpenSource, silently = false): void => {
    if (door.position === 'opened') return
    door.position = 'opened'
    door.openSince = door.since = iso()
    if (silently) silentlyOpened.add(door.id)
    else emit('lock.opened', { lockId: door.id, ...how })
    closeLater(door)
    watch(door, options.leftOpenMs())
    options.changed()
  }
  const close = (door: Door): void => {
    clearTimeout(closing.get(door.id))
    clearTimeout(watching.get(door.id))
    if (door.position === 'closed') return
    door.position = 'closed'
    door.openSince = null
    door.since = iso()
    if (!silentlyOpened.delete(door.id)) emit('lock.closed', { lockId: door.id, source: 'sensor' })
    options.changed()
  }
  /** Runs a change of the wiring and tells which locks were lost or found by it. */
  const rewire = (change: () => void): void => {
    const before = new Map([...doors.values()].map((door) => [door.id, isOnline(door)]))
    change()
    for (const door of doors.values()) {
      if (isOnline(door) !== before.get(door.id))
        emit(isOnline(door) ? 'lock.online' : 'lock.offline', { lockId: door.id })
    }
    options.changed()
  }

  return {
    all: () => [...doors.values()],
    get: (id) => doors.get(id),
    put: (lock) => {
      const known = doors.get(lock.id)
      if (known) Object.assign(known, lock)
      else
        doors.set(lock.id, {
          ...lock,
          position: 'closed',
          since: iso(),
          openSince: null,
          staysOpen: false,
          jammed: false,
          pulses: 0,
          lastError: null,
        })
      options.changed()
    },
    remove: (id) => {
      clearTimeout(closing.get(id))
      clearTimeout(watching.get(id))
      doors.delete(id)
      options.changed()
    },
    restore: (kept) => {
      for (const record of kept) {
        const door = doors.get(record.id)
        if (!door) continue
        Object.assign(door, record)
        if (door.position !== 'opened') continue
        closeLater(door)
        watch(door, Math.max(0, options.leftOpenMs() - (Date.now() - Date.parse(door.since))))
      }
    },
    stateOf: (door) => (isOnline(door) ? door.position : 'unknown'),
    isOnline,
    controllerState,
    isBusDown: (bus) => busesDown.has(bus),
    open,
    close,
    setStaysOpen: (door, stays) => {
      door.staysOpen = stays
      if (stays) clearTimeout(closing.get(door.id))
      else if (door.position === 'opened') closeLater(door)
      options.changed()
    },
    setController: (id, state) => rewire(() => void controllers.set(id, state)),
    setBusDown: (bus, down) => {
      if (down && !busesDown.has(bus)) emit('bus.error', { bus })
      rewire(() => (down ? busesDown.add(bus) : busesDown.delete(bus)))
    },
    reportLeftOpen,
    stop: () => {
      for (const timer of [...closing.values(), ...watching.values()]) clearTimeout(timer)
    },
  }
}
