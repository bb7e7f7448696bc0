import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'

/** A priced box of ordinary size, of a stock or of the first that rents: what the sample of the lease speaks of. */
export async function sampleBox(db: Database, stockId: string | null): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select b.id from box b join stock s on s.id = b.stock_id
     where b.deleted_at is null and s.deleted_at is null and s.has_boxes and not s.is_external and b.month_rate is not null and (${stockId}::text is null or s.id = ${stockId})
     order by s.created_at, abs(b.size - 6), b.unit_number limit 1`.execute(db)
  return rows[0]?.id
}
