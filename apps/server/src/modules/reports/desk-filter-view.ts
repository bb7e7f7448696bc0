import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { holdsShort, isShort } from '../../platform/database/short-text.ts'
import { pageWindow } from '../../platform/database/page-window.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { isSuperUser } from '../../platform/http/actor.ts'
import { atPage, type Finding, type KeptFindings } from '../../platform/kept-findings.ts'

/** What every list of the desk is asked with; each has orders of its own. */
export interface DeskWish {
  /** From 1; undefined: a plain list. */
  readonly page?: number | undefined
  readonly pageSize: number
  readonly search?: string | undefined
  readonly stockId?: string | undefined
  readonly sort?: string | undefined
}

/** Of a plain list no more than this. */
export const PLAIN = 1000

/** Pieces of statements over a contract `c` with its stock `s` and account `a`. */
type Where = RawBuilder<SqlBool>

/**
 * What this reader may see: a superUser everything; staff the contracts of their stock, or of all where they are tied to none,
 * without those that are internal for somebody else (specification 2.1, decision 8).
 */
function seenBy(actor: Actor): Where {
  if (isSuperUser(actor)) return sql<SqlBool>`true`
  const stock = actor.stockId === null ? sql`` : sql` and c.stock_id = ${actor.stockId}`
  return sql<SqlBool>`(c.internal_user_id is null or c.internal_user_id = ${actor.id})${stock}`
}

/**
 * Contracts by a part of the client's name or the contract's number, or by the beginning of the box number; each part uses an
 * index of its own. E-mail addresses are looked into for a superUser only: others do not see them, and shall not guess them.
 */
function found(search: string | undefined, actor: Actor): Where {
  const text = search?.trim() ?? ''
  if (text === '') return sql<SqlBool>`true`
  const escaped = text.replace(/[\\%_]/g, '\\$&')
  const part = `%${escaped}%`
  const people = isShort(text)
    ? holdsShort(isSuperUser(actor) ? PLAIN_WITH_EMAIL : PLAIN_NAMES, text)
    : undefined
  const named = isSuperUser(actor) ? sql`` : sql` and ${NAMES} like folded(${part})`
  // Numbers have figures in them and no letters but plain ones: nothing else is worth a look.
  const byNumber = /^[ -~]*\d[ -~]*$/.test(text)
    ? sql`union select f.id from contract f where f.number like ${part.toUpperCase()}`
    : sql``
  const byBox = /^[a-z]{1,4}\d{0,6}$/i.test(text)
    ? sql`union select f.id from contract f join box b on b.id = f.box_id where b.deleted_at is null and ${beginsWith(sql`b.unit_number`, text.toUpperCase())}`
    : sql``
  return sql<SqlBool>`c.id in (
    select f.id from contract f join account a on a.id = f.account_id where a.deleted_at is null and ${people ?? sql<SqlBool>`${SEARCHED} like folded(${part})${named}`}
    ${byNumber} ${byBox})`
}

/** By the bytes, as the index box_by_number has them. @param text ends in a letter or figure: what follows it in ASCII ends the range */
function beginsWith(column: RawBuilder<unknown>, text: string): Where {
  const last = text.length - 1
  const end = text.slice(0, last) + String.fromCharCode(text.charCodeAt(last) + 1)
  return sql<SqlBool>`${column} ~>=~ ${text} and ${column} ~<~ ${end}`
}

export const SEARCHED = sql`a.search_text`
const NAMES = sql`a.search_names`
export const PLAIN_WITH_EMAIL = sql`concat_ws(' ', a.email_key, a.company, a.first_name, a.last_name)`
const PLAIN_NAMES = sql`concat_ws(' ', a.company, a.first_name, a.last_name)`

/** A client as people call him, in the order of the alphabets. As the index account_by_name has it. */
export const CLIENT = sql`coalesce(case when a.account_type = 'legal' then nullif(a.company, '') end, nullif(btrim(coalesce(a.first_name, '') || ' ' || coalesce(a.last_name, '')), ''), nullif(a.company, ''), a.email) collate "und-x-icu"`

/** A stock's own day. */
export const todayAt = (now: Temporal.Instant) =>
  sql`(${now.toString()}::timestamptz at time zone s.time_zone)::date`

/** The latest day on earth: compared first, for the index; the stock's own day decides. */
export const lastDayOnEarth = (now: Temporal.Instant, plusDays = 0): string =>
  now.toZonedDateTimeISO('Pacific/Kiritimati').toPlainDate().add({ days: plusDays }).toString()

const atStock = (stockId: string | undefined): Where =>
  stockId === undefined || stockId === '' ? sql<SqlBool>`true` : sql<SqlBool>`c.stock_id = ${stockId}`

/** What every list of the desk looks for: that this reader may see, at the stock and by the words he asks for. */
export const sought = ({ stockId, search }: DeskWish, actor: Actor): Where =>
  sql<SqlBool>`${seenBy(actor)} and ${atStock(stockId)} and ${found(search, actor)}`

/** The stocks of `sought` said of a document `d` as well: its contract knows them too, but is another table. */
export function documentsAt({ stockId = '' }: DeskWish, actor: Actor): Where {
  const stocks = [stockId, isSuperUser(actor) ? '' : (actor.stockId ?? '')].filter((id) => id !== '')
  return stocks.length === 0
    ? sql<SqlBool>`true`
    : sql<SqlBool>`${sql.join(
        stocks.map((id) => sql`d.stock_id = ${id}`),
        sql` and `,
      )}`
}

/** Where and whose, as every list answers it. */
export const STOCK_AND_CLIENT = sql`json_build_object('id', s.id, 'name', s.name) as stock, json_build_object('id', a.id, 'fullName', ${CLIENT}) as "userInfo"`

/** An order: by what, and which tables beside those that are there anyway it looks into. */
export interface Order {
  readonly by: RawBuilder<unknown>
  readonly joins?: RawBuilder<unknown>
  /** Then what is not known comes last either way; said of others, the index in the other direction would not be used. */
  readonly isNullable?: boolean
}

/**
 * `name` or `-name` of a list's orders, with `last` to keep rows apart that are alike. A page is
 * chosen by this alone and only then told with names and all: ten thousand rows found are no ten thousand rows described.
 */
export function ordered(
  orders: Readonly<Record<string, Order>>,
  sort: string,
  last: RawBuilder<unknown>,
): { readonly joins: RawBuilder<unknown>; readonly by: RawBuilder<unknown> } {
  const { by, joins = sql``, isNullable = false } = orders[sort.replace(/^-/, '')] ?? { by: last }
  return {
    joins,
    by: sort.startsWith('-')
      ? sql`${by} desc ${isNullable ? sql`nulls last` : sql``}, ${last} desc`
      : sql`${by}, ${last}`,
  }
}

export const BY_CLIENT: Order = { by: CLIENT, joins: sql`join account a on a.id = c.account_id` }
export const STOCK_NAME = sql`s.name collate "und-x-icu"`

export const window = ({ page, pageSize }: DeskWish) =>
  page === undefined ? sql`limit ${sql.lit(PLAIN)}` : pageWindow({ page, pageSize })

/** How many there are in all of each list and filter, as far as it is known (decision record 293). */
export type Totals = KeptFindings<number>

/**
 * How many a list finds is the same on each of its pages and in each order. A search is not kept: it is dear by what it finds, and
 * hardly anybody makes the same one twice.
 */
export function totalOf(
  totals: Totals,
  list: string,
  wish: DeskWish,
  actor: Actor,
): Finding<number> | undefined {
  const { page, pageSize: _size, sort: _sort, search = '', ...filter } = wish
  if (page === undefined || search.trim() !== '') return undefined
  return totals.of([list, filter, readerOf(actor)])
}

/** Who sees the same as this reader. */
export const readerOf = (actor: Actor): readonly (string | null)[] =>
  isSuperUser(actor) ? [] : [actor.id, actor.stockId]

/**
 * How many rows there are in all, said beside each row of a page: one turn at the database for both. A search is dear and is
 * made once; without one the rows `from` are counted by an index of their own, which the page does not read.
 */
export function counted(
  { page, search }: DeskWish,
  from: RawBuilder<unknown>,
  total: Finding<number> | undefined,
): RawBuilder<number | null> {
  if (page === undefined) return sql`null::int`
  if (total?.known !== undefined) return sql`${total.known}::int`
  return (search?.trim() ?? '') === '' ? sql`(select count(*)::int ${from})` : sql`(count(*) over ())::int`
}

/** A plain list, or one page of it with how many rows there are in all: behind the last page, where no row tells, those of `from`. */
export async function listedOrPaged<R extends { readonly total: number | null }, T>(
  db: Database,
  { page, pageSize }: DeskWish,
  rows: readonly R[],
  describe: (row: Omit<R, 'total'>) => T,
  from: RawBuilder<unknown>,
  found: Finding<number> | undefined,
): Promise<T[] | { items: T[]; total: number; page: number; pageSize: number }> {
  const items = rows.map(({ total: _total, ...row }) => describe(row))
  if (page === undefined) return items
  if (rows[0]) {
    const total = rows[0].total ?? 0
    if (found?.known === undefined) found?.keep(total, total)
    return { items, total: atPage(total, { page, pageSize, shown: rows.length }), page, pageSize }
  }
  const { rows: counts } = await sql<{ total: number }>`select count(*)::int as total ${from}`.execute(db)
  return { items, total: counts[0]?.total ?? 0, page, pageSize }
}
