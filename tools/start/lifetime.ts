import { setTimeout as sleep } from 'node:timers/promises'

/** What was started, in order, and the one way to end it: backwards, once. */
export interface Lifetime {
  /**
   * Registers a part that has just started. While ending, it is closed on the spot and the start is given up.
   * @returns takes the part off again, for one that has done its work
   */
  started(name: string, close: () => Promise<void>): Promise<() => void>
  /** Ends everything and the process. */
  end(code: number, why?: string): Promise<void>
  /** Waits for the start; its failure is said in a sentence and ends everything with exit code 1. */
  guard(start: Promise<void>): Promise<void>
}

/** Thrown into a start that goes on while everything is being ended. */
class Ending extends Error {}

/** Parts close within this, or the process ends without them (PostgreSQL's watchdog then shuts it down). */
const PATIENCE_MS = 25_000

/**
 * Puts up the handlers: Ctrl-C, SIGTERM and SIGHUP end in order; a second Ctrl-C ends at once; so does a lost parent,
 * because kill -9 of npm gives no signal to what it started.
 */
export function createLifetime(): Lifetime {
  const parts: { name: string; close: () => Promise<void> }[] = []
  let ending: Promise<void> | undefined

  async function close({ name, close: closePart }: (typeof parts)[number]): Promise<boolean> {
    try {
      await closePart()
      return true
    } catch (error) {
      say(`${name} did not close: ${sentence(error)}`)
      return false
    }
  }

  async function closeAll(code: number): Promise<void> {
    let clean = true
    for (let part = parts.pop(); part; part = parts.pop()) clean = (await close(part)) && clean
    process.exit(clean ? code : 1)
  }

  function end(code: number, why?: string): Promise<void> {
    if (ending) return ending
    if (why) say(why)
    void sleep(PATIENCE_MS, undefined, { ref: false }).then(() => {
      say('Not everything closed in time; ending without it.')
      process.exit(1)
    })
    return (ending = closeAll(code))
  }

  const lifetime: Lifetime = {
    async started(name, closePart) {
      if (ending) {
        await close({ name, close: closePart })
        throw new Ending()
      }
      const part = { name, close: closePart }
      parts.push(part)
      return () => {
        const place = parts.indexOf(part)
        if (place !== -1) parts.splice(place, 1)
      }
    },
    end,
    async guard(start) {
      try {
        await start
      } catch (error) {
        if (!(error instanceof Ending)) await end(1, sentence(error))
        await ending
      }
    },
  }

  let interrupted = false
  process.on('SIGINT', () => {
    if (interrupted) process.exit(130)
    interrupted = true
    void end(0, '\nStopping (Ctrl-C again stops at once)')
  })
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0, 'Stopping'))
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(
      event,
      (error: unknown) =>
        void end(1, `An error nobody caught: ${error instanceof Error ? error.stack : String(error)}`),
    )
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) void end(1)
  }, 500).unref()
  // A terminal that is gone must not turn the last words into an endless error.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  return lifetime
}

/** Errors made for the person at the terminal carry a whole sentence; others need their stack to be of use. */
function sentence(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return ['ConfigError', 'PostgresError', 'StartError'].includes(error.name)
    ? error.message
    : (error.stack ?? error.message)
}

export function say(text: string): void {
  process.stderr.write(`${text}\n`)
}

/** Something at the start that the person at the terminal can mend. */
export class StartError extends Error {
  override readonly name = 'StartError'
}
