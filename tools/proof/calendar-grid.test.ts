import { contractEnd, daysIn, periodAt, periodOn } from '@stowage/domain/period'
import { endMoment } from '@stowage/domain/contract-moments'
import { dueDay, firstDueDay, issueDay } from '@stowage/domain/invoice-days'
import { connect, type Connection } from '@stowage/server/platform/database/connect'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { lengthOf } from './oracle.ts'

// Start day 1–31 × 12 months × leap and common year × terms of 1–11 months × 5 time zones, against PostgreSQL's own arithmetic
// of dates and zones, and against a walk that counts one day after another.
const YEARS = [2027, 2028]
const TERMS = 11
/** Half hours, no summer time, one that begins at midnight (00:00 is not there), and a quarter hour beyond the date line. */
const ZONES = ['Europe/Berlin', 'Europe/Moscow', 'America/St_Johns', 'America/Santiago', 'Pacific/Chatham']
const HOLD_HOURS = 72

interface Cell {
  readonly start: string
  readonly months: number
  readonly until: string
  readonly lastFrom: string
  readonly days: number
  readonly issueOn: string
}

interface Moments {
  readonly start: string
  readonly months: number
  readonly zone: string
  /** 12:00 of the end day, in milliseconds since 1970. */
  readonly end: string
  /** The last second before the due day and the first of it. */
  readonly eve: string
  readonly morning: string
  /** Booked two days before the start at 23:59:59, local: the day on which the first document is due. */
  readonly booked: string
  readonly firstDue: string
}

let database: TestDatabase
let connection: Connection
beforeAll(async () => {
  database = await createTestDatabase()
  connection = connect(database.url, { max: 2 })
})
afterAll(async () => {
  await connection.close()
  await database.drop()
})

const GRID = `
  with started as (select day::date as start from generate_series($1::date, $2::date, interval '1 day') day),
       cell as (
         select start, months, (start + make_interval(months => months))::date as until,
                (start + make_interval(months => months - 1))::date as last_from
           from started, generate_series(1, $3::int) months)`

const day = (text: string): Temporal.PlainDate => Temporal.PlainDate.from(text)
const at = (milliseconds: string): Temporal.Instant =>
  Temporal.Instant.fromEpochMilliseconds(Number(milliseconds))

test('ends, periods and days of issue: PostgreSQL, a walk and the domain agree', async () => {
  let cells = 0
  for (const year of YEARS) {
    const { rows } = await connection.pool.query<Cell>(
      `${GRID} select start::text, months, until::text, last_from::text as "lastFrom", until - last_from as days,
              (last_from - interval '7 days')::date::text as "issueOn" from cell order by start, months`,
      [`${year}-01-01`, `${year}-12-31`, TERMS],
    )
    let walk: Generator<{ readonly end: string; readonly days: number }> | undefined
    for (const cell of rows) {
      if (cell.months === 1) walk = walkedEnds(cell.start)
      const step = walk?.next()
      if (!step || step.done) throw new Error('the walk has ended')
      const start = day(cell.start)
      const last = periodAt(
        { startDay: start, durationMonths: cell.months, periodMonths: 1 },
        cell.months - 1,
      )
      const whole = periodAt({ startDay: start, durationMonths: cell.months, periodMonths: cell.months }, 0)
      const known = { end: cell.until, from: cell.lastFrom, days: cell.days, issueOn: cell.issueOn }
      const said = {
        end: contractEnd(start, cell.months).toString(),
        from: last?.from.toString(),
        days: last && daysIn(last),
        issueOn: last && issueDay(last).toString(),
      }
      if (
        JSON.stringify(said) !== JSON.stringify(known) ||
        step.value.end !== cell.until ||
        step.value.days !== cell.days
      )
        throw new Error(
          `${cell.start} + ${cell.months}: ${JSON.stringify({ said, known, walked: step.value })}`,
        )
      // The anchor day is kept over every shorter month on the way.
      if (Math.min(start.day, day(cell.until).daysInMonth) !== day(cell.until).day)
        throw new Error(`${cell.start} + ${cell.months}: the anchor day is lost`)
      if (
        whole?.until.toString() !== cell.until ||
        last?.until.toString() !== cell.until ||
        !dueDay(last).equals(last.from)
      )
        throw new Error(`${cell.start} + ${cell.months}: a period ends elsewhere`)
      cells += 1
    }
  }
  expect(cells).toBe((365 + 366) * TERMS)
})

test('a term that began in a short month and keeps a later anchor comes up to it again', () => {
  for (const year of YEARS)
    for (const anchor of [28, 29, 30, 31]) {
      const first = day(`${year}-01-${anchor}`)
      const plan = { startDay: contractEnd(first, 1), durationMonths: 11, periodMonths: 1, anchorDay: anchor }
      for (let index = 0; index < 11; index += 1) {
        const period = periodAt(plan, index)
        expect(period?.until.toString()).toBe(contractEnd(first, index + 2).toString())
        if (period) expect(periodOn(plan, period.until.subtract({ days: 1 }))?.index).toBe(index)
      }
    }
})

test('moments in five time zones: noon of the last day, midnight before the due day, the end of a hold', async () => {
  let cells = 0
  for (const year of YEARS) {
    const { rows } = await connection.pool.query<Moments>(
      `${GRID}, local as (
         select start, months, zone, until,
                (until + time '12:00') at time zone zone as end_at,
                ((until + time '00:00') at time zone zone) - interval '1 second' as eve,
                ((until + time '00:00:01') at time zone zone) as morning,
                (start - 2 + time '23:59:59') at time zone zone as booked
           from cell, unnest($4::text[]) zone)
       select start::text, months, zone, until::text, (extract(epoch from end_at) * 1000)::bigint::text as "end",
              (extract(epoch from eve) * 1000)::bigint::text as eve, (extract(epoch from morning) * 1000)::bigint::text as morning,
              (extract(epoch from booked) * 1000)::bigint::text as booked,
              least(start, ((booked + make_interval(hours => $5::int)) at time zone zone)::date)::text as "firstDue" from local`,
      [`${year}-01-01`, `${year}-12-31`, TERMS, ZONES, HOLD_HOURS],
    )
    for (const row of rows) {
      const start = day(row.start)
      const end = contractEnd(start, row.months)
      const local = (instant: string): string =>
        at(instant).toZonedDateTimeISO(row.zone).toPlainDate().toString()
      const said = [
        endMoment(end).toZonedDateTime(row.zone).epochMilliseconds,
        local(row.eve),
        local(row.morning),
        firstDueDay(start, at(row.booked).add({ hours: HOLD_HOURS }), row.zone).toString(),
      ]
      const known = [Number(row.end), end.subtract({ days: 1 }).toString(), end.toString(), row.firstDue]
      if (said.join() !== known.join())
        throw new Error(
          `${row.start} + ${row.months} in ${row.zone}: ${said.join()}, expected ${known.join()}`,
        )
      cells += 1
    }
  }
  expect(cells).toBe((365 + 366) * TERMS * ZONES.length)
})

/** Goes on one day after another; a month ends on the anchor day, or on the last of a month without it. */
function* walkedEnds(start: string): Generator<{ readonly end: string; readonly days: number }> {
  let [year = 0, month = 0, dayOfMonth = 0] = start.split('-').map(Number)
  const anchor = dayOfMonth
  for (let days = 1; ; days += 1) {
    dayOfMonth += 1
    if (dayOfMonth > lengthOf(year, month)) {
      dayOfMonth = 1
      month += 1
      if (month > 12) {
        month = 1
        year += 1
      }
    }
    if (dayOfMonth !== Math.min(anchor, lengthOf(year, month))) continue
    yield { end: [year, month, dayOfMonth].map((part) => String(part).padStart(2, '0')).join('-'), days }
    days = 0
  }
}
