import { sql } from 'kysely'
import type { Database } from '../../../platform/database/connect.ts'

const AT_ONCE = 1000

/**
 * Takes names, accounts and words off movements that paid nothing here, a thousand at once.
 * @param before.ignored put aside before this instant; `others` were booked before this day
 * @returns of how many
 */
export async function blankStrangers(
  db: Database,
  before: { readonly ignored: Temporal.Instant; readonly others: Temporal.PlainDate },
): Promise<number> {
  for (let blanked = 0; ;) {
    const { numAffectedRows } = await sql`
      update bank_entry set payer_name = null, payer_account = null, purpose = '', reference = null, end_to_end_id = null, ignore_reason = null
       where id in (
        select id from bank_entry
         where state <> 'settled' and payout_id is null and (payer_name is not null or payer_account is not null or purpose <> '')
           and (booked_on < ${before.others.toString()}::date or state = 'ignored' and decided_at < ${before.ignored.toString()}::timestamptz)
         order by booked_on limit ${AT_ONCE} for update skip locked)`.execute(db)
    blanked += Number(numAffectedRows ?? 0)
    if (Number(numAffectedRows ?? 0) < AT_ONCE) return blanked
  }
}
