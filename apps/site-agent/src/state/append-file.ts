import { closeSync, fdatasync, fstatSync, openSync, readSync, writeSync } from 'node:fs'

/** A file that only grows, line by line. */
export interface AppendFile {
  /** When this returns the line survives the death of the process. @throws where the disk takes nothing more */
  append(line: unknown): void
  /** When this resolves everything appended before survives a power cut. Who comes while the disk is at it goes with the next. */
  synced(): Promise<void>
  close(): Promise<void>
}

/** Opens or makes the file, readable by its owner only. */
export function openAppendFile(file: string): AppendFile {
  const fd = openSync(file, 'a+', 0o600)
  // A process that was killed while it wrote leaves half a line: what comes next must not hang on to it.
  let isTorn = !endsInALine(fd)
  let isDirty = false
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined

  const sync = async (): Promise<void> => {
    isDirty = false
    try {
      await new Promise<void>((resolve, reject) =>
        fdatasync(fd, (error) => (error ? reject(error) : resolve())),
      )
    } catch (error) {
      isDirty = true
      throw error
    }
  }
  const start = (): Promise<void> => {
    const mine = sync().finally(() => {
      if (running === mine) running = undefined
    })
    running = mine
    return mine
  }

  return {
    append(line) {
      const text = `${isTorn ? '\n' : ''}${JSON.stringify(line)}\n`
      isTorn = true
      isDirty = true
      const bytes = Buffer.from(text)
      if (writeSync(fd, bytes) < bytes.length) throw new Error('the disk took a part of a line only')
      isTorn = false
    },
    synced() {
      if (running === undefined) return isDirty ? start() : Promise.resolve()
      if (!isDirty) return running
      next ??= running
        .catch(() => {})
        .then(() => {
          next = undefined
          return start()
        })
      return next
    },
    async close() {
      await running?.catch(() => {})
      await next?.catch(() => {})
      try {
        if (isDirty) await sync()
      } finally {
        closeSync(fd)
      }
    },
  }
}

function endsInALine(fd: number): boolean {
  const { size } = fstatSync(fd)
  if (size === 0) return true
  const last = Buffer.alloc(1)
  readSync(fd, last, 0, 1, size - 1)
  return last[0] === 10
}

/** The lines of such a file. Half a line, of a process that was killed while writing, was told to nobody and is passed over. */
export function parseLines(text: string): unknown[] {
  const lines: unknown[] = []
  for (const line of text.split('\n')) {
    if (line === '') continue
    try {
      lines.push(JSON.parse(line) as unknown)
    } catch {
      continue
    }
  }
  return lines
}
