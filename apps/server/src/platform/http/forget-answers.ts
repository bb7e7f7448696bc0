import { sql } from 'kysely'
import { later, type Tx } from '../database/transaction.ts'

/**
 * Of the answers that are kept for a day: those to this caller go, and what others were answered about him (by his id or any other
 * word that is his alone) is emptied. Their keys stay taken, for a request that comes again must not be done again.
 */
export async function forgetAnswersTo(tx: Tx, actorId: string, words: readonly string[]): Promise<void> {
  // With ` key:…` behind it: a program in his name.
  await later(
    tx,
    sql`delete from idempotency where actor = ${actorId} or starts_with(actor, ${`${actorId} key:`})`,
  )
  const said = [actorId, ...words].map((word) => word.toLowerCase())
  await later(
    tx,
    sql`update idempotency set answer = '{}'::jsonb
         where answer is not null and exists (select 1 from unnest(${said}::text[]) word where strpos(lower(answer::text), word) > 0)`,
  )
}
