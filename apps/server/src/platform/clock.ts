/**
 * Two clocks (decisions.md A7). Business time decides days, holds, billing, hours; tests and the demo move it, and its
 * offset is kept in the database so that all processes agree. Machine time decides tokens, signatures, timeouts and
 * rate limits; nobody moves it.
 */
export interface Clock {
  /** Business time. */
  now(): Temporal.Instant
  /** How far business time is from machine time, in milliseconds; 0 when not moved. */
  offset(): number
  /** Takes over an offset that was read from, or has just been written to, the database. */
  follow(offset: number): void
  /** Called after every change of the offset, also one made by another process. */
  onMove(listener: () => void): void
}

export function createClock(): Clock {
  let offset = 0
  const listeners: (() => void)[] = []
  return {
    now: () => Temporal.Instant.fromEpochMilliseconds(Date.now() + offset),
    offset: () => offset,
    follow(next) {
      if (next === offset) return
      offset = next
      for (const listener of listeners) listener()
    },
    onMove(listener) {
      listeners.push(listener)
    },
  }
}

/** Machine time, for what expires by the wall and is never moved. */
export const machineNow = (): Temporal.Instant => Temporal.Instant.fromEpochMilliseconds(Date.now())

/** The business day at a place. */
export function today(clock: Pick<Clock, 'now'>, timeZone: string): Temporal.PlainDate {
  return clock.now().toZonedDateTimeISO(timeZone).toPlainDate()
}
