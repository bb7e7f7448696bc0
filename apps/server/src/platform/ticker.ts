import type { Log } from './log.ts'

/**
 * A job asks the database what is due and does it; it must be safe to run twice and in several processes at once (rows
 * are locked with SKIP LOCKED, effects carry natural keys). The ticker only calls it: often enough, never two of one
 * at a time in this process, and at once when business time is moved.
 */
export interface Job {
  readonly name: string
  readonly everySeconds: number
  run(): Promise<unknown>
  /** All of it, where a turn does only a part: after a move of the clock nothing is to be left waiting. */
  runWhole?(): Promise<unknown>
  /** The process stops: what `run` waits for outside is given up. */
  stop?(): void
}

export interface Ticker {
  start(): void
  /** Runs every job now, one after another, and waits; after a move of the clock. */
  runAll(): Promise<void>
  close(): Promise<void>
}

export function createTicker(jobs: readonly Job[], log: Log): Ticker {
  const timers: NodeJS.Timeout[] = []
  const running = new Map<string, Promise<void>>()
  let closed = false

  function run(job: Job, work = job.run): Promise<void> {
    const current = running.get(job.name)
    if (current) return current
    const started = work()
      .then(() => undefined)
      .catch((error: unknown) =>
        log.error({ err: error, job: job.name }, 'a job failed; it runs again at its next turn'),
      )
      .finally(() => running.delete(job.name))
    running.set(job.name, started)
    return started
  }

  return {
    start() {
      for (const job of jobs) {
        const timer = setInterval(() => {
          if (!closed) void run(job)
        }, job.everySeconds * 1000)
        timer.unref()
        timers.push(timer)
      }
    },
    async runAll() {
      for (const job of jobs) {
        await running.get(job.name)
        await run(job, job.runWhole ?? job.run)
      }
    },
    async close() {
      closed = true
      for (const timer of timers) clearInterval(timer)
      for (const job of jobs) job.stop?.()
      await Promise.all(running.values())
    },
  }
}
