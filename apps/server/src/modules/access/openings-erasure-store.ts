import { sql } from 'kysely'
import type { Tx } from '../../platform/database/transaction.ts'

/**
 * Takes an erased person out of all he opened, and out of what others opened of his: that a door was opened then, and by which
 * role, stays. The contract goes too, since the name stands on its lease for years.
 */
export async function cutOpenings(tx: Tx, accountId: string): Promise<void> {
  await sql`
    update access_record set account_id = null, contract_id = null, entry_id = null
     where account_id = ${accountId}
        or (contract_id in (select id from contract where account_id = ${accountId}) and box_id in (
              select box_id from contract where account_id = ${accountId}
              union select from_box_id from contract_transfer f join contract c on c.id = f.contract_id where c.account_id = ${accountId}))`.execute(
    tx,
  )
  await sql`delete from site_order where account_id = ${accountId}`.execute(tx)
}

/** The same for openings of everybody before this instant, at most so many. @returns how many */
export async function cutOldOpenings(tx: Tx, before: Temporal.Instant, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update access_record set account_id = null, contract_id = null, entry_id = null
     where id in (select id from access_record where account_id is not null and at < ${before.toString()}::timestamptz order by at limit ${most} for update skip locked)`.execute(
    tx,
  )
  return Number(numAffectedRows ?? 0)
}
