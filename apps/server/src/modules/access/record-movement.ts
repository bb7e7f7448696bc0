import { publish, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import type { Platform } from '../../platform/platform.ts'
import { insertMovement, ownersOfLocks, type AccessRecord, type LockState } from './access-store.ts'
import { lockChanged } from './events.ts'

/**
 * A lock has moved: its state, one record in the history and the fact for the browsers are one transaction. The site's own
 * event about the same command comes later and changes nothing more.
 * @param movement.tenantId of the box; null: nobody's, left out: looked up
 * @param alongside is written in the same transaction
 */
export async function recordMovement(
  platform: Platform,
  record: AccessRecord & { readonly lockId: string },
  movement: { state: LockState; unitNumber: string | null; tenantId?: string | null | undefined },
  alongside: (tx: Tx) => Promise<void> = async () => undefined,
): Promise<void> {
  await platform.transact(async (tx) => {
    await alongside(tx)
    if (!(await insertMovement(tx, record, movement.state))) return
    const { stockId, lockId } = record
    const tenantId =
      movement.tenantId !== undefined || record.boxId === null
        ? (movement.tenantId ?? null)
        : ((await ownersOfLocks(tx, stockId, [lockId])).get(lockId)?.accountId ?? null)
    announce(tx, record, movement.state, { unitNumber: movement.unitNumber, tenantId })
  })
}

/** Tells the browsers that may see the box: staff by stock, and the tenant who holds it (who need not be who opened it). */
export function announce(
  tx: Tx,
  lock: { stockId: string; lockId: string; boxId: string | null; at: Temporal.Instant },
  state: LockState,
  box: { unitNumber: string | null; tenantId: string | null },
): void {
  publish(
    tx,
    fact(lockChanged, {
      aggregate: `lock:${lock.stockId}:${lock.lockId}`,
      stockId: lock.stockId,
      at: lock.at,
      payload: {
        stockId: lock.stockId,
        lockId: lock.lockId,
        boxId: lock.boxId,
        unitNumber: box.unitNumber,
        accountId: box.tenantId,
        state,
        at: lock.at.toString(),
      },
    }),
  )
}
