import { limits } from '@stowage/domain/limits'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import type { Platform } from '../../platform/platform.ts'
import type { ReportPeriod, ReportScope } from './report-scope.ts'

/** Pieces of the statements of reports. */

export async function areReportsOn(db: Database): Promise<boolean> {
  const row = await db.selectFrom('company').select('reports_enabled').limit(1).executeTakeFirst()
  return row?.reports_enabled ?? true
}

/**
 * Reads a report: all its statements see one state of the database, and put their rows together in memory. A report joins some
 * hundred thousand of them, for which the room that a page of a list needs would be written to disk again and again. Where there is a
 * copy of the database it reads there, and says up to when that had followed.
 */
export async function reading<T extends object>(
  { reportsDb }: Pick<Platform, 'reportsDb'>,
  read: (db: Database) => Promise<T>,
): Promise<T & { readonly asOf: string | null }> {
  const { found, asOf } = await reportsDb.read(
    async (db) =>
      await db
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute(async (tx) => {
          // Compiling such a statement takes longer than running it.
          await sql`select set_config('work_mem', '48MB', true), set_config('jit', 'off', true)`.execute(tx)
          return await read(tx)
        }),
  )
  return { ...found, asOf: asOf?.toString() ?? null }
}

/** The latest today of any stock; undefined before there is one. */
export async function lastToday(
  db: Database,
  now: Temporal.Instant,
): Promise<Temporal.PlainDate | undefined> {
  const { rows } = await sql<{ day: Temporal.PlainDate | null }>`
    select max((${now.toString()}::timestamptz at time zone z.time_zone)::date) as day from (select distinct time_zone from stock where deleted_at is null) z`.execute(
    db,
  )
  return rows[0]?.day ?? undefined
}

/** The stocks of a scope, each with its own today: `st`. */
export const stocksOf = ({ stockIds, now }: ReportScope) => sql`
  st as materialized (select id, name, time_zone, currency, is_external, (${now.toString()}::timestamptz at time zone time_zone)::date as today from stock where ${among(sql`id`, stockIds)})`

/** Whether a column names a stock of the scope. */
export const among = (column: RawBuilder<unknown>, stockIds: readonly string[] | null): RawBuilder<SqlBool> =>
  stockIds === null ? sql<SqlBool>`true` : sql<SqlBool>`${column} = any(${[...stockIds]}::text[])`

export const inCurrency = (column: RawBuilder<unknown>, { currency }: ReportScope): RawBuilder<SqlBool> =>
  currency === null ? sql<SqlBool>`true` : sql<SqlBool>`${column} = ${currency}`

export const NAMED_STOCK = sql`json_build_object('id', st.id, 'name', st.name) as stock`
export const BY_NAME = sql`st.name collate "und-x-icu", st.id`

/** The day of a moment at the stock `st`. */
export const dayAt = (moment: RawBuilder<unknown>) => sql`(${moment} at time zone st.time_zone)::date`

/** The first day of the step in which a day lies, never before the first one of the period. */
export const stepAt = (day: RawBuilder<unknown>, { grain, from }: ReportPeriod) =>
  sql`date_trunc(${sql.lit(grain)}, greatest(${day}, ${from.toString()}::date)::timestamp)::date`

export const within = (day: RawBuilder<unknown>, { from, to }: ReportPeriod): RawBuilder<SqlBool> =>
  sql<SqlBool>`${day} between ${from.toString()}::date and ${to.toString()}::date`

const { s, m, l } = limits.sizeGroupUpTo
/** Of a box `b`. */
export const SIZE_GROUP = sql`case when b.size <= ${sql.lit(s)} then 's' when b.size <= ${sql.lit(m)} then 'm' when b.size <= ${sql.lit(l)} then 'l' else 'xl' end`
/** Whether a box `b` is measured in cubic metres: its number has KB in it, in whatever case (specification 3; four plain looks are faster than `ilike`). */
export const IS_CUBIC = sql<SqlBool>`(b.unit_number like '%KB%' or b.unit_number like '%kb%' or b.unit_number like '%Kb%' or b.unit_number like '%kB%')`
/** Square metres of a box `b`. */
export const AREA = sql`case when ${IS_CUBIC} then 0 else b.size end`

/** The order of sizes, of a column. */
export const bySize = (column: RawBuilder<unknown>) =>
  sql`array_position(array['s', 'm', 'l', 'xl'], ${column})`

/**
 * The net month rent of a contract `c` today at `st`: what it was concluded for, or moved to, until a served notice has set another.
 * With `NOTICES` in the statement's `with`.
 */
export const RENT = sql`coalesce(notice.rate, c.month_rate)`
/** Notices that hold now: per contract the last one, behind its last move. */
export const NOTICES = sql`
  notice as materialized (
    select distinct on (r.contract_id) r.contract_id, r.rate from rent_rise r join st on st.id = r.stock_id
     where r.served_at is not null and r.withdrawn_at is null and r.dropped_reason is null and r.effective_on <= st.today
       and not exists (select 1 from contract_transfer t where t.contract_id = r.contract_id and t.first_day > r.effective_on)
     order by r.contract_id, r.effective_on desc, r.announced_at desc)`
