import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Answer, Query } from '@stowage/api/endpoint'
import type { handleAppeal, listAppeals } from '@stowage/api/support'
import { limits } from '@stowage/domain/limits'
import type { Database } from '../../platform/database/connect.ts'
import { holdsShort, isShort } from '../../platform/database/short-text.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { pageWindow } from '../../platform/database/page-window.ts'

type List = Answer<typeof listAppeals>
type Item = Answer<typeof handleAppeal>

/** Without a page: as many as a screen may want at load. */
const PLAIN = 500

interface Row extends Omit<Item, 'created' | 'handledAt' | 'offeredAt' | 'offerEnds' | 'booked' | 'waiting'> {
  readonly createdAt: Temporal.Instant
  readonly handledAt: Temporal.Instant | null
  readonly offeredAt: Temporal.Instant | null
  readonly offerEndsAt: Temporal.Instant | null
  readonly bookedAt: Temporal.Instant | null
}

const read = (rest: RawBuilder<unknown>, more: RawBuilder<unknown> = sql``): RawBuilder<Row> => sql<Row>`
  select a.id, a.account_id as "accountId", a.name, a.phone, a.email, a.type, a.status, a.message, a.note, a.created_at as "createdAt",
         a.handled_at as "handledAt", a.offered_at as "offeredAt", a.offer_ends_at as "offerEndsAt", a.booked_at as "bookedAt",
         case when s.id is null then null else json_build_object('id', s.id, 'name', s.name) end as stock,
         coalesce(c.city, a.details->>'city') as city, coalesce(a.size_group, a.details->>'size') as size,
         case when h.id is null then null else json_build_object('id', h.id, 'name', coalesce(nullif(concat_ws(' ', h.first_name, h.last_name), ''), h.company, h.email)) end as "handledBy"${more}
    from ${rest}
    left join stock s on s.id = a.stock_id left join city c on c.id = a.city_id left join account h on h.id = a.handled_by_id`

function describe(row: Row, now: Temporal.Instant): Item {
  const { createdAt, handledAt, offeredAt, offerEndsAt, bookedAt, ...plain } = row
  return {
    ...plain,
    created: createdAt.toString(),
    handledAt: handledAt?.toString() ?? null,
    offeredAt: offeredAt?.toString() ?? null,
    offerEnds: offerEndsAt?.toString() ?? null,
    booked: bookedAt?.toString() ?? null,
    waiting: plain.type === 'availability' ? waitingOf(plain.status, row, now) : null,
  }
}

/** Where somebody in the queue is: an offer that nobody took in its time is over without anybody doing anything. */
function waitingOf(
  status: Item['status'],
  { offerEndsAt, bookedAt }: Pick<Row, 'offerEndsAt' | 'bookedAt'>,
  now: Temporal.Instant,
): Item['waiting'] {
  if (status === 'pending') return 'waiting'
  if (bookedAt !== null) return 'booked'
  if (offerEndsAt === null) return null
  return Temporal.Instant.compare(now, offerEndsAt) < 0 ? 'answered' : 'expired'
}

export async function oneAppeal(db: Database | Tx, id: string, now: Temporal.Instant): Promise<Item> {
  const { rows } = await sql<Row>`${read(sql`(select * from appeal where id = ${id}) a`)}`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`appeal ${id} is gone under its lock`)
  return describe(row, now)
}

/** Staff of one stock see what is asked of it and what is asked of none. */
const within = (ofStock: string | null): RawBuilder<SqlBool> =>
  ofStock === null ? sql<SqlBool>`true` : sql<SqlBool>`(a.stock_id is null or a.stock_id = ${ofStock})`

function matching(
  { status, type, stockId, size, search = '' }: Query<typeof listAppeals>,
  ofStock: string | null,
): RawBuilder<SqlBool> {
  const is = (column: string, value: string | undefined): RawBuilder<SqlBool> =>
    value === undefined ? sql<SqlBool>`true` : sql<SqlBool>`${sql.ref(column)} = ${value}`
  const text = search.trim()
  const like = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  const ofText =
    text === ''
      ? sql<SqlBool>`true`
      : isShort(text)
        ? holdsShort(sql`a.search_text`, text)
        : sql<SqlBool>`a.search_text like folded(${like})`
  return sql<SqlBool>`${is('a.status', status)} and ${is('a.type', type)} and ${is('a.stock_id', stockId)} and ${is('a.size_group', size)} and ${ofText} and ${within(ofStock)}`
}

/** The newest first: a page where one is asked for, else a plain list (decision 3). */
export async function appealList(
  db: Database,
  query: Query<typeof listAppeals>,
  ofStock: string | null,
  now: Temporal.Instant,
): Promise<List> {
  const where = matching(query, ofStock)
  const pageSize = query.page === undefined ? PLAIN : limits.pageSize.appeals
  const page = Number(query.page ?? 1)
  // A search is made once, with the number of its finds; what is not searched for is counted faster by an index.
  const isSearch = (query.search ?? '').trim() !== ''
  const finds = isSearch ? sql`(count(*) over ())::int` : sql`null::int`
  const { rows } = await sql<Row & { finds: number | null }>`
    with page as materialized (
      select a.id, ${finds} as finds from appeal a where ${where} order by a.created_at desc, a.id desc ${pageWindow({ page, pageSize })})
    ${read(sql`(select a.*, page.finds from page join appeal a on a.id = page.id) a`, sql`, a.finds`)}
     order by a.created_at desc, a.id desc`.execute(db)
  const items = rows.map(({ finds: _finds, ...row }) => describe(row, now))
  if (query.page === undefined) return items
  const found = rows[0]?.finds
  if (found != null) return { items, total: found, page, pageSize }
  if (isSearch && page === 1) return { items, total: 0, page, pageSize }
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from appeal a where ${where}`.execute(db)
  return { items, total: counted[0]?.total ?? 0, page, pageSize }
}

export async function countPending(db: Database, ofStock: string | null): Promise<number> {
  const { rows } = await sql<{ pending: number }>`
    select count(*)::int as pending from appeal a where a.status = 'pending' and ${within(ofStock)}`.execute(
    db,
  )
  return rows[0]?.pending ?? 0
}

/** What is told of one to who may hear it; undefined when it is gone. */
export async function toldAppeal(
  db: Database,
  id: string,
): Promise<{ name: string | null; phone: string | null } | undefined> {
  const { rows } = await sql<{ name: string | null; phone: string | null }>`
    select name, phone from appeal where id = ${id}`.execute(db)
  return rows[0]
}
