import { sql, type SqlBool } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { visibleTo } from './contract-view.ts'

export interface LeaseRow {
  readonly contractId: string
  readonly accountId: string
  readonly print: unknown
  readonly language: string
  readonly nameTyped: string | null
  readonly signedAt: Temporal.Instant | null
  readonly address: string | null
  readonly textVersion: string | null
  readonly textHash: string | null
  readonly signedLanguage: string | null
  /** The stock's day of the booking. */
  readonly concludedOn: string
  readonly number: string
  /** Where a late first payment has moved the term that was signed. */
  readonly moved: { readonly from: string; readonly until: string | null } | null
}

/** The lease of a contract as it was signed; booked by staff it has no signature, and what a source keeps was never signed here. */
export async function leaseFor(
  db: Database,
  contractId: string,
  actor: Actor | null,
): Promise<LeaseRow | undefined> {
  const visible = actor === null ? sql<SqlBool>`true` : visibleTo(actor)
  const { rows } = await sql<LeaseRow>`
    select case when c.planned_start_day is not null then json_build_object('from', c.start_day, 'until', (select (d.terms->>'startDay')::date + make_interval(months => c.duration_months) from billing_plan d where d.contract_id = c.id)::date) end as moved, c.id as "contractId", c.account_id as "accountId", c.number, c.lease as print, coalesce(g.language, a.language) as language, g.name_typed as "nameTyped", g.signed_at as "signedAt", g.address, g.text_version as "textVersion", g.text_hash as "textHash",
           g.language as "signedLanguage", (c.booked_at at time zone s.time_zone)::date::text as "concludedOn"
      from contract c join account a on a.id = c.account_id join stock s on s.id = c.stock_id left join contract_signature g on g.contract_id = c.id where c.id = ${contractId} and c.external_id is null and ${visible}`.execute(
    db,
  )
  return rows[0]
}
