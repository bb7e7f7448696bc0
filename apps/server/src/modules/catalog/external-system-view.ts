import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'

/** Where a stock's external management system keeps its data; the password as it is stored, sealed. */
interface SealedExternalSystem {
  readonly siteId: string | null
  readonly server: string | null
  readonly port: number | null
  readonly name: string | null
  readonly username: string | null
  readonly sealedPassword: string | null
}

export async function readExternalSystem(
  db: Database,
  stockId: string,
): Promise<SealedExternalSystem | undefined> {
  const { rows } = await sql<SealedExternalSystem>`
    select external_id as "siteId", db_server as server, db_port as port, db_name as name, db_username as username, db_password_sealed as "sealedPassword"
      from stock where id = ${stockId} and deleted_at is null`.execute(db)
  return rows[0]
}
