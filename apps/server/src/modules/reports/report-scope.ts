import { moneyGrains, reportLimits, type ReportGrain } from '@stowage/api/report-words'
import type { Answer, AnyEndpoint } from '@stowage/api/endpoint'
import type { Database } from '../../platform/database/connect.ts'
import { fail } from '../../platform/failure.ts'
import { isSuperUser, type Actor } from '../../platform/http/actor.ts'
import type { Platform } from '../../platform/platform.ts'
import { areReportsOn, lastToday } from './report-parts-view.ts'

/** What a report finds; from where it was read is said by whoever has read. */
export type Figures<E extends AnyEndpoint> = Omit<Answer<E>, 'asOf'>

/** Which stocks a report speaks of; null: all. */
export interface ReportScope {
  readonly stockIds: readonly string[] | null
  readonly currency: string | null
  /** Contracts that are internal for somebody else are not named to staff (decision 8); null: named to this reader. */
  readonly staffId: string | null
  readonly now: Temporal.Instant
}

/** And of which days, in steps of what length. */
export interface ReportPeriod extends ReportScope {
  readonly from: Temporal.PlainDate
  /** Included. */
  readonly to: Temporal.PlainDate
  readonly grain: ReportGrain
  /** The first day of each step, the first one not before `from`. */
  readonly steps: readonly Temporal.PlainDate[]
}

interface Asked {
  readonly stockIds?: string | undefined
  readonly currency?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly grain?: ReportGrain | undefined
}

/**
 * What of the company a reader asks for and may see: staff of one stock see that one, whatever they ask for.
 * @throws Failure 9103 where the company has reports switched off (decision 27)
 */
export async function scopeOf(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { query, actor }: { readonly query: Asked; readonly actor: Actor },
): Promise<ReportScope> {
  if (!(await areReportsOn(db))) fail(9103, { reason: 'the company has switched reports off' })
  const asked = query.stockIds?.split(',').filter((id) => id !== '') ?? []
  const own = isSuperUser(actor) ? null : actor.stockId
  const stockIds = own === null ? asked : asked.length === 0 || asked.includes(own) ? [own] : ['']
  return {
    stockIds: stockIds.length === 0 ? null : stockIds,
    currency: query.currency ?? null,
    staffId: isSuperUser(actor) ? null : actor.id,
    now: clock.now(),
  }
}

/**
 * The same with its days and steps; days are those of each stock, the last one unless said is the latest today of any.
 * @throws Failure 9103; 9165 `order`, `years`, `steps`
 */
export async function periodOf(
  platform: Pick<Platform, 'db' | 'clock'>,
  call: { readonly query: Asked; readonly actor: Actor },
  inWholeMonths = false,
): Promise<ReportPeriod> {
  const scope = await scopeOf(platform, call)
  const { query } = call
  const today = await todayOf(platform.db, scope.now)
  let to = query.to === undefined ? today : Temporal.PlainDate.from(query.to)
  let from = query.from === undefined ? to.with({ day: 1 }).subtract({ months: 11 }) : day(query.from)
  if (Temporal.PlainDate.compare(from, to) > 0) fail(9165, { field: 'to', params: { by: 'order' } })
  if (Temporal.PlainDate.compare(to, from.add({ years: reportLimits.years })) >= 0)
    fail(9165, { field: 'from', params: { by: 'years', years: reportLimits.years } })
  if (inWholeMonths) {
    from = from.with({ day: 1 })
    to = to.with({ day: to.daysInMonth })
  } else {
    // Of days to come nothing is known.
    to = earlier(to, today)
    from = earlier(from, to)
  }
  const grain = grainOf(from, to, query.grain, inWholeMonths)
  const steps = stepsOf(from, to, grain)
  if (steps.length > reportLimits.steps)
    fail(9165, { field: 'grain', params: { by: 'steps', steps: reportLimits.steps } })
  return { ...scope, from, to, grain, steps }
}

/**
 * The day a report speaks of where that is over at every stock; null: now.
 * @throws Failure 9165 `years`
 */
export async function pastDayOf(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  asked: string | undefined,
): Promise<Temporal.PlainDate | null> {
  if (asked === undefined) return null
  const [past, today] = [day(asked), await todayOf(db, clock.now())]
  if (Temporal.PlainDate.compare(past, today.subtract({ years: reportLimits.years })) < 0)
    fail(9165, { field: 'on', params: { by: 'years', years: reportLimits.years } })
  return Temporal.PlainDate.compare(past, today) < 0 ? past : null
}

const earlier = (a: Temporal.PlainDate, b: Temporal.PlainDate) =>
  Temporal.PlainDate.compare(a, b) < 0 ? a : b
const day = (text: string) => Temporal.PlainDate.from(text)

async function todayOf(db: Database, now: Temporal.Instant): Promise<Temporal.PlainDate> {
  return (await lastToday(db, now)) ?? now.toZonedDateTimeISO('UTC').toPlainDate()
}

/** As asked; else what makes some dozens of steps. */
function grainOf(
  from: Temporal.PlainDate,
  to: Temporal.PlainDate,
  asked: ReportGrain | undefined,
  inWholeMonths: boolean,
): ReportGrain {
  if (asked !== undefined && (!inWholeMonths || moneyGrains.some((one) => one === asked))) return asked
  const { days } = from.until(to)
  if (!inWholeMonths && days <= 62) return 'day'
  if (!inWholeMonths && days <= 182) return 'week'
  return days <= 366 * 5 ? 'month' : 'year'
}

/** First day of the step in which a day lies; weeks begin on Monday. */
function stepOf(of: Temporal.PlainDate, grain: ReportGrain): Temporal.PlainDate {
  switch (grain) {
    case 'day':
      return of
    case 'week':
      return of.subtract({ days: of.dayOfWeek - 1 })
    case 'month':
      return of.with({ day: 1 })
    case 'quarter':
      return of.with({ month: of.month - ((of.month - 1) % 3), day: 1 })
    case 'year':
      return of.with({ month: 1, day: 1 })
  }
}

const LENGTHS = {
  day: { days: 1 },
  week: { days: 7 },
  month: { months: 1 },
  quarter: { months: 3 },
  year: { years: 1 },
} as const

function stepsOf(from: Temporal.PlainDate, to: Temporal.PlainDate, grain: ReportGrain): Temporal.PlainDate[] {
  const steps: Temporal.PlainDate[] = []
  for (
    let step = stepOf(from, grain);
    Temporal.PlainDate.compare(step, to) <= 0;
    step = step.add(LENGTHS[grain])
  ) {
    steps.push(step)
    // Whoever asks for more is told so; nobody has to count to the end.
    if (steps.length > reportLimits.steps) break
  }
  return steps
}

/** The last day of a step that a period still has. */
export function lastOfStep(step: Temporal.PlainDate, { grain, to }: ReportPeriod): Temporal.PlainDate {
  const last = step.add(LENGTHS[grain]).subtract({ days: 1 })
  return Temporal.PlainDate.compare(last, to) > 0 ? to : last
}

/** One point per step, and where nothing happened one with nothing. @param of the points that there are, by the first day of their step */
export function everyStep<T>(
  period: ReportPeriod,
  of: ReadonlyMap<string, T>,
  nothing: T,
): (T & { day: string })[] {
  return period.steps.map((step) => ({ ...(of.get(step.toString()) ?? nothing), day: step.toString() }))
}

/** The same for each currency that there is. */
export function everyStepOfEach<
  Row extends { readonly currency: string; readonly step: Temporal.PlainDate },
  T extends { readonly currency: string },
>(
  period: ReportPeriod,
  rows: readonly Row[],
  nothing: Omit<T, 'currency'>,
  pick: (row: Row) => T,
): (T & { day: string })[] {
  const currencies = [...new Set(rows.map(({ currency }) => currency))].toSorted()
  return currencies.flatMap((currency) => {
    const own = rows.filter((row) => row.currency === currency)
    const points = new Map(own.map((row) => [row.step.toString(), pick(row)]))
    return everyStep(period, points, { ...nothing, currency } as T)
  })
}
