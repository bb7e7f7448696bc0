import { type ChildProcess, fork } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

/** A process of the bench: it says once that it is ready, then answers questions over its channel. */
export interface Child<Ready> {
  readonly ready: Ready
  readonly pid: number
  ask<A>(question: unknown): Promise<A>
  stop(): Promise<void>
}

/**
 * Starts one of the scripts beside this file. It ends with stop(), and by itself when this process is gone: its channel
 * closes then.
 * @param options.log gets what it prints
 */
export async function startChild<Ready>(
  script: string,
  options: {
    readonly env?: Readonly<Record<string, string>>
    readonly log: string
    /** Its arguments. */
    readonly words?: readonly string[]
    readonly execArgv?: readonly string[]
  },
): Promise<Child<Ready>> {
  const output = fs.openSync(options.log, 'a')
  const child = fork(path.join(import.meta.dirname, script), [...(options.words ?? [])], {
    stdio: ['ignore', output, output, 'ipc'],
    env: { ...process.env, NODE_ENV: 'production', ...options.env },
    execArgv: [...(options.execArgv ?? [])],
  })
  fs.closeSync(output)
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const hear = <A>(): Promise<A> =>
    new Promise((resolve, reject) => {
      const gone = (code: number | null): void =>
        reject(new Error(`${script} ended (${code}); the end of its log:\n${tailOf(options.log)}`))
      child.once('exit', gone)
      child.once('message', (message) => {
        child.off('exit', gone)
        resolve(message as A)
      })
    })
  const ready = await hear<Ready>()
  return {
    ready,
    pid: child.pid ?? 0,
    async ask<A>(question: unknown): Promise<A> {
      const answer = hear<A>()
      child.send(question as object)
      return await answer
    },
    async stop() {
      stop(child)
      await ended
    },
  }
}

function stop(child: ChildProcess): void {
  if (child.exitCode === null) child.kill('SIGTERM')
}

const tailOf = (file: string): string =>
  fs.readFileSync(file, 'utf8').trimEnd().split('\n').slice(-20).join('\n')

/** Megabytes that the process holds in memory now; Linux tells. */
export function residentMegabytes(pid: number): number {
  const found = /VmRSS:\s+(\d+) kB/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(found?.[1] ?? Number.NaN) / 1024
}

/** The processes that a process has started and that live; Linux tells. */
export const childrenOf = (pid: number): number[] =>
  fs
    .readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .map(Number)
    .filter((child) => child > 0)

/** For a child: ends when the parent asks, or is gone. */
export function endWithParent(close: () => Promise<void> | void): void {
  let ending = false
  const end = (): void => {
    if (ending) return
    ending = true
    void Promise.resolve(close()).finally(() => process.exit(0))
  }
  process.once('disconnect', end)
  process.once('SIGTERM', end)
  process.once('SIGINT', end)
}

/** For a child: tells the parent. */
export function tell(message: unknown): void {
  process.send?.(message)
}
