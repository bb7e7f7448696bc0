import os from 'node:os'
import { machineNow } from '../clock.ts'
import type { Database } from '../database/connect.ts'
import { newId } from '../ids.ts'
import type { Log } from '../log.ts'
import { forgetProcesses, lookAtOthers, putProcess, removeProcess } from './process-store.ts'

const BEAT_MS = 10_000

/** This process among those that run on the same database. */
export interface Processes {
  readonly id: string
  readonly startedAt: Temporal.Instant
  /** How many others were alive at the last beat. */
  others(): number
  /** Whether somebody called any of them then. */
  areOthersCalled(): boolean
  /** Its row is there, and the others are counted. @throws what the database says */
  begin(): Promise<void>
  /** It listens. */
  listens(port: number): Promise<void>
  /** Renews the row, with what is said of this process now. */
  beat(): Promise<void>
  start(): void
  /** The row goes: a process that stopped is no process that died. */
  close(): Promise<void>
}

export function createProcesses(options: {
  readonly db: Database
  readonly log: Log
  readonly version: string
  describe(): object
}): Processes {
  const { db, log } = options
  const id = newId()
  const startedAt = machineNow()
  let port = 0
  let others = { count: 0, areCalled: false }
  let timer: NodeJS.Timeout | undefined
  let beating: Promise<void> | undefined

  async function beatOnce(): Promise<void> {
    const now = machineNow()
    await putProcess(db, {
      id,
      host: os.hostname(),
      pid: process.pid,
      port,
      version: options.version,
      started_at: startedAt,
      seen_at: now,
      facts: options.describe(),
    })
    others = await lookAtOthers(db, id, now)
  }
  const beat = (): Promise<void> =>
    (beating ??= beatOnce().finally(() => {
      beating = undefined
    }))

  return {
    id,
    startedAt,
    others: () => others.count,
    areOthersCalled: () => others.areCalled,
    async begin() {
      await forgetProcesses(db, machineNow())
      await beat()
    },
    async listens(given) {
      port = given
      await beat()
    },
    beat,
    start() {
      timer = setInterval(
        () =>
          void beat().catch((err: unknown) => log.warn({ err }, 'this process could not say that it runs')),
        BEAT_MS,
      )
      timer.unref()
    },
    async close() {
      clearInterval(timer)
      await beating?.catch(() => undefined)
      await removeProcess(db, id).catch(() => undefined)
    },
  }
}
