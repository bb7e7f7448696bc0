import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'

/** People whose PIN, still in force, was handed to a site that was cut off since. */
export async function countExposedPins(db: Database, stockId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from access_list_pin p
      join account a on a.id = p.account_id and a.deleted_at is null and split_part(a.pin_hash, '$', 2) = p.pin_salt
     where p.stock_id = ${stockId} and p.cut_off_at is not null`.execute(db)
  return rows[0]?.count ?? 0
}
