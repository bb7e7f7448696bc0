import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'

/** Whether an account, ended or not, still has this address. @param email in small letters */
export async function hasAccount(db: Database, email: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select 1 from account where email_key = ${email} and erased_at is null) as found`.execute(
    db,
  )
  return rows[0]?.found === true
}
