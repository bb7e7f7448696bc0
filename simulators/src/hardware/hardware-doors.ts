/** A door with its lock, as it stands there in steel; no board and no agent is asked for any of this. */
export interface HardwareDoor {
  /** bus:controller:output, `1:02:03` */
  readonly id: string
  position: 'opened' | 'closed'
  /** The coil of its lock is under current. */
  energised: boolean
  /** Times that current was put on: what a test counts. */
  pulses: number
  /** Does not fall shut by itself. */
  staysOpen: boolean
  /** Takes the pulse and does not move. */
  jammed: boolean
  /** The button on its inside is being pressed. */
  exitPressed: boolean
}

export interface HardwareDoors {
  all(): HardwareDoor[]
  /** @throws Error for an unknown door */
  door(id: string): HardwareDoor
  /** Puts current on the lock, or takes it away; the rising edge is the pulse. */
  energise(id: string, on: boolean): void
  /** Current on, and off again by the board's own timer. */
  flash(id: string, ms: number): void
  open(id: string): void
  close(id: string): void
  pressExit(id: string): void
  setStaysOpen(id: string, stays: boolean): void
  setJammed(id: string, jammed: boolean): void
  setCloseAfterMs(ms: number): void
  stop(): void
}

export interface HardwareDoorsOptions {
  readonly ids: readonly string[]
  /** From opened to fallen shut. */
  readonly closeAfterMs: number
  /** From current on to opened. */
  readonly openAfterMs: number
}

/** How long a hand stays on the button inside. */
const EXIT_PRESS_MS = 400

/** The doors of a site: a pulse opens them, and after a while they fall shut. */
export function createHardwareDoors(options: HardwareDoorsOptions): HardwareDoors {
  let { closeAfterMs } = options
  const doors = new Map(options.ids.map((id) => [id, closedDoor(id)]))
  const timers = new Map<string, NodeJS.Timeout>()
  const later = (key: string, ms: number, act: () => void): void => {
    clearTimeout(timers.get(key))
    timers.set(
      key,
      setTimeout(() => {
        timers.delete(key)
        act()
      }, ms),
    )
  }
  const cancel = (key: string): void => {
    clearTimeout(timers.get(key))
    timers.delete(key)
  }
  const doorOf = (id: string): HardwareDoor => {
    const door = doors.get(id)
    if (!door) throw new Error(`no door ${id}`)
    return door
  }

  const close = (id: string): void => {
    cancel(`close ${id}`)
    doorOf(id).position = 'closed'
  }
  const open = (id: string): void => {
    const door = doorOf(id)
    if (door.jammed) return
    door.position = 'opened'
    if (!door.staysOpen) later(`close ${id}`, closeAfterMs, () => close(id))
  }
  const energise = (id: string, on: boolean): void => {
    const door = doorOf(id)
    cancel(`flash ${id}`)
    const rises = on && !door.energised
    door.energised = on
    if (!rises) return
    door.pulses++
    if (options.openAfterMs === 0) open(id)
    else later(`open ${id}`, options.openAfterMs, () => open(id))
  }

  return {
    all: () => [...doors.values()].map((door) => ({ ...door })),
    door: (id) => ({ ...doorOf(id) }),
    energise,
    flash: (id, ms) => {
      energise(id, true)
      later(`flash ${id}`, ms, () => energise(id, false))
    },
    open,
    close,
    pressExit: (id) => {
      doorOf(id).exitPressed = true
      later(`exit ${id}`, EXIT_PRESS_MS, () => {
        doorOf(id).exitPressed = false
      })
      open(id)
    },
    setStaysOpen: (id, stays) => {
      const door = doorOf(id)
      door.staysOpen = stays
      if (stays) cancel(`close ${id}`)
      else if (door.position === 'opened') later(`close ${id}`, closeAfterMs, () => close(id))
    },
    setJammed: (id, jammed) => {
      doorOf(id).jammed = jammed
    },
    setCloseAfterMs: (ms) => {
      closeAfterMs = ms
    },
    stop: () => {
      for (const timer of timers.values()) clearTimeout(timer)
      timers.clear()
    },
  }
}

function closedDoor(id: string): HardwareDoor {
  return {
    id,
    position: 'closed',
    energised: false,
    pulses: 0,
    staysOpen: false,
    jammed: false,
    exitPressed: false,
  }
}
