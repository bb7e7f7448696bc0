/**
 * The calendar of a contract: terms and invoicing periods by month, half-open, the anchor day kept (decision 13):
 * 31 Jan → 28 or 29 Feb → 31 Mar, because each end is counted from the start and never from the end before it.
 */

/** A stretch of days, `from` inside and `until` not. */
export interface DayRange {
  readonly from: Temporal.PlainDate
  readonly until: Temporal.PlainDate
}

/** One invoicing period of a contract. */
export interface Period extends DayRange {
  /** 0 for the first. */
  readonly index: number
  /** Calendar months it covers; the last of a term may have fewer than the others. */
  readonly months: number
}

/** What the periods of a contract follow from. */
export interface PeriodPlan {
  readonly startDay: Temporal.PlainDate
  /** Months of the term; null while open-ended. */
  readonly durationMonths: number | null
  /** Months paid at once. */
  readonly periodMonths: number
  /** Day of the month on which periods begin where the month has it; the start's own day unless a former term kept a later one. */
  readonly anchorDay?: number
}

/**
 * The day so many months after the start: the anchor day of that month, or its last day where it is shorter.
 * @throws RangeError unless the anchor day falls on the start in the start's month
 */
export function addMonthsAnchored(
  start: Temporal.PlainDate,
  months: number,
  anchorDay: number = start.day,
): Temporal.PlainDate {
  if (!Number.isInteger(anchorDay) || Math.min(anchorDay, start.daysInMonth) !== start.day) {
    throw new RangeError(`anchor day ${anchorDay} does not fall on ${start.toString()}`)
  }
  // Both steps come down to the last day of a month that is too short; the second comes up again to the anchor. Billing asks
  // this for every period of every contract, and the second step is mostly none.
  const reached = months === 0 ? start : start.add({ months })
  return reached.day === anchorDay ? reached : reached.with({ day: anchorDay })
}

/** The end of a term: the first day that is no longer in it. */
export function contractEnd(
  start: Temporal.PlainDate,
  months: number,
  anchorDay: number = start.day,
): Temporal.PlainDate {
  assertMonths(months)
  return addMonthsAnchored(start, months, anchorDay)
}

/** The plan's period with this index; null behind the end of the term. @throws RangeError for an index that is no count */
export function periodAt(plan: PeriodPlan, index: number): Period | null {
  if (!Number.isInteger(index) || index < 0) throw new RangeError(`no period index: ${index}`)
  assertMonths(plan.periodMonths)
  if (plan.durationMonths !== null) assertMonths(plan.durationMonths)

  const before = index * plan.periodMonths
  const months = Math.min(plan.periodMonths, (plan.durationMonths ?? Infinity) - before)
  if (months <= 0) return null
  return {
    index,
    months,
    from: addMonthsAnchored(plan.startDay, before, plan.anchorDay),
    until: addMonthsAnchored(plan.startDay, before + months, plan.anchorDay),
  }
}

/** All periods in order; without an end where the contract has none, so take what is needed. */
export function* periods(plan: PeriodPlan): Generator<Period, void> {
  for (let index = 0; ; index += 1) {
    const period = periodAt(plan, index)
    if (period === null) return
    yield period
  }
}

/** The period behind this one; null where the term ends with it. */
export function nextPeriod(plan: PeriodPlan, period: Period): Period | null {
  return periodAt(plan, period.index + 1)
}

/** The period that a day lies in; null before the start and from the end on. */
export function periodOn(plan: PeriodPlan, day: Temporal.PlainDate): Period | null {
  if (Temporal.PlainDate.compare(day, plan.startDay) < 0) return null
  assertMonths(plan.periodMonths)
  const start = plan.startDay.toPlainYearMonth()
  const monthsSince = start.until(day.toPlainYearMonth(), { largestUnit: 'months' }).months
  // The day may lie before the anchor day of its month: then it still belongs to the period before.
  const guess = periodAt(plan, Math.floor(monthsSince / plan.periodMonths))
  if (guess !== null && contains(guess, day)) return guess
  const before = Math.floor(monthsSince / plan.periodMonths) - 1
  const former = before < 0 ? null : periodAt(plan, before)
  return former !== null && contains(former, day) ? former : null
}

/** How many days a range has; a period's share by the day is computed over them (decision 17). */
export function daysIn(range: DayRange): number {
  return range.from.until(range.until, { largestUnit: 'days' }).days
}

/**
 * How many months of a range have begun: 1 from its first day on, 2 from the next anchor day on. 0 for an empty range.
 * @param anchorDay of the contract, which the first day lies on
 */
export function monthsBegun(range: DayRange, anchorDay: number = range.from.day): number {
  const { from, until } = range
  // Each month before that of `until` has begun before it; that one itself only where its anchor day lies before.
  const months = (until.year - from.year) * 12 + until.month - from.month
  if (months < 0) return 0
  const isBegun = Temporal.PlainDate.compare(addMonthsAnchored(from, months, anchorDay), until) < 0
  return months + Number(isBegun)
}

/** Whether a day lies in a half-open range. */
export function contains(range: DayRange, day: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(range.from, day) <= 0 && Temporal.PlainDate.compare(day, range.until) < 0
}

/** Days that are charged on one document each: no document holds days of two months. */
export function* monthParts({ from, until }: DayRange): Generator<DayRange, void> {
  let start = from
  while (Temporal.PlainDate.compare(start, until) < 0) {
    const next = firstOfNextMonth(start)
    const end = Temporal.PlainDate.compare(next, until) < 0 ? next : until
    yield { from: start, until: end }
    start = end
  }
}

export function firstOfNextMonth(day: Temporal.PlainDate): Temporal.PlainDate {
  return day.with({ day: 1 }).add({ months: 1 })
}

/**
 * So many business days, Monday to Friday, behind a day. Public holidays count as business days: they differ by region, and
 * the count is an upper limit for waiting.
 */
export function addBusinessDays(day: Temporal.PlainDate, count: number): Temporal.PlainDate {
  let result = day
  for (let left = count; left > 0;) {
    result = result.add({ days: 1 })
    if (result.dayOfWeek <= 5) left -= 1
  }
  return result
}

function assertMonths(months: number): void {
  if (!Number.isInteger(months) || months < 1) throw new RangeError(`not a number of months: ${months}`)
}
