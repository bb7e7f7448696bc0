import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod/mini'
import { CommandAnswer } from '@stowage/lsp/messages'
import { openAppendFile, parseLines, type AppendFile } from '../state/append-file.ts'
import { syncFolder } from '../state/kept-value.ts'

const KEPT_MS = 24 * 3_600_000
const LINES_AT_MOST = 20_000

const Kept = z.object({
  commandId: z.string(),
  lockId: z.string(),
  kind: z.enum(['open', 'run']),
  /** Unix milliseconds of the machine. */
  at: z.number(),
  /** Missing: the pulse was about to be given, and nobody knows. Null: nothing was sent, the command may come again. */
  answer: z.optional(z.nullable(CommandAnswer)),
})
type Kept = z.output<typeof Kept>

const PULSED: ReadonlySet<string> = new Set(['opened', 'sent', 'failed_timeout'])

export type CommandKind = 'open' | 'run'

/** What became of commands, for a day (docs/protocols/lsp.md 3): a command that was carried out once never is again. */
export interface CommandStore {
  get(
    commandId: string,
  ): { readonly lockId: string; readonly kind: CommandKind; readonly answer: CommandAnswer } | undefined
  /** Pulses that were given, or about to be, since then (Unix milliseconds). */
  pulsesSince(
    from: number,
  ): readonly { readonly lockId: string; readonly commandId: string; readonly at: number }[]
  /** Before the pulse: on the disk when this resolves. @throws where the disk takes nothing, and then there is no pulse */
  begin(commandId: string, lockId: string, kind: CommandKind): Promise<void>
  keep(commandId: string, lockId: string, kind: CommandKind, answer: CommandAnswer): void
  /** Nothing was sent: the same command may be tried again. */
  forget(commandId: string): void
  close(): Promise<void>
}

/** @param wall Unix milliseconds */
export function openCommandStore(folder: string, wall: () => number): CommandStore {
  const name = path.join(folder, 'commands.jsonl')
  let kept = new Map<string, Kept>()
  if (existsSync(name))
    for (const line of parseLines(readFileSync(name, 'utf8'))) {
      const read = z.safeParse(Kept, line)
      if (!read.success) continue
      if (read.data.answer === null) kept.delete(read.data.commandId)
      else kept.set(read.data.commandId, read.data)
    }
  let lines = 0
  let file: AppendFile
  let closing: Promise<void> = Promise.resolve()

  /** Writes the file anew without what is older than a day. */
  const compact = (): AppendFile => {
    kept = new Map([...kept].filter(([, { at }]) => Math.abs(wall() - at) < KEPT_MS))
    const text = [...kept.values()].map((record) => `${JSON.stringify(record)}\n`).join('')
    writeFileSync(`${name}.next`, text, { mode: 0o600, flush: true })
    renameSync(`${name}.next`, name)
    syncFolder(folder)
    lines = kept.size
    return openAppendFile(name)
  }
  const write = (record: Kept): void => {
    if (++lines > Math.max(LINES_AT_MOST, kept.size * 2)) {
      const old = file
      closing = closing.then(() => old.close()).catch(() => {})
      file = compact()
    }
    file.append(record)
  }
  file = compact()

  return {
    get(commandId) {
      const record = kept.get(commandId)
      if (record === undefined) return undefined
      const { lockId, kind, at } = record
      // Begun, and this process was killed before it knew more.
      const unknown = {
        commandId,
        result: 'failed_timeout',
        state: 'unknown',
        at: new Date(at).toISOString(),
      } as const
      return { lockId, kind, answer: record.answer ?? unknown }
    },
    pulsesSince: (from) =>
      [...kept.values()].filter(
        ({ at, answer }) =>
          at >= from && (answer === undefined || PULSED.has(answer?.result ?? 'failed_timeout')),
      ),
    async begin(commandId, lockId, kind) {
      const record = { commandId, lockId, kind, at: wall() }
      write(record)
      await file.synced()
      kept.set(commandId, record)
    },
    keep(commandId, lockId, kind, answer) {
      const record = { commandId, lockId, kind, at: wall(), answer }
      kept.set(commandId, record)
      write(record)
    },
    forget(commandId) {
      const record = kept.get(commandId)
      if (record === undefined) return
      kept.delete(commandId)
      write({ ...record, answer: null })
    },
    async close() {
      await closing
      await file.close()
    },
  }
}
