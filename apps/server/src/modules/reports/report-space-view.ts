import { sql } from 'kysely'
import type { reportMoves, reportOccupancy } from '@stowage/api/report-figures'
import type { Database } from '../../platform/database/connect.ts'
import {
  AREA,
  BY_NAME,
  bySize,
  dayAt,
  IS_CUBIC,
  NAMED_STOCK,
  SIZE_GROUP,
  stepAt,
  stocksOf,
  within,
} from './report-parts-view.ts'
import { everyStep, lastOfStep, type ReportPeriod, type Figures } from './report-scope.ts'

type Occupancy = Figures<typeof reportOccupancy>
type Filled = Omit<Occupancy['points'][number], 'day'>
type Moves = Figures<typeof reportMoves>

/**
 * How many boxes there were, and were let, at the end of each step, and by stock and size at the end of the period. A box is let from
 * the first day of a contract that has been paid until its claim is released; every other claim is a reservation. Each row is looked at
 * once, however many steps there are: a step is what was before it and what it has changed. Areas are summed in tenths, which are whole.
 * At an external stock the source says who rents, whether or not he has an account here; its boxes are known since they were read.
 */
export async function occupancy(db: Database, period: ReportPeriod): Promise<Occupancy> {
  const to = sql`${period.to.toString()}::date`
  const step = (day: string) => stepAt(sql.ref(day), period)
  const { rows } = await sql<ChangeRow>`
    with ${stocksOf(period)},
    b as materialized (
      select b.stock_id, ${SIZE_GROUP} as grp, ${dayAt(sql`b.created_at`)} as since, ${dayAt(sql`b.deleted_at`)} as until, sum(b.count) as boxes, sum(b.count * case when b.is_cubic then 0 else 10 * b.size end) as area
        from (select b.stock_id, b.size, ${IS_CUBIC} as is_cubic, b.created_at, b.deleted_at, count(*) as count from box b group by 1, 2, 3, 4, 5) b
        join st on st.id = b.stock_id group by 1, 2, 3, 4),
    held as materialized (
      select k.stock_id, ${SIZE_GROUP} as grp, ${TENTHS} as area, k.since, k.until, case when k.until is null or k.until > k.let_since then k.let_since end as let_since
        from (select k.box_id, k.stock_id, k.since, k.until, case when k.is_paid then greatest(k.since, k.start_day) end as let_since
                from (select k.box_id, k.stock_id, ${dayAt(sql`k.taken_at`)} as since, ${dayAt(sql`k.released_at`)} as until, c.activated_at is not null as is_paid, c.start_day
                        from box_claim k join st on st.id = k.stock_id and not st.is_external left join contract c on k.kind = 'contract' and c.id = k.holder_id offset 0) k
              union all
              select b.id, b.stock_id, x.since, x.leave_day, x.since
                from external_contract x0 join st on st.id = x0.stock_id and st.is_external join box b on b.stock_id = x0.stock_id and b.external_id = x0.unit_id
                cross join lateral (select greatest(x0.start_day, ${dayAt(sql`b.created_at`)}) as since, x0.leave_day) x) k
        join box b on b.id = k.box_id where k.until is null or k.until > k.since),
    day as (
      select since as day, sum(boxes) as boxes, sum(area) as area, 0 as held, 0 as let, 0 as area_let from b where since <= ${to} group by 1
      union all select until, -sum(boxes), -sum(area), 0, 0, 0 from b where until <= ${to} group by 1
      union all select since, 0, 0, count(*), 0, 0 from held where since <= ${to} group by 1
      union all select until, 0, 0, -count(*), -count(let_since), -coalesce(sum(area) filter (where let_since is not null), 0) from held where until <= ${to} group by 1
      union all select let_since, 0, 0, 0, count(*), sum(area) from held where let_since <= ${to} group by 1),
    -- Days first: there are some hundreds of them, and steps are asked of those alone.
    change as (select ${step('day')} as step, boxes, area, held, let, area_let from day),
    stood as (
      select stock_id, grp, sum(boxes) as boxes, sum(area) as area, 0 as held, 0 as let, 0 as area_let from b where since <= ${to} and (until is null or until > ${to}) group by 1, 2
      union all
      select stock_id, grp, 0, 0, count(*), count(*) filter (where let_since <= ${to}), coalesce(sum(area) filter (where let_since <= ${to}), 0)
        from held where since <= ${to} and (until is null or until > ${to}) group by 1, 2)
    select g.step, g."sizeGroup", ${NAMED_STOCK}, g.boxes::int as boxes, g.let::int as let, (g.held - g.let)::int as reserved, g.area::float / 10 as area, g.area_let::float / 10 as "areaLet"
      from (select step, null as stock_id, null as "sizeGroup", sum(boxes) as boxes, sum(area) as area, sum(held) as held, sum(let) as let, sum(area_let) as area_let from change group by 1
            union all select null, stock_id, grp, sum(boxes), sum(area), sum(held), sum(let), sum(area_let) from stood group by 2, 3) g
      left join st on st.id = g.stock_id
     order by g.step nulls last, ${BY_NAME}, ${bySize(sql`g."sizeGroup"`)}`.execute(db)
  const changes = new Map<string, Filled>()
  for (const { step: day, ...change } of rows) if (day !== null) changes.set(day.toString(), change)
  return {
    from: period.from.toString(),
    to: period.to.toString(),
    grain: period.grain,
    points: summedUp(period, changes),
    rows: rows.flatMap(({ step: day, stock, sizeGroup, ...row }) =>
      day !== null || sizeGroup === null ? [] : [{ stock, sizeGroup, ...filled(row) }],
    ),
  }
}

/** Areas in tenths, which are whole numbers. */
const TENTHS = sql`(10 * ${AREA})::int`

interface ChangeRow extends Filled {
  readonly step: Temporal.PlainDate | null
  readonly stock: Occupancy['rows'][number]['stock']
  readonly sizeGroup: Occupancy['rows'][number]['sizeGroup'] | null
}

const EMPTY: Filled = { boxes: 0, let: 0, reserved: 0, area: 0, areaLet: 0 }
const filled = (row: Filled): Filled => ({
  boxes: row.boxes,
  let: row.let,
  reserved: row.reserved,
  area: tenths(row.area),
  areaLet: tenths(row.areaLet),
})
/** Sizes have one decimal; their sums in floating point have a tail. */
const tenths = (value: number): number => Math.round(value * 10) / 10

function summedUp(period: ReportPeriod, changes: ReadonlyMap<string, Filled>): Occupancy['points'] {
  let now = EMPTY
  return period.steps.map((step) => {
    const change = changes.get(step.toString()) ?? EMPTY
    now = filled({
      boxes: now.boxes + change.boxes,
      let: now.let + change.let,
      reserved: now.reserved + change.reserved,
      area: now.area + change.area,
      areaLet: now.areaLet + change.areaLet,
    })
    return { day: lastOfStep(step, period).toString(), ...now }
  })
}

/**
 * Contracts whose first day lies in the period, and those that were closed or withdrawn from in it; who changed his box is counted
 * for himself. What was never paid, or withdrawn from before its first day, has not moved in.
 */
export async function moves(db: Database, period: ReportPeriod): Promise<Moves> {
  const { rows } = await sql<MoveRow>`
    with ${stocksOf(period)},
    first_move as materialized (select distinct on (contract_id) contract_id, from_box_id from contract_transfer order by contract_id, moved_at, id),
    c as materialized (
      select c.stock_id, c.start_day, coalesce(f.from_box_id, c.box_id) as first_box_id, c.box_id,
             case when c.status = 'closed' or c.withdrawn_at is not null then ${dayAt(sql`c.leave_at`)} end as left_on, st.today
        from contract c join st on st.id = c.stock_id left join first_move f on f.contract_id = c.id where c.activated_at is not null),
    moved as (
      select c.stock_id, c.start_day as day, 1 as ins, 0 as outs, 0 as transfers, ${AREA} as area_in, 0 as area_out
        from c join box b on b.id = c.first_box_id where ${within(sql`c.start_day`, period)} and c.start_day <= c.today and (c.left_on is null or c.left_on >= c.start_day)
      union all
      select c.stock_id, c.left_on, 0, 1, 0, 0, ${AREA} from c join box b on b.id = c.box_id where ${within(sql`c.left_on`, period)} and c.left_on >= c.start_day
      union all
      select c.stock_id, t.first_day, 0, 0, 1, 0, 0 from contract_transfer t join contract c on c.id = t.contract_id join st on st.id = c.stock_id
       where ${within(sql`t.first_day`, period)} and t.first_day <= st.today)
    select g.*, ${NAMED_STOCK}
      from (select ${stepAt(sql`day`, period)} as step, stock_id, sum(ins)::int as "movedIn", sum(outs)::int as "movedOut", sum(transfers)::int as transfers, sum(area_in)::float as "areaIn", sum(area_out)::float as "areaOut"
              from moved group by grouping sets ((1), (stock_id))) g
      left join st on st.id = g.stock_id order by g.step nulls last, ${BY_NAME}`.execute(db)
  const points = new Map<string, Moved>()
  for (const { step, ...row } of rows) if (step !== null) points.set(step.toString(), moved(row))
  return {
    from: period.from.toString(),
    to: period.to.toString(),
    grain: period.grain,
    points: everyStep(period, points, NOT_MOVED),
    rows: rows.flatMap((row) => (row.step === null ? [{ stock: row.stock, ...moved(row) }] : [])),
  }
}

type Moved = Omit<Moves['points'][number], 'day'>
interface MoveRow extends Moved {
  readonly step: Temporal.PlainDate | null
  readonly stock: Moves['rows'][number]['stock']
}
const NOT_MOVED: Moved = { movedIn: 0, movedOut: 0, areaIn: 0, areaOut: 0, transfers: 0 }
const moved = (row: Moved): Moved => ({
  movedIn: row.movedIn,
  movedOut: row.movedOut,
  areaIn: tenths(row.areaIn),
  areaOut: tenths(row.areaOut),
  transfers: row.transfers,
})
