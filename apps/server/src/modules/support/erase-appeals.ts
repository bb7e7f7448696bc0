import { forgetPersonal } from '../../platform/audit/forget-personal.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { blankAppeals } from './appeal-store.ts'

/**
 * What an erased person asked of us, signed in or as a visitor with the same address: his words, name and ways to reach him go,
 * and what waits is handled with that. That so many asked for a box of that size at that stock stays.
 * @returns how many
 */
export async function eraseAppeals(
  tx: Tx,
  who: { readonly accountId: string | null; readonly email: string | null },
  at: Temporal.Instant,
): Promise<number> {
  // What the audit says of a visitor's request is kept under that request.
  const ids = await blankAppeals(tx, who, at)
  for (const id of ids) await forgetPersonal(tx, { now: () => at }, `appeal:${id}`)
  return ids.length
}
