import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type * as z from 'zod/mini'

/** One value in a file of its own: whole or not at all, whatever happens while it is written. */
export interface KeptValue<Value> {
  get(): Value | undefined
  /** On the disk when this returns. */
  set(value: Value): void
  /** On the disk within a second; lost with a process that is killed before. */
  setSoon(value: Value): void
  flush(): void
}

/** @param onBroken hears of a file that cannot be read; it is set aside, not thrown away */
export function openKeptValue<Schema extends z.ZodMiniType>(
  file: string,
  schema: Schema,
  onBroken: (file: string) => void,
): KeptValue<z.output<Schema>> {
  let value = load(file, schema, onBroken)
  let later: NodeJS.Timeout | undefined
  const flush = (): void => {
    if (later === undefined) return
    clearTimeout(later)
    later = undefined
    writeWhole(file, value)
  }
  return {
    get: () => value,
    set(given) {
      value = given
      clearTimeout(later)
      later = undefined
      writeWhole(file, value)
    },
    setSoon(given) {
      value = given
      later ??= setTimeout(flush, 1000).unref()
    },
    flush,
  }
}

function load<Schema extends z.ZodMiniType>(
  file: string,
  schema: Schema,
  onBroken: (file: string) => void,
): z.output<Schema> | undefined {
  if (!existsSync(file)) return undefined
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')) as unknown)
  } catch {
    renameSync(file, `${file}.broken`)
    onBroken(file)
    return undefined
  }
}

/** Readable by its owner only. The folder is synced too: without that a power cut may bring the old name back. */
export function writeWhole(file: string, value: unknown): void {
  writeText(file, JSON.stringify(value))
}

export function writeText(file: string, text: string): void {
  const next = `${file}.next`
  writeFileSync(next, text, { mode: 0o600, flush: true })
  renameSync(next, file)
  syncFolder(path.dirname(file))
}

export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const fd = openSync(folder, 'r')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}
