import type { ChildProcess } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** A drill that is under way: what it says, what it holds, what it has to clear away. */
export interface Drill {
  /** Its own; gone at the end. */
  readonly folder: string
  /** Processes that nobody may leave behind, whatever ends the drill. */
  readonly children: Set<ChildProcess>
  /** Where its chances come from: the same seed asks for the same things. */
  readonly seed: string
  /** Asked for with `--full`: the times of design/reliability.md, not seconds. */
  readonly isFull: boolean
  say(sentence: string): void
  /** Something must hold; where it does not, the drill goes on, says it at its end and ends with 1. */
  check(isRight: boolean, otherwise: string): void
  /** Done at the end, the last first. */
  atEnd(close: () => Promise<unknown>): void
}

/** `--name value` of the command line. */
export function wordAfter(name: string): string | undefined {
  const at = process.argv.indexOf(name)
  return at === -1 ? undefined : process.argv[at + 1]
}

/** Runs a drill and ends the process: with 0 when everything held, else with 1 and what did not. */
export async function runDrill(run: (drill: Drill) => Promise<void>): Promise<never> {
  const name = path.basename(process.argv[1] ?? 'drill', '.ts')
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), `stowage-${name}-`))
  const children = new Set<ChildProcess>()
  const closing: (() => Promise<unknown>)[] = []
  const problems: string[] = []
  // Ended from outside, it leaves nobody behind.
  process.on('exit', () => {
    for (const child of children) child.kill('SIGKILL')
    fs.rmSync(folder, { recursive: true, force: true })
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  // PostgreSQL keeps nobody alive who waits for its end.
  const awake = setInterval(() => undefined, 1000)
  const begun = performance.now()
  const drill: Drill = {
    folder,
    children,
    seed: wordAfter('--seed') ?? new Date().toISOString().slice(0, 10),
    isFull: process.argv.includes('--full'),
    say: (sentence) => console.log(sentence),
    check(isRight, otherwise) {
      if (!isRight) problems.push(otherwise)
    },
    atEnd: (close) => void closing.push(close),
  }
  try {
    await run(drill)
  } catch (error) {
    problems.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
  } finally {
    for (const close of closing.reverse()) await close().catch((error: unknown) => console.error(error))
    clearInterval(awake)
  }
  for (const problem of problems.slice(0, 50)) drill.say(`PROBLEM: ${problem}`)
  drill.say(
    `${problems.length === 0 ? 'all held' : `${problems.length} problems`}; seed ${drill.seed}, ${Math.round((performance.now() - begun) / 1000)} s`,
  )
  process.exit(problems.length === 0 ? 0 : 1)
}
