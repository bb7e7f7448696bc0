import { sql } from 'kysely'
import { later, type Tx } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/failure.ts'

/**
 * Refuses one box too many that an account would hold without having paid: live reservations and pending contracts count. Else
 * one person with bank transfers could keep a whole floor from everybody else, two weeks at a time. Bookings of one account
 * wait for one another from here on, so that many at once count each other; nobody waits for the answer by itself, the
 * next question of the transaction throws it.
 * @throws Failure 9107
 */
export async function limitHeldBoxes(
  tx: Tx,
  of: { accountId: string; most: number; at: Temporal.Instant },
): Promise<void> {
  const turn = sql`select pg_advisory_xact_lock(hashtextextended(${`held boxes ${of.accountId}`}, 0))`
  await later(tx, turn)
  const counted = sql`
    select (select count(*)::int from contract where account_id = ${of.accountId} and status = 'pending')
         + (select count(*)::int from reservation where account_id = ${of.accountId} and status = 'live' and expires_at > ${of.at.toString()}::timestamptz) as held`
  await later(tx, counted, {
    check(rows) {
      const held = (rows[0] as { held: number } | undefined)?.held ?? 0
      if (held >= of.most) fail(9107, { reason: `${held} boxes are held and not paid` })
    },
  })
}
