import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import type { Tx } from '../../platform/database/transaction.ts'

/** A site's list in the hands of one process, until it has been told or has failed. */
export interface ClaimedList {
  readonly stockId: string
  readonly version: number
  /** As it stood when it was taken: a later wish is another one. */
  readonly wantedAt: Temporal.Instant | null
}

/** Marks the lists of these stocks as out of date; only where a site is paired. In the order of their ids, as every other who does. */
export async function wantLists(tx: Tx, stockIds: readonly string[], at: Temporal.Instant): Promise<void> {
  if (stockIds.length === 0) return
  await sql`
    insert into access_list (stock_id, wanted_at)
    select s.stock_id, ${at.toString()}::timestamptz from site s where s.stock_id = any(${stockIds}) order by s.stock_id
    on conflict (stock_id) do update set wanted_at = excluded.wanted_at, claimed_until = null`.execute(tx)
}

/** The stocks at which an account has something. */
export async function stocksOfAccount(tx: Tx, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ stock_id: string }>`
    select distinct stock_id from contract where (account_id = ${accountId} or internal_user_id = ${accountId}) and status in ('pending', 'active', 'ended', 'cancelled')
    union
    select s.stock_id from site s, account a where a.id = ${accountId} and a.platform_role <> 'client' and (a.stock_id is null or a.stock_id = s.stock_id)
    order by 1`.execute(tx)
  return rows.map((row) => row.stock_id)
}

/** Stocks whose doors something of ours opens. */
export async function pairedStocks(tx: Tx): Promise<string[]> {
  const rows = await tx.selectFrom('site').select('stock_id').orderBy('stock_id').execute()
  return rows.map((row) => row.stock_id)
}

/**
 * Takes lists that are due: wanted, or issued too long ago, or never. Nobody else takes them before `until`.
 * @param issuedBefore lists older than this are issued anew though nothing has changed
 */
export async function claimLists(
  db: Database,
  {
    now,
    until,
    issuedBefore,
    limit,
  }: { now: Temporal.Instant; until: Temporal.Instant; issuedBefore: Temporal.Instant; limit: number },
): Promise<ClaimedList[]> {
  await sql`insert into access_list (stock_id) select s.stock_id from site s where not exists (select 1 from access_list l where l.stock_id = s.stock_id) on conflict do nothing`.execute(
    db,
  )
  const { rows } = await sql<ClaimedList>`
    with due as (
      select stock_id from access_list
       where (wanted_at is not null or issued_at is null or issued_at < ${issuedBefore.toString()}::timestamptz)
         and (claimed_until is null or claimed_until <= ${now.toString()}::timestamptz)
       order by wanted_at nulls last, issued_at limit ${limit} for update skip locked
    )
    update access_list l set claimed_until = ${until.toString()}::timestamptz, version = l.version + 1 from due where l.stock_id = due.stock_id
    returning l.stock_id as "stockId", l.version, l.wanted_at as "wantedAt"`.execute(db)
  return rows
}

/** The site has it. What became wanted meanwhile stays wanted. */
export async function listApplied(db: Database, list: ClaimedList, at: Temporal.Instant): Promise<void> {
  await sql`
    update access_list set applied_version = greatest(applied_version, ${list.version}), applied_at = ${at.toString()}::timestamptz, issued_at = ${at.toString()}::timestamptz, claimed_until = null, fault = null,
           wanted_at = case when wanted_at is not distinct from ${list.wantedAt?.toString() ?? null}::timestamptz then null else wanted_at end
     where stock_id = ${list.stockId}`.execute(db)
}

/** It did not get there; tried again from `nextAt` on, with a version above `present`, which the site has. */
export async function listFailed(
  db: Database,
  list: ClaimedList,
  { nextAt, fault, present = 0 }: { nextAt: Temporal.Instant; fault: string; present?: number },
): Promise<void> {
  await sql`
    update access_list set fault = ${fault.slice(0, 200)}, version = greatest(version, ${present}),
           claimed_until = case when wanted_at is not distinct from ${list.wantedAt?.toString() ?? null}::timestamptz then ${nextAt.toString()}::timestamptz end
     where stock_id = ${list.stockId}`.execute(db)
}
