import { machineNow } from './clock.ts'
import type { Log } from './log.ts'
import { type Pace, type Pacer, unpaced } from './pace/pacer.ts'

/**
 * A job asks the database what is due and does it; it must be safe to run twice and in several processes at once (rows
 * are locked with SKIP LOCKED, effects carry natural keys). The ticker only calls it: often enough, never two of one
 * at a time in this process, and at once when business time is moved.
 */
export interface Job {
  readonly name: string
  readonly everySeconds: number
  /**
   * @param stopping the process goes down: what loops over much ends behind the piece that it is at
   * @param pace what does much by one turn does it in steps of this one
   */
  run(stopping?: AbortSignal, pace?: Pace): Promise<unknown>
  /** All of it, where a turn does only a part: after a move of the clock nothing is to be left waiting. */
  runWhole?(): Promise<unknown>
  /** The process stops: what `run` waits for outside is given up. */
  stop?(): void
}

/** How a job has fared in this process. */
export interface JobRecord {
  readonly name: string
  readonly everySeconds: number
  readonly runs: number
  readonly failures: number
  readonly isRunning: boolean
  /** Of the last turn that has ended; null before the first. Machine time. */
  readonly endedAt: string | null
  readonly tookMs: number
  /** What the last turn failed with; null when it did not. */
  readonly failure: string | null
}

export interface Ticker {
  records(): JobRecord[]
  start(): void
  /** Runs every job now, one after another and giving way to nobody, and waits; after a move of the clock. */
  runAll(): Promise<void>
  /** One job's turn now, or the end of the one that it is at. */
  turn(name: string): Promise<void>
  has(name: string): boolean
  /** The same without waiting; nothing where there is no such job: whoever asked may be of another version. */
  hurry(name: string): void
  close(): Promise<void>
}

/**
 * A job's first turn does not wait for as long as the others: a server that falls over every minute, or is restarted every night, would
 * never bill, nor do what comes once a day. Not all at one moment, and not while the first calls come.
 */
const FIRST_TURN_MS = 6000
const APART_MS = 200

/** @param pacer for the turns of the clock; without one nobody is given way to */
export function createTicker(jobs: readonly Job[], log: Log, pacer?: Pacer): Ticker {
  const timers: NodeJS.Timeout[] = []
  const running = new Map<string, Promise<void>>()
  const told = new Map<string, Omit<JobRecord, 'name' | 'everySeconds' | 'isRunning'>>()
  const stopping = new AbortController()
  const paces = new Map(jobs.map(({ name }) => [name, paceOf()]))
  /** So many wait for all jobs: also one that is at its turn is not to rest any more. */
  let hurrying = 0
  let closed = false

  function note(job: Job, began: number, error?: string): void {
    const before = told.get(job.name)
    told.set(job.name, {
      runs: (before?.runs ?? 0) + 1,
      failures: (before?.failures ?? 0) + (error === undefined ? 0 : 1),
      endedAt: machineNow().toString(),
      tookMs: Math.round(performance.now() - began),
      failure: error === undefined ? null : error.slice(0, 200),
    })
  }

  function paceOf(): Pace {
    const { step, done } = pacer?.of(stopping.signal) ?? unpaced
    return { step: async (most, work) => await (hurrying > 0 ? work(most) : step(most, work)), done }
  }

  function run(job: Job, work = job.run): Promise<void> {
    const current = running.get(job.name)
    if (current) return current
    const began = performance.now()
    const started = work(stopping.signal, paces.get(job.name))
      .then(() => note(job, began))
      .catch((error: unknown) => {
        // It was told to end behind the piece that it was at.
        if (stopping.signal.aborted) return
        note(job, began, error instanceof Error ? error.message : 'it failed')
        log.error({ err: error, job: job.name }, 'a job failed; it runs again at its next turn')
      })
      .finally(() => running.delete(job.name))
    running.set(job.name, started)
    return started
  }

  return {
    records: () =>
      jobs.map((job) => ({
        name: job.name,
        everySeconds: job.everySeconds,
        runs: 0,
        failures: 0,
        endedAt: null,
        tookMs: 0,
        failure: null,
        ...told.get(job.name),
        isRunning: running.has(job.name),
      })),
    start() {
      for (const [index, job] of jobs.entries()) {
        const everyMs = job.everySeconds * 1000
        const turn = (): void => {
          if (!closed) void run(job)
        }
        const again = (): void => {
          turn()
          if (!closed) timers.push(setInterval(turn, everyMs).unref())
        }
        timers.push(setTimeout(again, Math.min(everyMs, FIRST_TURN_MS + index * APART_MS)).unref())
      }
    },
    async runAll() {
      hurrying += 1
      try {
        for (const job of jobs) {
          await running.get(job.name)
          await run(job, job.runWhole ?? job.run)
        }
      } finally {
        hurrying -= 1
      }
    },
    async turn(name) {
      const job = jobs.find((one) => one.name === name)
      if (job === undefined) throw new Error(`there is no job ${name}`)
      await run(job)
    },
    has: (name) => jobs.some((job) => job.name === name),
    hurry(name) {
      const job = jobs.find((one) => one.name === name)
      if (job !== undefined && !closed) void run(job)
    },
    async close() {
      closed = true
      stopping.abort()
      for (const timer of timers) clearTimeout(timer)
      for (const job of jobs) job.stop?.()
      await Promise.all(running.values())
    },
  }
}
