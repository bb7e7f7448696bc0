import { machineNow } from '../../platform/clock.ts'
import { SourceFailure } from './source.ts'
import type { SyncDeps } from './sync-stock.ts'
import { noteCommand, takeCommand } from './task-store.ts'

/** How long one process may be about a command, and how long the next try waits at most. */
const turnMinutes = 5
const longestWaitMinutes = 60

/**
 * Job: what somebody wants goes into the source's table of commands. Its id is the task's: a row that was written while this process
 * died is found there, and the second one refused by the source's own key.
 */
export async function sendCommands({ platform, catalog, reach }: SyncDeps): Promise<void> {
  const { db, log } = platform
  for (;;) {
    const now = machineNow()
    const command = await takeCommand(db, { now, until: now.add({ minutes: turnMinutes }) })
    if (command === undefined) return
    const { stockId, tries, ...row } = command
    try {
      const system = await catalog.externalSystem(stockId)
      if (system === undefined) throw new SourceFailure('noSource', 'the stock is not there any more')
      const reached = await reach(system)
      await reached.source.command(reached.system, row)
      await noteCommand(db, row.commandId, { state: 'sent' })
    } catch (error) {
      if (isThereAlready(error)) {
        await noteCommand(db, row.commandId, { state: 'sent' })
        continue
      }
      log.warn({ err: error, stockId, taskId: row.commandId }, 'a command did not reach the external system')
      const minutes = Math.min(longestWaitMinutes, 2 ** Math.min(tries, 6))
      await noteCommand(db, row.commandId, { state: 'waiting', dueAt: machineNow().add({ minutes }) })
    }
  }
}

/** Written at an earlier try whose answer nobody heard: each kind of database has its own word for a second row of one key. */
function isThereAlready(error: unknown): boolean {
  const cause = error instanceof SourceFailure ? error.cause : error
  const { code, number } = (cause ?? {}) as { readonly code?: string; readonly number?: number }
  return code === '23505' || code === 'ER_DUP_ENTRY' || number === 2627
}
