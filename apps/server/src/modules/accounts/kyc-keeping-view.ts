import { sql, type RawBuilder } from 'kysely'
import { usualKeeping, type DocumentKind } from '@stowage/domain/kyc'
import type { Database } from '../../platform/database/connect.ts'
import { isNotPutOff } from '../../platform/rows-of-job.ts'

/** Why the file of a document goes. */
export type ShredCause = 'verified' | 'rejected' | 'left' | 'ended'

export interface KeptDocument {
  readonly id: string
  readonly kind: DocumentKind
  /** Until when its file is kept as things stand; null: as long as the tenant rents. */
  readonly until: Temporal.Instant | null
  readonly cause: ShredCause | null
}

const day = (days: RawBuilder<unknown>): RawBuilder<unknown> => sql`${days} * interval '24 hours'`

/**
 * The clock of each document whose file is there. Where somebody rents at several stocks, the one that keeps longest counts;
 * who rents nowhere (yet) has the usual clock from the upload. Accounts is the lowest module and may look at contracts.
 */
const clocks = (which: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select k.id, k.account_id as "accountId", k.kind, least(d.ended, d.rejected, d.verified, d.left_at) as until,
         case least(d.ended, d.rejected, d.verified, d.left_at) when d.ended then 'ended' when d.rejected then 'rejected' when d.verified then 'verified' when d.left_at then 'left' end as cause
    from kyc_document k join account a on a.id = k.account_id
    cross join lateral (
      select coalesce(bool_or(r.running), false) as running, max(r.over_at) as over_at, array_agg(distinct r.stock_id) as stocks from (
        select c.stock_id, c.status in ('pending', 'active', 'ended') as running, c.closed_at as over_at from contract c where c.account_id = a.id
        union all
        select b.stock_id, b.status = 'live', b.ended_at from reservation b where b.account_id = a.id) r) r
    cross join lateral (
      select case when bool_or(s.kyc_days_verified is null) then null when count(*) = 0 then ${usualKeeping.verified}::int else max(s.kyc_days_verified) end as verified,
             coalesce(max(s.kyc_days_rejected), ${usualKeeping.rejected}::int) as rejected, coalesce(max(s.kyc_days_left), ${usualKeeping.left}::int) as "left"
        from stock s where s.id = any (r.stocks)) s
    cross join lateral (
      select a.deleted_at as ended, k.rejected_at + ${day(sql`s.rejected`)} as rejected,
             case when k.rejected_at is null then k.accepted_at + ${day(sql`s.verified`)} end as verified,
             case when not r.running then greatest(r.over_at, k.uploaded_at) + ${day(sql`s."left"`)} end as left_at) d
   where k.shredded_at is null and ${which}`

/** Accounts with files that are kept no longer. */
export async function accountsToShred(
  db: Database,
  now: Temporal.Instant,
  { most, at }: { readonly most: number; readonly at: Temporal.Instant },
): Promise<readonly string[]> {
  const { rows } = await sql<{ accountId: string }>`
    select distinct "accountId" from (${clocks(sql`true`)}) c where until <= ${now}
       and ${isNotPutOff('shred-documents', sql`c."accountId"`, at)} order by "accountId" limit ${most}`.execute(
    db,
  )
  return rows.map((row) => row.accountId)
}

/** Until when the files of an account are kept. */
export async function readKeeping(db: Database, accountId: string): Promise<readonly KeptDocument[]> {
  const { rows } =
    await sql<KeptDocument>`${clocks(sql`k.account_id = ${accountId}`)} order by k.kind`.execute(db)
  return rows.map(({ id, kind, until, cause }) => ({ id, kind, until, cause }))
}
