import type { EventJournal } from './event-journal.ts'
import type { EventPusher } from './push-events.ts'
import type { SiteFaults } from './signed-calls.ts'
import type { Door, SiteDoors } from './site-doors.ts'
import {
  controllerOf,
  type ControllerState,
  type LockConfig,
  type LockState,
  type SiteEvent,
} from './site-records.ts'

export interface DoorView extends Door {
  /** As the controller reports it. */
  state: LockState
  online: boolean
}

/** What tests and the console may do at a site: push doors, pull cables. */
export interface LocksControl {
  doors(): DoorView[]
  /** @throws Error for an unknown lock, as all calls that name one */
  door(lockId: string): DoorView
  /** Opened from inside by its exit button. */
  openDoor(lockId: string): void
  closeDoor(lockId: string): void
  /** Opened without command, PIN or button: an alarm. */
  forceOpen(lockId: string): void
  setStaysOpen(lockId: string, stays: boolean): void
  setJammed(lockId: string, jammed: boolean): void
  /** Reports a door left open now, without the 20 minutes. */
  reportLeftOpen(lockId: string): void
  addLock(lock: LockConfig): void
  setCloseAfterSeconds(seconds: number): void
  closeAfterSeconds(): number
  /** `id` is bus:controller, `1:02`. */
  setController(id: string, state: ControllerState): void
  controllers(): { id: string; state: ControllerState }[]
  setBusDown(bus: string, down: boolean): void
  /** Every connection to the site is cut; its own events still go out. */
  setDown(down: boolean): void
  /** The site has no network at all: neither calls in nor events out. */
  setOffline(offline: boolean): void
  isDown(): boolean
  isOffline(): boolean
  faults: SiteFaults
  /** Moves the site's clock against the true one. */
  setClockDrift(seconds: number): void
  /** Remembered nonces and uptime are lost, doors and unsent events are not. */
  reboot(): void
  setKey(keyId: string, secret: string): void
  removeKey(keyId: string): void
  setEventsUrl(url: string | undefined): void
  /** Newest last; `count` limits them to the newest. */
  events(count?: number): SiteEvent[]
  unsentEvents(): number
  /** Takes acknowledgements back, so that everything after `seq` is pushed again. */
  pushAgainAfter(seq: number): void
}

export interface ControlDeps {
  doors: SiteDoors
  journal: EventJournal
  pusher: EventPusher
  faults: SiteFaults
  keys: Map<string, string>
  emit: (type: 'lock.forced' | 'offline.started' | 'offline.ended', details: Record<string, string>) => void
  now: () => Date
  setCloseAfterSeconds: (seconds: number) => void
  closeAfterSeconds: () => number
  server: { setDown(down: boolean): void; isDown(): boolean }
  offline: { since(): string | undefined; set(since: string | undefined): void }
  setClockDrift: (seconds: number) => void
  reboot: () => void
  setEventsUrl: (url: string | undefined) => void
}

export function createLocksControl(deps: ControlDeps): LocksControl {
  const { doors, journal, pusher } = deps
  let down = false
  const doorOf = (lockId: string): Door => {
    const door = doors.get(lockId)
    if (!door) throw new Error(`no lock ${lockId}`)
    return door
  }
  const view = (door: Door): DoorView => ({
    ...door,
    state: doors.stateOf(door),
    online: doors.isOnline(door),
  })
  const cutOff = (): void => deps.server.setDown(down || deps.offline.since() !== undefined)

  return {
    doors: () => doors.all().map(view),
    door: (lockId) => view(doorOf(lockId)),
    openDoor: (lockId) => doors.open(doorOf(lockId), { source: 'exit_button' }),
    closeDoor: (lockId) => doors.close(doorOf(lockId)),
    forceOpen: (lockId) => {
      const door = doorOf(lockId)
      if (door.position === 'opened') return
      doors.open(door, { source: 'sensor' })
      deps.emit('lock.forced', { lockId })
    },
    setStaysOpen: (lockId, stays) => doors.setStaysOpen(doorOf(lockId), stays),
    setJammed: (lockId, jammed) => {
      doorOf(lockId).jammed = jammed
    },
    reportLeftOpen: (lockId) => doors.reportLeftOpen(doorOf(lockId)),
    addLock: (lock) => doors.put(lock),
    setCloseAfterSeconds: deps.setCloseAfterSeconds,
    closeAfterSeconds: deps.closeAfterSeconds,
    setController: (id, state) => doors.setController(id, state),
    controllers: () =>
      [...new Map(doors.all().map((door) => [controllerOf(door.id), doors.controllerState(door)]))].map(
        ([id, state]) => ({ id, state }),
      ),
    setBusDown: (bus, isDown) => doors.setBusDown(bus, isDown),
    setDown: (now) => {
      down = now
      cutOff()
    },
    setOffline: (offline) => {
      if (offline === (deps.offline.since() !== undefined)) return
      deps.offline.set(offline ? deps.now().toISOString() : undefined)
      deps.emit(offline ? 'offline.started' : 'offline.ended', {})
      cutOff()
      if (!offline) pusher.kickNow()
    },
    isDown: () => down,
    isOffline: () => deps.offline.since() !== undefined,
    faults: deps.faults,
    setClockDrift: deps.setClockDrift,
    reboot: deps.reboot,
    setKey: (keyId, secret) => void deps.keys.set(keyId, secret),
    removeKey: (keyId) => void deps.keys.delete(keyId),
    setEventsUrl: (url) => {
      deps.setEventsUrl(url)
      pusher.kickNow()
    },
    events: (count) =>
      count === undefined ? journal.after(0, Number.MAX_SAFE_INTEGER) : journal.newest(count),
    unsentEvents: () => journal.unsentCount(),
    pushAgainAfter: (seq) => {
      journal.acknowledge(seq)
      pusher.kickNow()
    },
  }
}
