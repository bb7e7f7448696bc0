import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'

/** Who has a box at a stock that he may open: its tenants, and staff by a contract of the house. */
export async function peopleWithBoxes(db: Database, stockId: string): Promise<string[]> {
  const { rows } = await sql<{ accountId: string }>`
    select distinct person as "accountId" from contract c, lateral (values (c.account_id), (c.internal_user_id)) as who(person)
     where c.stock_id = ${stockId} and c.status in ('active', 'ended') and person is not null`.execute(db)
  return rows.map((row) => row.accountId)
}
