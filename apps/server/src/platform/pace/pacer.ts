import type { Callers } from './callers.ts'

/** So long a step is to take beside people. */
const STEP_MS = 10
/** Where pieces can be done together: fewer make hardly a shorter step, and many more of them. */
const LEAST_PIECES = 4
/** Beside people that much of the time is a mass job's, all of them and all servers together; it doubles with every hour that a job has not come to its end. */
const SHARE = 0.02
const DOUBLES_MS = 3_600_000
/** However long a step took: what waits goes on. */
const LONGEST_REST_MS = 2000
const SHORTEST_GAP_MS = 20

/** How one mass job works: in large steps while nobody is there, in small ones with rests between them while somebody is. */
export interface Pace {
  /**
   * Waits for its turn, then does one step.
   * @param most pieces that are waiting and that the job would do at once
   * @param work does so many of them, `most` or fewer
   * @throws the reason of the stop where the process goes down meanwhile; `work` has not begun then
   */
  step<T>(most: number, work: (pieces: number) => Promise<T>): Promise<T>
  /** Nothing is left to do: what comes later begins with all patience. */
  done(): void
}

/** Of what somebody waits for. */
export const unpaced: Pace = {
  step: async (most, work) => await work(most),
  done: () => undefined,
}

export interface Pacer {
  of(stopping: AbortSignal): Pace
}

interface Parts {
  readonly callers: Callers
  /** Somebody is at another server on the same database. */
  areElsewhere(): boolean
  /** How many other servers there are; each does these jobs. */
  others(): number
  readonly now?: () => number
}

/**
 * Lets mass jobs give way to people. While calls come in, the steps of all jobs of this process stand in one line: a step is as
 * small as fits into some milliseconds, begins when no call is under way (or none has ended for as long as the rest was), and is followed
 * by a rest of many times what it took, so that a machine under load gets longer rests by itself. A job that does not come to its end
 * gives way less from hour to hour, and in the end not at all.
 */
export function createPacer({ callers, areElsewhere, others, now = () => performance.now() }: Parts): Pacer {
  let line: Promise<unknown> = Promise.resolve()
  let restsUntil = -Infinity
  let rested = 0
  const isSomebodyThere = (): boolean => callers.areHere() || areElsewhere()

  function inLine<T>(work: () => Promise<T>): Promise<T> {
    const mine = line.then(work)
    line = mine.catch(() => undefined)
    return mine
  }

  return {
    of(stopping) {
      let pieces = LEAST_PIECES
      let began: number | undefined

      const share = (): number => SHARE * 2 ** ((now() - (began ?? now())) / DOUBLES_MS)

      function learn(done: number, tookMs: number): void {
        // A small remainder says nothing of a full step.
        if (tookMs < STEP_MS * 0.7 && done >= pieces) pieces = Math.ceil(pieces * 1.25)
        if (tookMs > STEP_MS * 1.3)
          pieces = Math.max(LEAST_PIECES, Math.floor(pieces * Math.max(0.5, STEP_MS / tookMs)))
      }

      return {
        async step(most, work) {
          began ??= now()
          if (!isSomebodyThere() || share() >= 1) return await work(most)
          return await inLine(async () => {
            await sleep(restsUntil - now(), stopping)
            if (callers.areHere()) await callers.gap(Math.max(SHORTEST_GAP_MS, rested), stopping)
            stopping.throwIfAborted()
            const begin = now()
            const size = Math.min(most, pieces)
            try {
              return await work(size)
            } finally {
              const took = now() - begin
              learn(size, took)
              rested = Math.min(LONGEST_REST_MS, took * ((1 + others()) / share() - 1))
              restsUntil = now() + rested
            }
          })
        },
        done() {
          began = undefined
        },
      }
    },
  }
}

async function sleep(milliseconds: number, stopping: AbortSignal): Promise<void> {
  if (milliseconds <= 0 || stopping.aborted) return
  await new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      stopping.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    stopping.addEventListener('abort', end, { once: true })
  })
}
