import type { AccessAction } from '@stowage/domain/access-record'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'

export interface HistoryRow {
  readonly id: string
  readonly createdAt: string
  readonly action: AccessAction
  readonly code: number | null
  readonly source: string
  readonly reason: string | null
  readonly isOffline: boolean
  readonly isClockUncertain: boolean
  readonly repeats: number
  readonly differsCode: number | null
  readonly lockName: string | null
  readonly size: number | null
  readonly boxNumber: string | null
  readonly userId: { readonly email: string; readonly role: string } | null
}

/**
 * Who reads a history. What was opened by who holds an internal contract (decisions.md B8) stands in it without a name for all
 * but that staff user and superUsers; everybody finds himself.
 */
export interface Reader {
  readonly id: string
  readonly seesAll: boolean
}

/** Whether the person of record r, account a, is named: by its contract k, and at a gate by what he has at the stock. */
function isNamed({ id, seesAll }: Reader): RawBuilder<SqlBool> {
  if (seesAll) return sql<SqlBool>`true`
  const isShown = sql<SqlBool>`(k.internal_user_id is null or k.internal_user_id = ${id})`
  return sql<SqlBool>`(a.id = ${id} or case when r.contract_id is not null then ${isShown} else
    coalesce((select bool_or(${isShown}) from contract k where k.account_id = a.id and k.stock_id = r.stock_id), true) end)`
}

/** A text as it stands, in a pattern of LIKE. */
const literal = (text: string): string => text.trim().replaceAll(/[\\%_]/g, String.raw`\$&`)

async function read(
  db: Database,
  reader: Reader,
  where: RawBuilder<SqlBool>,
  page: { limit: number; offset: number },
): Promise<HistoryRow[]> {
  const { rows } = await sql<HistoryRow>`
    select r.id, to_char(r.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt", r.action, r.code, r.source, r.reason, r.is_offline as "isOffline", r.is_clock_uncertain as "isClockUncertain", r.repeats, r.differs_code as "differsCode", r.lock_name as "lockName", b.size, b.unit_number as "boxNumber",
           case when a.id is not null and ${isNamed(reader)} then json_build_object('email', a.email, 'role', coalesce(r.actor_role, a.platform_role)) end as "userId"
      from access_record r left join box b on b.id = r.box_id left join account a on a.id = r.account_id left join contract k on k.id = r.contract_id
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
  reader: Reader,
  boxId: string,
  since: Temporal.Instant | null,
  page: { limit: number; offset: number },
): Promise<HistoryPage> {
  const where = sql<SqlBool>`r.box_id = ${boxId} and ${since === null ? sql<SqlBool>`true` : sql<SqlBool>`r.at >= ${since.toString()}::timestamptz`}`
  return { items: await read(db, reader, where, page), total: await count(db, where) }
}

/** What a stock's history is looked through for; absent and empty: all. */
export interface HistoryFilter {
  /** Days of the stock, both included. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  /** The beginning of a box's number. */
  readonly box?: string | undefined
  /** Part of an e-mail. */
  readonly person?: string | undefined
  readonly result?: AccessAction | undefined
}

/** A stock's history. Who is not named to the reader is not found by his e-mail either. */
export async function stockHistory(
  db: Database,
  reader: Reader,
  stock: { readonly id: string; readonly timeZone: string },
  { from, to, box, person, result }: HistoryFilter,
  page: { limit: number; offset: number },
): Promise<HistoryPage> {
  const parts: RawBuilder<SqlBool>[] = [sql`r.stock_id = ${stock.id}`]
  if (from) parts.push(sql`r.at >= (${from}::date)::timestamp at time zone ${stock.timeZone}`)
  if (to) parts.push(sql`r.at < (${to}::date + 1)::timestamp at time zone ${stock.timeZone}`)
  if (result) parts.push(sql`r.action = ${result}`)
  if (box)
    parts.push(
      sql`r.box_id in (select id from box where stock_id = ${stock.id} and unit_number ilike ${`${literal(box)}%`})`,
    )
  if (person)
    parts.push(
      sql`exists (select 1 from account a left join contract k on k.id = r.contract_id where a.id = r.account_id and a.email_key like ${`%${literal(person.toLowerCase())}%`} and ${isNamed(reader)})`,
    )
  const where = sql.join<SqlBool>(parts, sql` and `)
  return { items: await read(db, reader, where, page), total: await count(db, where) }
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
