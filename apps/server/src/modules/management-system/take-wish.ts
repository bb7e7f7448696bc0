import { machineNow } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import type { Catalog } from '../catalog/index.ts'
import type { ExternalWish } from '../contracts/index.ts'
import { insertTask } from './task-store.ts'
import { hasOpenTask } from './task-view.ts'

/** Handler: a wish becomes a task for staff, and waits for the source's table of commands where it has one. The same again is one. */
export async function takeWish(
  tx: Tx,
  catalog: Catalog,
  wish: ExternalWish,
  at: Temporal.Instant,
): Promise<void> {
  if (await hasOpenTask(tx, wish)) return
  const system = await catalog.externalSystem(wish.stockId)
  await insertTask(tx, wish, { at, dueAt: system?.takesCommands === true ? machineNow() : null })
}
