import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { newId } from '../../platform/ids.ts'
import type { Trace } from './trace.ts'

/** One press: what was agreed to or taken back, and by whom where it was not the person. */
export interface Consenting extends Trace {
  readonly accountId: string
  readonly kind: string
  readonly version: string
  readonly isGiven: boolean
  readonly language: string | null
  readonly byId: string | null
  readonly at: Temporal.Instant
}

/** Only ever added to: what was said yesterday stays said. */
export async function insertConsents(tx: Tx, given: readonly Consenting[]): Promise<void> {
  if (given.length === 0) return
  await tx
    .insertInto('consent')
    .values(
      given.map((one) => ({
        id: newId(),
        account_id: one.accountId,
        kind: one.kind,
        version: one.version,
        is_given: one.isGiven,
        language: one.language,
        address: one.address,
        user_agent: one.userAgent,
        by_id: one.byId,
        at: one.at,
      })),
    )
    .execute()
}

export interface ConsentRow {
  readonly id: string
  readonly kind: string
  readonly version: string
  readonly isGiven: boolean
  readonly language: string | null
  readonly address: string | null
  readonly userAgent: string | null
  readonly byName: string | null
  readonly at: Temporal.Instant
}

/** All that somebody ever agreed to and took back, the newest first. */
export async function consentsOf(db: Database, accountId: string): Promise<ConsentRow[]> {
  const { rows } = await sql<ConsentRow>`
    select c.id, c.kind, c.version, c.is_given as "isGiven", c.language, c.address, c.user_agent as "userAgent", c.at,
           case when b.id is not null then coalesce(nullif(btrim(coalesce(b.first_name, '') || ' ' || coalesce(b.last_name, '')), ''), b.email) end as "byName"
      from consent c left join account b on b.id = c.by_id where c.account_id = ${accountId} order by c.at desc, c.id desc`.execute(
    db,
  )
  return rows
}
