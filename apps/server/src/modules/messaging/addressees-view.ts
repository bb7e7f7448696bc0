import { sql } from 'kysely'
import type { Tx } from '../../platform/database/transaction.ts'

/** Where a mail to somebody goes, and in which language. */
export interface Addressee {
  readonly id: string
  readonly email: string
  readonly language: string
}

/** Of living accounts, by their ids. */
export async function addresseesOf(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, Addressee>> {
  const { rows } = await sql<Addressee>`
    select id, email, language from account where id = any(${[...new Set(ids)]}) and deleted_at is null`.execute(
    tx,
  )
  return new Map(rows.map((row) => [row.id, row]))
}
