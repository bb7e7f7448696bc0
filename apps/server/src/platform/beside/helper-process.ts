import { type ChildProcess, fork } from 'node:child_process'
import os from 'node:os'

export interface HelperOptions {
  /** Absolute path of the program; it answers each `{ number, asked }` with an `Answered`. */
  readonly program: string
  /** It ends after so long without work, and gives its memory back. */
  readonly idleMs: number
  /** One order that takes longer never ends: the process is killed, and with it what else it was at. */
  readonly patienceMs: number
  /** Whoever waits for an answer of the server goes before it by so much (nice). */
  readonly nice: number
}

/** What goes to a helper and what comes back, under one number. */
export interface Ordered<A> {
  readonly number: number
  readonly asked: A
}
export type Answered = { readonly number: number } & (
  | { readonly answer: unknown }
  | { readonly failure: unknown }
)

/** The process is gone, or never came: whether it had done what it was asked is not known. */
export class HelperGone extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'HelperGone'
  }
}
/** It answered that it could not; `failure` is what it said. */
export class HelperFailed extends Error {
  readonly failure: unknown
  constructor(failure: unknown) {
    super('a helper could not do what it was asked')
    this.name = 'HelperFailed'
    this.failure = failure
  }
}

export interface Helper<A> {
  /** @throws HelperGone, HelperFailed */
  ask(asked: A): Promise<unknown>
  /** Ends it, with what it is at. */
  close(): void
}

interface Waiting {
  readonly resolve: (answer: unknown) => void
  readonly reject: (error: Error) => void
}

/**
 * Work in a process of its own: with a heap of its own, so that its garbage is nobody's pause, and behind whoever waits for an
 * answer of the server. It is started when something is asked.
 */
export function createHelper<A>({ program, idleMs, patienceMs, nice }: HelperOptions): Helper<A> {
  let [current, idle, lastNumber, isClosed]: [
    ChildProcess | undefined,
    NodeJS.Timeout | undefined,
    number,
    boolean,
  ] = [undefined, undefined, 0, false]
  const waiting = new Map<number, Waiting>()

  const end = (child: ChildProcess, reason: string): void => {
    if (current !== child) return
    current = undefined
    for (const { reject } of waiting.values()) reject(new HelperGone(reason))
    waiting.clear()
  }
  const start = (): ChildProcess => {
    // Not the server's flags: a profiler or a debugger of the server is none of the helper's.
    const child = fork(program, [], {
      serialization: 'advanced',
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    child.on('message', (message) => {
      const answered = message as Answered
      const asker = waiting.get(answered.number)
      waiting.delete(answered.number)
      if ('answer' in answered) asker?.resolve(answered.answer)
      else asker?.reject(new HelperFailed(answered.failure))
    })
    child.once('exit', (code, signal) => end(child, `the helper ended (${signal ?? code})`))
    child.once('error', (error) => end(child, error.message))
    try {
      if (child.pid !== undefined) os.setPriority(child.pid, nice)
    } catch {
      // Where that is not allowed it runs as everybody does.
    }
    return child
  }
  const rest = (child: ChildProcess): void => {
    if (waiting.size > 0) return
    // Only work keeps the server's process alive, not a helper that waits for some.
    child.unref()
    child.channel?.unref()
    clearTimeout(idle)
    idle = setTimeout(() => {
      if (current !== child || waiting.size > 0) return
      current = undefined
      if (child.connected) child.disconnect()
    }, idleMs)
    idle.unref()
  }
  return {
    async ask(asked) {
      if (isClosed) throw new HelperGone('the helper is closed')
      clearTimeout(idle)
      const child = (current ??= start())
      child.ref()
      child.channel?.ref()
      lastNumber += 1
      const number = lastNumber
      const patience = setTimeout(() => {
        child.kill('SIGKILL')
        end(child, `no answer within ${patienceMs / 1000} s`)
      }, patienceMs)
      try {
        return await new Promise<unknown>((resolve, reject) => {
          waiting.set(number, { resolve, reject })
          child.send({ number, asked } satisfies Ordered<A>, (error) => {
            if (error) end(child, error.message)
          })
        })
      } finally {
        clearTimeout(patience)
        rest(child)
      }
    },
    close() {
      isClosed = true
      clearTimeout(idle)
      const child = current
      if (!child) return
      end(child, 'the helper is closed')
      child.kill('SIGTERM')
    },
  }
}
