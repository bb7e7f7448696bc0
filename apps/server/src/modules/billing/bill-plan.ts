import { dueDay, issueDay } from '@stowage/domain/invoice-days'
import type { DayRange } from '@stowage/domain/period'
import type { PricedPeriod, PriceTerms } from '@stowage/domain/price'
import { overstayPeriods } from '@stowage/domain/overstay'
import { nextBilled, nextIssueDay } from '@stowage/domain/term'
import type { PlanRow } from './due-plan-store.ts'
import { termsByLaw } from './plan-view.ts'

/** What a plan is to be billed for by a day, and where it stands behind that. */
export interface Bill {
  readonly plan: PlanRow
  readonly today: Temporal.PlainDate
  readonly invoices: readonly { readonly priced: PricedPeriod; readonly dueOn: Temporal.PlainDate }[]
  readonly billedUntil: Temporal.PlainDate | null
  readonly nextIssueOn: Temporal.PlainDate | null
}

/**
 * Computes the invoices of the periods that begin within 7 days, one period after another, however many nights were missed; behind
 * the contract's end those of the days after it, each month's when it is over. Nothing is read or written.
 * @throws whatever the price engine says of terms that cannot be priced
 */
export function billPlan(plan: PlanRow, at: Temporal.Instant): Bill {
  const { endDay } = plan
  const terms: readonly PriceTerms[] = plan.terms.map((term) => termsByLaw(term, plan.vat))
  const today = at.toZonedDateTimeISO(plan.snapshot.timeZone).toPlainDate()
  const invoices: { priced: PricedPeriod; dueOn: Temporal.PlainDate }[] = []
  let billedUntil = plan.billedUntil ?? terms[0]?.startDay ?? null
  const bill = (priced: PricedPeriod): void => {
    invoices.push({ priced, dueOn: dueOn(priced.period, today) })
    billedUntil = priced.period.until
  }
  while (billedUntil !== null) {
    const next = nextBilled(terms, billedUntil, endDay)
    if (next === null || isAfter(issueDay(next.period), today)) break
    bill(next)
  }
  if (endDay !== null && billedUntil !== null && !isAfter(endDay, billedUntil))
    for (const priced of overstayPeriods(terms, endDay, { from: billedUntil, until: today.with({ day: 1 }) }))
      bill(priced)
  const nextIssueOn = billedUntil && nextIssueDay(terms, billedUntil, endDay)
  return {
    plan,
    today,
    invoices,
    billedUntil: invoices.length > 0 ? billedUntil : plan.billedUntil,
    nextIssueOn,
  }
}

const isAfter = (a: Temporal.PlainDate, b: Temporal.PlainDate): boolean =>
  Temporal.PlainDate.compare(a, b) > 0

/** Due on the period's first day; nobody is asked to have paid before he was asked, as for the days before an extension. */
function dueOn(period: DayRange, today: Temporal.PlainDate): Temporal.PlainDate {
  const due = dueDay(period)
  return Temporal.PlainDate.compare(due, today) < 0 ? today : due
}
