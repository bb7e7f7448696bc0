import type { Answer } from '@stowage/api/endpoint'
import { boxStates, type BoxSort, type BoxSortKey, type BoxState } from '@stowage/api/box-search'
import type { fetchBoxes } from '@stowage/api/catalog'
import { BoxListItem } from '@stowage/api/entities/catalog'
import { wireFields } from '@stowage/api/wire'
import { limits } from '@stowage/domain/limits'
import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { pageWindow } from '../../platform/database/page-window.ts'
import { sizeGroupOf } from './size-group-view.ts'
import { isFree } from './stock-view.ts'

/**
 * `public` says nothing about people; `watch` adds the state of the locks (built-in role manager); `staff` adds lock,
 * contract and tenant (admin, superUser): permissions.json, boxes/fetch.
 */
export type BoxShape = 'public' | 'watch' | 'staff'
/** `edit` is `staff` with what the table of boxes edits. */
type ListShape = BoxShape | 'edit'
type Field = keyof Answer<typeof fetchBoxes>[number]

const PUBLIC = [
  'id',
  'unitNumber',
  'size',
  'sizeGroup',
  'floor',
  'monthRate',
  'grossRate',
  'isOccupied',
  'isReserved',
  'height',
  'width',
  'depth',
] as const satisfies readonly Field[]
const WATCH = [...PUBLIC, 'lockStatus'] as const satisfies readonly Field[]

const STAFF = [
  ...WATCH,
  'lockId',
  'contractId',
  'contractNumber',
  'userInfo',
  'inDebt',
  'stockId',
  'description',
  'category',
] as const satisfies readonly Field[]

/** The fields of each shape; the one place that decides what leaves. */
export const boxFields: Readonly<Record<ListShape, readonly Field[]>> = {
  public: PUBLIC,
  watch: WATCH,
  staff: STAFF,
  edit: [
    ...STAFF,
    'unitId',
    'number',
    'physicalSize',
    'isExternal',
    'ownRate',
    'created',
    'updated',
    'contractStatus',
    'overdue',
    'paidAhead',
    'freeFrom',
  ],
}

export interface BoxList {
  readonly stockId: string
  readonly shape: ListShape
  /** VAT percent for individuals today. */
  readonly vatPercent: number
  /** At the stock. */
  readonly today: Temporal.PlainDate
  /**
   * Whose internal contracts (decisions.md B8) are shown with their tenants: everybody's to a superUser, his own to a staff
   * user, nobody's in a list that is kept for many.
   */
  readonly internalOf: 'everybody' | 'nobody' | { readonly accountId: string }
}

// What is rented over there is not free here, whether its tenant is known to us or not; nor is what is not let any more.
const isOccupied = sql`(coalesce(c.kind = 'contract', false) or coalesce(b.source_state in ('occupied', 'closed'), false))`
const isReserved = sql`(coalesce(c.kind = 'reservation', false) or (c.id is null and coalesce(b.source_state = 'reserved', false)))`

/** Where each field comes from: b box, c its live claim, and for staff t lock, k contract, a holder, g category. */
function expressions({ vatPercent, today }: BoxList): Readonly<Record<Field, RawBuilder<unknown>>> {
  return {
    id: sql`b.id`,
    unitNumber: sql`b.unit_number`,
    size: sql`trim_scale(b.size)`,
    sizeGroup: sizeGroupOf,
    floor: sql`b.floor`,
    monthRate: sql`b.month_rate`,
    // round() of numeric goes half away from zero, as money does.
    grossRate: sql`b.month_rate + round(b.month_rate * ${vatPercent}::numeric / 100)::bigint`,
    isOccupied,
    isReserved,
    height: sql`trim_scale(b.height)`,
    width: sql`trim_scale(b.width)`,
    depth: sql`trim_scale(b.depth)`,
    lockStatus: sql`coalesce(t.state, 'unavailable')`,
    lockId: sql`b.lock_id`,
    contractId: sql`k.id`,
    contractNumber: sql`k.number`,
    userInfo: sql`case when a.id is null then null else json_build_object('id', a.id, 'fullName',
      coalesce(case when a.account_type = 'legal' then nullif(a.company, '') end, nullif(concat_ws(' ', a.first_name, a.last_name), ''), a.email)) end`,
    // A pending contract is never a debtor (decisions.md 18).
    // `offset 0`: asked for each box that is shown. The planner would rather gather the debts of the whole company first, for 9 boxes.
    inDebt: sql`coalesce(k.source_debt > 0 and k.source_due_on < ${today.toString()}::date, k.status <> 'pending' and exists (
      select 1 from document d where d.contract_id = k.id and d.status = 'open' and d.kind <> 'credit_note' and d.due_on < ${today.toString()}::date offset 0), false)`,
    contractStatus: sql`k.status`,
    overdue: sql`case when k.status is null or k.status = 'pending' then 0 when k.source_debt is not null then case when k.source_due_on < ${today.toString()}::date then k.source_debt else 0 end else coalesce((
      select sum(d.gross - d.paid) from document d where d.contract_id = k.id and d.status = 'open' and d.kind <> 'credit_note' and d.due_on < ${today.toString()}::date), 0) end::bigint`,
    paidAhead: paidAhead(today),
    // Who stays beyond the end leaves on no day that is known.
    freeFrom: sql`case when k.status = 'active' then coalesce(k.planned_leave_day, k.end_day)::text end`,
    stockId: sql`b.stock_id`,
    description: sql`b.description`,
    category: sql`g.name`,
    ownRate: sql`b.own_rate`,
    unitId: sql`coalesce(b.external_id, b.id)`,
    number: sql`b.unit_number`,
    physicalSize: sql`trim_scale(b.size)`,
    isExternal: sql`(select s.is_external from stock s where s.id = b.stock_id)`,
    created: sql`to_char(b.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
    updated: sql`to_char(b.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  }
}

/**
 * Days from today to the end of the unbroken run of paid periods, as `daysPaidAhead` of the domain counts them for one contract:
 * the list of a whole stock cannot ask for each. A contract of which nothing is paid is never ahead.
 */
function paidAhead(today: Temporal.PlainDate): RawBuilder<unknown> {
  return sql`case when k.status in ('active', 'ended') and k.external_id is not null then k.source_paid_until - ${today.toString()}::date when k.status in ('active', 'ended') and k.withdrawn_at is null then (
    select case when paid.until is null then least(0, k.start_day - ${today.toString()}::date) else paid.until - ${today.toString()}::date end
      from (select max(r.until) filter (where r.is_run) as until
              from (select p.until, bool_and(p.is_paid and p.period_from = p.expected) over (order by p.period_from, p.created_at, p.id) as is_run
                      from (select d.id, d.created_at, d.period_from, coalesce(d.moved_on, d.period_to) as until, d.status = 'paid' as is_paid,
                                   lag(coalesce(d.moved_on, d.period_to), 1, k.start_day) over (order by d.period_from, d.created_at, d.id) as expected
                              from document d
                             where d.contract_id = k.id and d.kind = 'invoice' and d.status <> 'void' and (d.moved_on is null or d.moved_on > d.period_from)) p) r) paid) end`
}

// By the warehouse as well, so that its claims can be read together.
const PLAIN_JOINS = sql`left join box_claim c on c.box_id = b.id and c.stock_id = b.stock_id and c.released_at is null`
const WATCH_JOINS = sql`${PLAIN_JOINS} left join lock_state t on t.stock_id = b.stock_id and t.lock_id = b.lock_id`

/** Whether the contract under that name is one whose tenant is shown. */
function isShown(contract: string, { internalOf }: BoxList): RawBuilder<boolean> {
  if (internalOf === 'everybody') return sql`true`
  const internal = sql.ref(`${contract}.internal_user_id`)
  return internalOf === 'nobody'
    ? sql`${internal} is null`
    : sql`(${internal} is null or ${internal} = ${internalOf.accountId})`
}

function joins(list: BoxList): RawBuilder<unknown> {
  if (list.shape === 'public') return PLAIN_JOINS
  if (list.shape === 'watch') return WATCH_JOINS
  return sql`${WATCH_JOINS} left join contract k on k.id = c.holder_id and ${isShown('k', list)}
    left join account a on a.id = c.account_id and (k.id is not null or c.kind <> 'contract') left join box_category g on g.id = b.category_id`
}

/**
 * `inDebt` asked of every box of a warehouse, for a filter and for how many there are: what is unpaid is looked for first, by what
 * holds the box, and the contract only of the few where something is. Contracts are wide, and there is one for nearly every box.
 */
function isDebtor(list: BoxList): RawBuilder<unknown> {
  const today = list.today.toString()
  return sql`(c.kind = 'contract' and (
    exists (select 1 from document d where d.contract_id = c.holder_id and d.status = 'open' and d.kind <> 'credit_note' and d.due_on < ${today}::date offset 0)
      and exists (select 1 from contract o where o.id = c.holder_id and o.status <> 'pending' and o.source_debt is null and ${isShown('o', list)} offset 0)
    or c.holder_id in (select x.id from contract x where x.stock_id = ${list.stockId} and x.external_id is not null
      and x.source_debt > 0 and x.source_due_on < ${today}::date and ${isShown('x', list)})))`
}

/** Rows under their names on the wire, straight from the table of names: nothing passes through JavaScript objects. */
function select(
  list: BoxList,
  where: RawBuilder<unknown>,
  rest: RawBuilder<unknown> = sql`order by b.size, b.unit_number, b.id`,
): RawBuilder<unknown> {
  const from = expressions(list)
  const wireNames = new Map(wireFields(BoxListItem).map((field) => [field.clean, field.wire]))
  const columns = boxFields[list.shape].map(
    (field) => sql`${from[field]} as ${sql.ref(wireNames.get(field) ?? field)}`,
  )
  return sql`select ${sql.join(columns)} from box b ${joins(list)} where ${where} ${rest}`
}

/** All boxes of a stock as JSON text, the smallest first. */
export async function boxListJson(db: Database, list: BoxList): Promise<string> {
  const boxes = select(list, sql`b.stock_id = ${list.stockId} and b.deleted_at is null`)
  const { rows } = await sql<{
    json: string
  }>`select coalesce(json_agg(row_to_json(box)), '[]')::text as json from (${boxes}) box`.execute(db)
  return rows[0]?.json ?? '[]'
}

export interface BoxSearch {
  /** Part of the unit number, of the lock id; the exact size. */
  readonly number: string | undefined
  readonly lock: string | undefined
  readonly size: string | undefined
  readonly state: BoxState | undefined
  readonly sort: BoxSort | undefined
  /** From 1; all boxes without it. */
  readonly page: number | undefined
}

/**
 * Boxes of a stock that match, as JSON text: an array, or a page of 9 with the total and how many there are in each state. One
 * statement either way.
 */
export async function boxSearchJson(db: Database, list: BoxList, search: BoxSearch): Promise<string> {
  const conditions = [sql`b.stock_id = ${list.stockId}`, sql`b.deleted_at is null`]
  if (search.number) conditions.push(sql`b.unit_number ilike ${containing(search.number)}`)
  if (search.lock) conditions.push(sql`b.lock_id ilike ${containing(search.lock)}`)
  if (search.size) conditions.push(sizeIs(search.size))
  const found = sql.join(conditions, sql` and `)
  const states: Readonly<Record<BoxState, RawBuilder<unknown>>> = {
    free: isFree,
    occupied: isOccupied,
    reserved: isReserved,
    debt: isDebtor(list),
    unpriced: sql`b.month_rate is null`,
  }
  const where = search.state === undefined ? found : sql`${found} and ${states[search.state]}`
  const order = orderOf(search.sort)
  if (search.page === undefined) {
    const { rows } = await sql<{
      json: string
    }>`select coalesce(json_agg(row_to_json(box)), '[]')::text as json from (${select(list, where, order)}) box`.execute(
      db,
    )
    return rows[0]?.json ?? '[]'
  }
  const pageSize = limits.pageSize.boxes
  const page = select(list, where, sql`${order} ${pageWindow({ page: search.page, pageSize })}`)
  const counts = sql.join(
    boxStates.map((state) => sql`${sql.lit(state)}, count(*) filter (where ${states[state]})`),
  )
  const { rows } = await sql<{ json: string }>`
    select json_build_object('items', (select coalesce(json_agg(row_to_json(box)), '[]') from (${page}) box),
                             'total', (select case ${search.state ?? 'all'} when 'all' then (counts.is ->> 'all')::int else (counts.is ->> ${search.state ?? 'all'})::int end),
                             'page', ${search.page}::int, 'pageSize', ${pageSize}::int, 'counts', counts.is)::text as json
      from (select json_build_object('all', count(*), ${counts}) as is from box b ${PLAIN_JOINS} where ${found}) counts`.execute(
    db,
  )
  return rows[0]?.json ?? ''
}

/** Numbers as people count: A2 before A10. */
const BY_NUMBER = [
  sql`regexp_replace(b.unit_number, '[0-9]+$', '')`,
  sql`substring(b.unit_number from '[0-9]{1,30}$')::numeric`,
]
const SORTS: Readonly<Record<Exclude<BoxSortKey, 'number'>, RawBuilder<unknown>>> = {
  size: sql`b.size`,
  rate: sql`b.month_rate`,
  lock: sql`b.lock_id`,
  state: sql`coalesce(t.state, 'unavailable')`,
  client: sql`lower(coalesce(case when a.account_type = 'legal' then nullif(a.company, '') end, nullif(concat_ws(' ', a.last_name, a.first_name), ''), a.email))`,
}

/** By size unless asked (specification 4); what a box lacks stands last either way. */
function orderOf(sort: BoxSort = 'size'): RawBuilder<unknown> {
  const direction = sort.startsWith('-') ? sql`desc nulls last` : sql`asc nulls last`
  const key = sort.replace('-', '') as BoxSortKey
  const asked = key === 'number' ? BY_NUMBER : [SORTS[key]]
  return sql`order by ${sql.join(asked.map((part) => sql`${part} ${direction}`))}, ${sql.join(BY_NUMBER)}, b.unit_number, b.id`
}

const containing = (text: string): string => `%${text.trim().replace(/[\\%_]/g, '\\$&')}%`

/** A search never fails: what is no size finds nothing. A comma is what a person in Berlin types. */
function sizeIs(text: string): RawBuilder<unknown> {
  const plain = text.trim().replace(',', '.')
  return /^\d{1,4}(\.\d+)?$/.test(plain) ? sql`b.size = ${plain}::numeric` : sql`false`
}
