import { dueDay, issueDay } from '@stowage/domain/invoice-days'
import type { DayRange } from '@stowage/domain/period'
import type { PricedPeriod, PriceTerms } from '@stowage/domain/price'
import { nextBilled } from '@stowage/domain/term'
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
 * Computes the invoices of the periods that begin within 7 days, one period after another, however many nights were missed.
 * Nothing is read or written.
 * @throws whatever the price engine says of terms that cannot be priced
 */
export function billPlan(plan: PlanRow, at: Temporal.Instant): Bill {
  const terms: readonly PriceTerms[] = plan.terms.map((term) => termsByLaw(term, plan.vat))
  const today = at.toZonedDateTimeISO(plan.snapshot.timeZone).toPlainDate()
  const invoices: { priced: PricedPeriod; dueOn: Temporal.PlainDate }[] = []
  let { billedUntil } = plan
  for (let from = billedUntil ?? terms[0]?.startDay; ; from = billedUntil ?? undefined) {
    const next = from && nextBilled(terms, from, plan.endDay)
    if (!next || Temporal.PlainDate.compare(issueDay(next.period), today) > 0)
      return { plan, today, invoices, billedUntil, nextIssueOn: next ? issueDay(next.period) : null }
    invoices.push({ priced: next, dueOn: dueOn(next.period, today) })
    billedUntil = next.period.until
  }
}

/** Due on the period's first day; nobody is asked to have paid before he was asked, as for the days before an extension. */
function dueOn(period: DayRange, today: Temporal.PlainDate): Temporal.PlainDate {
  const due = dueDay(period)
  return Temporal.PlainDate.compare(due, today) < 0 ? today : due
}
