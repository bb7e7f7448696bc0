import { note } from '../../platform/audit/author.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import type { Platform } from '../../platform/platform.ts'
import { blankPapers, blankPlans } from './erasure-store.ts'

/** Of one person who was erased a moment ago: what never became a paper goes at once, numbered ones wait for their years. */
export async function erasePapers(tx: Tx, now: Temporal.Instant, accountId: string): Promise<void> {
  await blankPlans(tx, accountId)
  while ((await blankPapers(tx, { now, accountId })).length > 0);
}

/** The years are over in which the law wants papers of erased people kept (business time); asked every hour, due at a turn of the year. */
export async function erasePastPapers({ clock, transact }: Platform, stopping?: AbortSignal): Promise<void> {
  for (;;) {
    stopping?.throwIfAborted()
    const count = await transact(async (tx) => {
      const ids = await blankPapers(tx, { now: clock.now(), accountId: null })
      for (const id of ids)
        note(tx, clock, { actorId: null }, { action: 'paper-erased', subjectType: 'document', subjectId: id })
      return ids.length
    })
    if (count === 0) return
  }
}
