import { performance } from 'node:perf_hooks'

/** Of each second that long the mails of a night are made while people work: the rest of the processors is theirs. */
const WITH_PEOPLE_MS = 250
/** And while nobody does; what is left of the second shows whether somebody has come. */
const ALONE_MS = 900
/** At once while nobody works: one is drawn while the paper of another is printed. */
const ALONE_AT_ONCE = 2
/** So much of its time this process answers somebody: from here on people are at work. */
const WORKING = 0.1

export interface Pace {
  readonly forMs: number
  readonly atOnce: number
}

/** How fast the mails of a night go, by how busy this process was between its turns, when it made none. */
export interface BulkPace {
  /** A turn begins. */
  begin(): Pace
  /** It is over: from now on others are measured. */
  end(): void
}

/**
 * @param utilization how much of the time since an earlier reading this process worked, 0 to 1 (`performance.eventLoopUtilization`)
 */
export function createBulkPace(
  utilization: (since: unknown) => { readonly utilization: number } = measured,
): BulkPace {
  let resting: unknown
  return {
    begin() {
      const isAlone = resting !== undefined && utilization(resting).utilization < WORKING
      return isAlone
        ? { forMs: ALONE_MS, atOnce: ALONE_AT_ONCE }
        : // Also at the first turn, of which nothing is known.
          { forMs: WITH_PEOPLE_MS, atOnce: 1 }
    },
    end() {
      resting = utilization(undefined)
    },
  }
}

const measured = (since: unknown): { readonly utilization: number } => {
  const now = performance.eventLoopUtilization()
  return since === undefined
    ? now
    : performance.eventLoopUtilization(now, since as ReturnType<typeof performance.eventLoopUtilization>)
}
