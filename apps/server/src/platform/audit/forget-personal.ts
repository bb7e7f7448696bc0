import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Tx } from '../database/transaction.ts'
import { note } from './author.ts'

/** The act that says why words are gone which a record was sealed with. */
export const FORGOTTEN = 'audit-words-erased'

/**
 * What audit records said about a person; the records themselves stay as they are, and their chain holds. That it was done is a
 * record of its own: words that are gone without it were taken away by somebody else.
 */
export async function forgetPersonal(tx: Tx, clock: Pick<Clock, 'now'>, holderId: string): Promise<void> {
  const { numAffectedRows = 0n } =
    await sql`delete from audit_personal where holder_id = ${holderId}`.execute(tx)
  if (numAffectedRows > 0n)
    note(
      tx,
      clock,
      { actorId: null },
      {
        action: FORGOTTEN,
        subjectType: 'audit',
        subjectId: holderId,
        after: { count: Number(numAffectedRows) },
      },
    )
}
