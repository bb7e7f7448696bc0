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

/**
 * Refuses one wish too many for boxes of an external stock: nothing is held by it, but staff read each. Those count that are not done.
 * @throws Failure 9107
 */
export async function limitWishes(
  tx: Tx,
  of: { accountId: string; stockId: string; most: number },
): Promise<void> {
  const counted = sql`
    select count(*)::int as open from external_task where stock_id = ${of.stockId} and account_id = ${of.accountId} and kind = 'book' and done_at is null`
  await later(tx, counted, {
    check(rows) {
      const open = (rows[0] as { open: number } | undefined)?.open ?? 0
      if (open >= of.most) fail(9107, { reason: `${open} boxes are asked for already` })
    },
  })
}
