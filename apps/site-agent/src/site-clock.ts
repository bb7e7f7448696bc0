import * as z from 'zod/mini'
import type { KeptValue } from './state/kept-value.ts'

/** As far behind as a heartbeat: timestamps are whole seconds, so a smaller difference says nothing about a clock. */
const SAME_MS = 2000
/** What is heard may be so much behind: whole seconds, and the way here. */
const HEARD_LATE_MS = 1300
const SAMPLES = 8
/**
 * A line that stood still brings all that it held at once, and all of it is late: what was heard before counts beside it for longer
 * than a line can stand still before it is hung up on.
 */
const SAMPLES_FOR_MS = 3 * 60_000
/** What comes within a second and says the same is one sample. */
const ONE_SAMPLE_MS = 1000
const SAMPLES_AT_MOST = 400
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
  /** The wall clock, put right by what the server said: for events. */
  now(): Date
  /**
   * The server's own clock (Unix milliseconds), for the ends of commands, which it wrote by that one: the wall clock where it may be
   * right by all that was heard, else what was heard, which is never ahead of it. A second too much and what is in time is refused.
   */
  atServer(): number
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
  // Each message says: the server's clock was at least so far ahead of our counter. Delays make it look less, never more, so the
  // greatest of the last minutes is nearest to the truth, and whoever holds messages back does not turn the clock back by it.
  const samples: { readonly at: number; ahead: number }[] = []
  let lastHeard: number | undefined
  let savedAt = Number.NEGATIVE_INFINITY
  let signed = kept.get()?.heardAt ?? 0
  let signedAt = monotonic()

  /** Server − machine, by each sample: none while nothing is known. */
  const differences = (): number[] =>
    lastHeard === undefined || monotonic() - lastHeard > CERTAIN_FOR_MS
      ? []
      : samples.map(({ ahead }) => ahead + monotonic() - wall())
  const isSame = (difference: number): boolean => Math.abs(difference) <= SAME_MS
  // Where one of them says what the machine says, both are right: the others were late, or of a server that was wrong for a while.
  const offset = (): number => {
    const all = differences()
    return all.length === 0 || all.some(isSame) ? 0 : Math.max(...all)
  }
  const offsetToServer = (): number => {
    const near = differences().filter(isSame)
    const isRight = near.some((difference) => difference <= 0 && difference >= -HEARD_LATE_MS)
    return near.length === 0 ? offset() : isRight ? 0 : Math.max(...near)
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
    atServer: () => wall() + offsetToServer(),
    offsetMs: offset,
    atLeast: () => new Date(Math.max(now(), signed + (monotonic() - signedAt))),
    passed,
    heard(sentAt, receivedAt) {
      const [at, ahead] = [monotonic(), sentAt - receivedAt]
      const newest = samples.at(-1)
      if (newest && at - newest.at < ONE_SAMPLE_MS && Math.abs(newest.ahead - ahead) <= SAME_MS)
        newest.ahead = Math.max(newest.ahead, ahead)
      else samples.push({ at, ahead })
      while (
        samples.length > SAMPLES &&
        ((samples[0]?.at ?? at) < at - SAMPLES_FOR_MS || samples.length > SAMPLES_AT_MOST)
      )
        samples.shift()
      lastHeard = at
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
