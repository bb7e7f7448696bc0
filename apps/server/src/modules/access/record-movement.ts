import { publish, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import type { Platform } from '../../platform/platform.ts'
import { insertMovement, ownersOfLocks, type AccessRecord, type LockState } from './access-store.ts'
import { lockChanged } from './events.ts'

/**
 * A lock has moved: its state, one record in the history and the fact for the browsers are one transaction. The site's own
 * event about the same command comes later and changes nothing more.
 * @param alongside is written in the same transaction
 */
export async function recordMovement(
  platform: Platform,
  record: AccessRecord & { readonly lockId: string },
  movement: { state: LockState; unitNumber: string | null },
  alongside: (tx: Tx) => Promise<void> = async () => undefined,
): Promise<void> {
  await platform.transact(async (tx) => {
    await alongside(tx)
    if (await insertMovement(tx, record, movement.state))
      await announce(tx, record, movement.state, movement.unitNumber)
  })
}

/** Tells the browsers that may see the box: staff by stock, and the tenant who holds it (who need not be who opened it). */
export async function announce(
  tx: Tx,
  lock: {
    stockId: string
    lockId: string
    boxId: string | null
    accountId: string | null
    contractId: string | null
    at: Temporal.Instant
  },
  state: LockState,
  unitNumber: string | null,
  knownTenant?: string | null,
): Promise<void> {
  let tenant = knownTenant === undefined && lock.contractId !== null ? lock.accountId : (knownTenant ?? null)
  // Known to be nobody's is known: a site that goes away tells of hundreds of empty boxes.
  if (knownTenant === undefined && tenant === null && lock.boxId !== null)
    tenant = (await ownersOfLocks(tx, lock.stockId, [lock.lockId])).get(lock.lockId)?.accountId ?? null
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
        unitNumber,
        accountId: tenant,
        state,
        at: lock.at.toString(),
      },
    }),
  )
}
