import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Keeps the state of one simulator over a `kill -9`: a JSON file that is always whole. */
export interface StateFile<T> {
  load(): T | undefined
  /** Written when the call returns: for what was promised to somebody outside. */
  save(state: T): void
  /** Written within `delayMs`, many changes in one go: for what is frequent and may lose its last moment. */
  saveSoon(read: () => T, delayMs?: number): void
  /** Writes what `saveSoon` still holds back. */
  flush(): void
}

/** A file at `location`; without a location everything stays in memory. */
export function openStateFile<T>(location: string | undefined): StateFile<T> {
  if (location === undefined)
    return { load: () => undefined, save: () => {}, saveSoon: () => {}, flush: () => {} }
  let waiting: { timer: NodeJS.Timeout; read: () => T } | undefined

  const save = (state: T): void => {
    mkdirSync(path.dirname(location), { recursive: true })
    // A rename is whole or not at all; a plain write cut by a kill would leave half a file.
    writeFileSync(`${location}.new`, JSON.stringify(state), { mode: 0o600 })
    renameSync(`${location}.new`, location)
  }
  const flush = (): void => {
    if (!waiting) return
    clearTimeout(waiting.timer)
    const { read } = waiting
    waiting = undefined
    save(read())
  }
  return {
    // Whoever names the file knows what stands in it.
    load: () => readState(location) as T | undefined,
    save,
    saveSoon: (read, delayMs = 100) => {
      if (waiting) waiting.read = read
      else waiting = { timer: setTimeout(flush, delayMs).unref(), read }
    },
    flush,
  }
}

function readState(location: string): unknown {
  let text: string
  try {
    text = readFileSync(location, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  try {
    return JSON.parse(text) as unknown
  } catch {
    // Not ours or damaged: put aside, so that the demo starts and nothing is lost silently.
    renameSync(location, `${location}.unreadable`)
    return undefined
  }
}
