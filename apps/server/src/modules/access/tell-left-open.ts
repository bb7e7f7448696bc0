import { limits } from '@stowage/domain/limits'
import { machineNow } from '../../platform/clock.ts'
import { publish, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import type { Platform } from '../../platform/platform.ts'
import { insertRecord, ownersOfLocks, takeLeftOpen, type LeftOpen } from './access-store.ts'
import { boxLeftOpen } from './events.ts'

/** Job: boxes open for 20 minutes (specification 9), or as many as staff want of the site; one record and one mail per opening, also when the site says nothing. */
export async function noticeLeftOpen(platform: Platform): Promise<void> {
  await platform.transact(async (tx) => {
    const at = platform.clock.now()
    await tellLeftOpen(tx, await takeLeftOpen(tx, limits.leftOpenMinutes, at), at)
  })
}

/** One record and one fact for each box of these; a gate that stands open is nobody's. */
export async function tellLeftOpen(tx: Tx, locks: readonly LeftOpen[], at: Temporal.Instant): Promise<void> {
  for (const [stockId, open] of Map.groupBy(locks, (lock) => lock.stockId)) {
    const owners = await ownersOfLocks(
      tx,
      stockId,
      open.map(({ lockId }) => lockId),
    )
    for (const { lockId, openSince } of open) {
      const owner = owners.get(lockId)
      if (!owner?.boxId) continue
      await insertRecord(tx, {
        stockId,
        boxId: owner.boxId,
        equipmentId: null,
        lockId,
        lockName: owner.unitNumber,
        contractId: owner.contractId,
        accountId: null,
        actorRole: null,
        action: 'left_open',
        code: null,
        source: 'sensor',
        commandId: null,
        siteEventId: null,
        at,
        recordedAt: machineNow(),
      })
      publish(
        tx,
        fact(boxLeftOpen, {
          aggregate: `box:${owner.boxId}`,
          stockId,
          at,
          payload: {
            stockId,
            boxId: owner.boxId,
            accountId: owner.accountId,
            since: openSince.toString(),
          },
        }),
      )
    }
  }
}
