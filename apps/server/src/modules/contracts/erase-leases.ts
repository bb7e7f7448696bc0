import { note } from '../../platform/audit/author.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import type { Platform } from '../../platform/platform.ts'
import { blankAnswers, blankLeases } from './erasure-store.ts'

/** Of one person who was erased a moment ago: what was never more than a wish goes at once. */
export async function eraseLeases(tx: Tx, now: Temporal.Instant, accountId: string): Promise<void> {
  await blankAnswers(tx, accountId)
  while ((await blankLeases(tx, { now, accountId })).length > 0);
}

/**
 * The years are over in which the law wants leases of erased people kept (business time). What falls due falls due at a turn of
 * the year; asked every hour, since a server that is down on New Year's Day must not skip a year.
 */
export async function erasePastLeases({ clock, transact }: Platform, stopping?: AbortSignal): Promise<void> {
  for (;;) {
    stopping?.throwIfAborted()
    const count = await transact(async (tx) => {
      const now = clock.now()
      const ids = await blankLeases(tx, { now, accountId: null })
      for (const id of ids)
        note(tx, clock, { actorId: null }, { action: 'lease-erased', subjectType: 'contract', subjectId: id })
      return ids.length
    })
    if (count === 0) return
  }
}
