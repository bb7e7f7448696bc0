import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'

export interface HistoryRow {
  readonly id: string
  readonly createdAt: string
  readonly action: string
  readonly code: number | null
  readonly source: string
  readonly lockName: string | null
  readonly size: number | null
  readonly boxNumber: string | null
  readonly userId: { readonly email: string; readonly role: string } | null
}

async function read(
  db: Database,
  where: RawBuilder<SqlBool>,
  page: { limit: number; offset: number },
): Promise<HistoryRow[]> {
  const { rows } = await sql<HistoryRow>`
    select r.id, to_char(r.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt", r.action, r.code, r.source, r.lock_name as "lockName", b.size, b.unit_number as "boxNumber",
           case when a.id is null then null else json_build_object('email', a.email, 'role', coalesce(r.actor_role, a.platform_role)) end as "userId"
      from access_record r left join box b on b.id = r.box_id left join account a on a.id = r.account_id
     where ${where} order by r.at desc, r.id desc limit ${page.limit} offset ${page.offset}`.execute(db)
  return rows
}

async function count(db: Database, where: RawBuilder<SqlBool>): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int as count from access_record r where ${where}`.execute(db)
  return rows[0]?.count ?? 0
}

export interface HistoryPage {
  readonly items: HistoryRow[]
  readonly total: number
}

/** A box's history; for its tenant only from his own contract on. */
export async function boxHistory(
  db: Database,
  boxId: string,
  since: Temporal.Instant | null,
  page: { limit: number; offset: number },
): Promise<HistoryPage> {
  const where = sql<SqlBool>`r.box_id = ${boxId} and ${since === null ? sql<SqlBool>`true` : sql<SqlBool>`r.at >= ${since.toString()}::timestamptz`}`
  return { items: await read(db, where, page), total: await count(db, where) }
}

/** A stock's history between two of its days. */
export async function stockHistory(
  db: Database,
  stockId: string,
  range: { from: string | null; to: string | null; timeZone: string },
  page: { limit: number; offset: number },
): Promise<HistoryPage> {
  const from =
    range.from === null
      ? sql<SqlBool>`true`
      : sql<SqlBool>`r.at >= (${range.from}::date)::timestamp at time zone ${range.timeZone}`
  const to =
    range.to === null
      ? sql<SqlBool>`true`
      : sql<SqlBool>`r.at < (${range.to}::date + 1)::timestamp at time zone ${range.timeZone}`
  const where = sql<SqlBool>`r.stock_id = ${stockId} and ${from} and ${to}`
  return { items: await read(db, where, page), total: await count(db, where) }
}

/** When a tenant's present contract on a box was booked; null when he has none. */
export async function tenancyBegan(
  db: Database,
  boxId: string,
  accountId: string,
): Promise<Temporal.Instant | null> {
  const { rows } = await sql<{
    bookedAt: Temporal.Instant
  }>`select booked_at as "bookedAt" from contract where box_id = ${boxId} and account_id = ${accountId} and status in ('pending', 'active', 'ended') order by booked_at desc limit 1`.execute(
    db,
  )
  return rows[0]?.bookedAt ?? null
}
