import { money } from '@stowage/domain/money'
import {
  comingRate,
  firstRiseDay,
  highestRate,
  previewRise,
  promisedUntil,
  rateAt,
  riseRefusal,
  type RisePlan,
  type RiseRefusal as DomainRefusal,
  type RiseRules,
} from '@stowage/domain/rise'
import { termsByLaw } from './plan-view.ts'
import type { NoticeFacts, RisePlanRow } from './rise-store.ts'

export type RiseRefusal = DomainRefusal | 'notRunning' | 'parked' | 'currency'

/** What the rules of a rise look at, from a plan's row. */
export interface RiseCase {
  readonly plan: RisePlan
  readonly rules: RiseRules
  readonly today: Temporal.PlainDate
  /** What stands in the way of any rise; null where nothing does. */
  readonly refusal: RiseRefusal | null
  /** The first day on which a rise told today would take effect. */
  readonly from: Temporal.PlainDate | null
}

export function riseCase(row: RisePlanRow, at: Temporal.Instant): RiseCase {
  const [first, ...more] = row.terms.map((term) => termsByLaw(term, row.vat))
  if (first === undefined) throw new RangeError(`the plan ${row.planId} has no terms`)
  const plan: RisePlan = {
    terms: [first, ...more],
    leavesOn: row.leavesOn === null ? null : Temporal.PlainDate.from(row.leavesOn),
    billedUntil: row.billedUntil === null ? first.startDay : Temporal.PlainDate.from(row.billedUntil),
  }
  const today = at.toZonedDateTimeISO(row.timeZone).toPlainDate()
  const rules = { noticeDays: row.noticeDays, capPercent: row.capPercent }
  const from = firstRiseDay(plan, rules, today)
  const refusal =
    row.contractStatus !== 'active' || row.isClosed
      ? 'notRunning'
      : row.isParked
        ? 'parked'
        : from === null
          ? 'leaving'
          : row.isOnItsWay || comingRate(plan, today) !== null
            ? 'coming'
            : null
  return { plan, rules, today, refusal, from }
}

/** What stands in the way of this rate from this day on; null where nothing does. */
export function refusalOf(
  { plan, rules, today, refusal }: RiseCase,
  rise: { readonly rate: number; readonly from: Temporal.PlainDate },
): RiseRefusal | null {
  const { currency } = plan.terms[0].rate
  return refusal ?? riseRefusal(plan, rules, { rate: money(rise.rate, currency), from: rise.from }, today)
}

/** The most that a rate may come to from the first possible day on; null where none is possible. */
export function highestOf({ plan, rules, from }: RiseCase): number | null {
  return from && highestRate(plan, rules, from).amount
}

/** What a notice says of this rise: the rate before it, and its first period without and with it. */
export function noticeFacts(
  { plan }: Pick<RiseCase, 'plan'>,
  rise: { readonly rate: number; readonly from: Temporal.PlainDate },
): NoticeFacts {
  const { currency } = plan.terms[0].rate
  const { before, after } = previewRise(plan, {
    from: rise.from,
    rate: money(rise.rate, currency),
    noticeId: '',
    servedOn: rise.from,
  })
  return {
    rateBefore: rateAt(plan, rise.from).amount,
    rate: rise.rate,
    effectiveOn: rise.from.toString(),
    periodUntil: after.period.until.toString(),
    months: after.period.months,
    netBefore: before.totals.net.amount,
    grossBefore: before.totals.gross.amount,
    netAfter: after.totals.net.amount,
    grossAfter: after.totals.gross.amount,
    promisedUntil: promisedUntil(plan)?.toString() ?? null,
  }
}
