import { stayClasses, stayLengths } from '@stowage/api/report-words'
import type { reportDemand, reportStays } from '@stowage/api/report-figures'
import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { BY_NAME, bySize, dayAt, NAMED_STOCK, stepAt, stocksOf, within } from './report-parts-view.ts'
import { everyStep, type ReportPeriod, type Figures } from './report-scope.ts'

type Stays = Figures<typeof reportStays>
type Demand = Figures<typeof reportDemand>

const { month, quarter, halfYear, year, twoYears } = stayLengths
const CLASS = sql`case when days < ${sql.lit(month)} then 'month' when days < ${sql.lit(quarter)} then 'quarter' when days < ${sql.lit(halfYear)} then 'halfYear' when days < ${sql.lit(year)} then 'year' when days < ${sql.lit(twoYears)} then 'twoYears' else 'longer' end`

const figure = (which: RawBuilder<unknown>, name: 'Left' | 'Running') => sql`
  round(avg(days) filter (where ${which}), 1)::float as ${sql.ref(`average${name}`)},
  (percentile_cont(0.5) within group (order by days) filter (where ${which}))::float as ${sql.ref(`median${name}`)}`

/** Days from a contract's first to the day of leaving, of who left in the period; to today, of who is there. */
export async function stays(db: Database, period: ReportPeriod): Promise<Stays> {
  const { rows } = await sql<StayRow>`
    with ${stocksOf(period)},
    c as (
      select c.stock_id, c.start_day, st.today, c.status in ('active', 'ended') as is_running,
             case when c.status = 'closed' or c.withdrawn_at is not null then ${dayAt(sql`c.leave_at`)} end as left_on
        from contract c join st on st.id = c.stock_id where c.activated_at is not null),
    stay as (
      select stock_id, false as is_running, left_on - start_day as days from c where not is_running and ${within(sql`left_on`, period)} and left_on >= start_day
      union all select stock_id, true, today - start_day from c where is_running and start_day <= today)
    select g.*, ${NAMED_STOCK}
      from (select stock_id, ${CLASS} as stay, grouping(stock_id, ${CLASS}) as level, count(*) filter (where not is_running)::int as left, count(*) filter (where is_running)::int as running,
                   ${figure(sql`not is_running`, 'Left')}, ${figure(sql`is_running`, 'Running')}
              from stay group by grouping sets ((), (stock_id), (${CLASS}))) g
      left join st on st.id = g.stock_id order by ${BY_NAME}`.execute(db)
  const figures = (row: Omit<StayRow, 'stock'> | undefined): Stays['all'] => ({
    left: row?.left ?? 0,
    averageLeft: row?.averageLeft ?? null,
    medianLeft: row?.medianLeft ?? null,
    running: row?.running ?? 0,
    averageRunning: row?.averageRunning ?? null,
    medianRunning: row?.medianRunning ?? null,
  })
  const ofLevel = (level: number) => rows.filter((row) => row.level === level)
  return {
    from: period.from.toString(),
    to: period.to.toString(),
    grain: period.grain,
    classes: stayClasses.map((stay) => {
      const found = ofLevel(BY_CLASS).find((row) => row.stay === stay)
      return { stay, left: found?.left ?? 0, running: found?.running ?? 0 }
    }),
    all: figures(ofLevel(OF_ALL)[0]),
    rows: ofLevel(BY_STOCK).map((row) => ({ stock: row.stock, ...figures(row) })),
  }
}

/** What `grouping` says of a row: a bit for each of stock and class that it is the sum over. */
const [BY_STOCK, BY_CLASS, OF_ALL] = [1, 2, 3]

type StayRow = Stays['rows'][number] & {
  readonly level: number
  readonly stay: Stays['classes'][number]['stay'] | null
}

/**
 * Availability requests: asked in the period, offered a box in it, booked in it; and who waits now. Those that name no stock
 * count by the days of UTC, and for whoever sees all stocks.
 */
export async function demand(db: Database, period: ReportPeriod): Promise<Demand> {
  const anywhere = period.stockIds === null
  const { rows } = await sql<DemandRow>`
    with ${stocksOf(period)},
    a as materialized (
      select a.*, coalesce(st.time_zone, 'UTC') as zone from appeal a left join st on st.id = coalesce(a.stock_id, a.offered_stock_id)
       where a.type = 'availability' and (st.id is not null or ${anywhere}::boolean)),
    fact as (
      select coalesce(stock_id, offered_stock_id) as stock_id, size_group, (created_at at time zone zone)::date as day, 1 as asked, 0 as offered, 0 as booked, 0 as waiting from a
      union all select coalesce(stock_id, offered_stock_id), size_group, (offered_at at time zone zone)::date, 0, 1, 0, 0 from a where offered_at is not null
      union all select coalesce(stock_id, offered_stock_id), size_group, (booked_at at time zone zone)::date, 0, 0, 1, 0 from a where booked_at is not null
      union all select coalesce(stock_id, offered_stock_id), size_group, null, 0, 0, 0, 1 from a where status = 'pending'),
    own as (select *, case when day is not null then ${stepAt(sql`day`, period)} end as step from fact where day is null or ${within(sql`day`, period)})
    select g.*, case when st.id is null then null else json_build_object('id', st.id, 'name', st.name) end as stock
      from (select step, stock_id, size_group as "sizeGroup", grouping(step) as level, sum(asked)::int as asked, sum(offered)::int as offered, sum(booked)::int as booked, sum(waiting)::int as waiting
              from own group by grouping sets ((step), (stock_id, size_group))) g
      left join st on st.id = g.stock_id order by ${BY_NAME}, ${bySize(sql`g."sizeGroup"`)}`.execute(db)
  const points = new Map<string, Wanted>()
  for (const { level, step, asked, offered, booked } of rows)
    if (level === 0 && step !== null) points.set(step.toString(), { asked, offered, booked })
  return {
    from: period.from.toString(),
    to: period.to.toString(),
    grain: period.grain,
    points: everyStep(period, points, { asked: 0, offered: 0, booked: 0 }),
    rows: rows.flatMap(({ level, stock, sizeGroup, asked, offered, booked, waiting }) =>
      level === 0 ? [] : [{ stock, sizeGroup, asked, offered, booked, waiting }],
    ),
  }
}

type Wanted = Omit<Demand['points'][number], 'day'>
type DemandRow = Demand['rows'][number] & {
  readonly level: number
  readonly step: Temporal.PlainDate | null
}
