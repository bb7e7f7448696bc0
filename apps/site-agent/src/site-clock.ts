import * as z from 'zod/mini'
import type { KeptValue } from './state/kept-value.ts'

/** As far behind as a heartbeat: timestamps are whole seconds, so a smaller difference says nothing about a clock. */
const SAME_MS = 2000
const SAMPLES = 8
const CERTAIN_FOR_MS = 24 * 3_600_000

export const KeptClock = z.object({
  /** The server's time when it was heard last, and this machine's at that moment. */
  heardAt: z.number(),
  wallAt: z.number(),
})
export type KeptClock = z.output<typeof KeptClock>

export interface SiteClock {
  /** Of this machine, as it stands: what signatures and health are made with. */
  wall(): number
  /** Counts on whatever the wall clock does. */
  monotonic(): number
  /** The wall clock, put right by what the server said: for expiry, for events. */
  now(): Date
  /** Server − machine, 0 while nothing of weight is known. */
  offsetMs(): number
  /**
   * For rights that run out: never behind the newest moment that the server has signed, so that a clock set back (or a machine
   * without a battery that starts in the past) keeps nobody's right alive.
   */
  atLeast(): Date
  /** Somebody who signs said what time it is. @param receivedAt monotonic */
  heard(sentAt: number, receivedAt: number): void
  /** A signed moment that has passed by now: the issue of a list. */
  passed(moment: number): void
  /** Nobody has said for a day what time it is, or the clock went back since. */
  isUncertain(): boolean
}

export interface ClockParts {
  readonly wall: () => number
  readonly monotonic: () => number
  /** When the machine itself last heard of the time (NTP); undefined where that is not known. */
  readonly ntpAt?: () => number | undefined
}

export function createSiteClock(
  kept: KeptValue<KeptClock>,
  { wall, monotonic, ntpAt }: ClockParts,
): SiteClock {
  // Each message says: the server's clock was at least `base` ahead of our counter. Delays make it look less, never more, so the
  // greatest of the last few is nearest to the truth, and whoever holds messages back does not turn the clock back by it.
  let samples: number[] = []
  let lastHeard: number | undefined
  let savedAt = Number.NEGATIVE_INFINITY
  let signed = kept.get()?.heardAt ?? 0
  let signedAt = monotonic()

  const offset = (): number => {
    if (lastHeard === undefined || monotonic() - lastHeard > CERTAIN_FOR_MS) return 0
    const difference = Math.max(...samples) + monotonic() - wall()
    return Math.abs(difference) > SAME_MS ? difference : 0
  }
  const now = (): number => wall() + offset()
  const passed = (moment: number): void => {
    if (moment <= signed + (monotonic() - signedAt)) return
    signed = moment
    signedAt = monotonic()
  }
  return {
    wall,
    monotonic,
    now: () => new Date(now()),
    offsetMs: offset,
    atLeast: () => new Date(Math.max(now(), signed + (monotonic() - signedAt))),
    passed,
    heard(sentAt, receivedAt) {
      samples = [...samples.slice(1 - SAMPLES), sentAt - receivedAt]
      lastHeard = monotonic()
      passed(sentAt)
      // Every minute is enough, and spares the card.
      if (lastHeard - savedAt < 60_000) return
      savedAt = lastHeard
      kept.setSoon({ heardAt: sentAt, wallAt: wall() })
    },
    isUncertain() {
      if (lastHeard !== undefined && monotonic() - lastHeard <= CERTAIN_FOR_MS) return false
      const ntp = ntpAt?.()
      if (ntp !== undefined && wall() >= ntp && wall() - ntp <= CERTAIN_FOR_MS) return false
      const before = kept.get()
      return before === undefined || wall() < before.wallAt || wall() - before.wallAt > CERTAIN_FOR_MS
    },
  }
}

const SKEW_MS = 20_000

/** @returns to be asked whenever the server was heard; tells once when the clock is wrong by more than 20 s, again after it was right */
export function watchSkew(clock: SiteClock, onSkew: (seconds: number) => void): () => void {
  let isTold = false
  return () => {
    const offset = clock.offsetMs()
    if (Math.abs(offset) < SKEW_MS / 2) isTold = false
    if (isTold || Math.abs(offset) <= SKEW_MS) return
    isTold = true
    onSkew(Math.round(offset / 1000))
  }
}
