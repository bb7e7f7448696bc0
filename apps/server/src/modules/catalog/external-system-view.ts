import type { DatabaseKind } from '@stowage/domain/database-kind'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'

/** Where a stock's external management system keeps its data; the password as it is stored, sealed. */
interface SealedExternalSystem {
  readonly siteId: string | null
  readonly server: string | null
  readonly port: number | null
  readonly name: string | null
  readonly username: string | null
  readonly kind: DatabaseKind | null
  readonly takesCommands: boolean
  readonly sealedPassword: string | null
}

export async function readExternalSystem(
  db: Database,
  stockId: string,
): Promise<SealedExternalSystem | undefined> {
  const { rows } = await sql<SealedExternalSystem>`
    select external_id as "siteId", db_server as server, db_port as port, db_name as name, db_username as username, db_kind as kind, db_takes_commands as "takesCommands", db_password_sealed as "sealedPassword"
      from stock where id = ${stockId} and deleted_at is null`.execute(db)
  return rows[0]
}
