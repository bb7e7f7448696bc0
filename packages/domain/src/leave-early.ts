/** What a tariff asks of who leaves before he may (decision 16): until when he pays, and what a lost first month's price comes to. */
import { inPeriods, usedOf, type BilledDocument } from './credit.ts'
import { add, subtract, sum, zero, type Money } from './money.ts'
import { addMonthsAnchored, contains, periodAt } from './period.ts'
import { totalsOf, type PricedPeriod, type PriceLine, type PriceTerms } from './price.ts'
import { isTariffRule, withoutFirstMonth } from './tariff.ts'
import { termEnd, termOn } from './term.ts'

/**
 * The first day that is not paid for any more: the leaving day, or by his tariff the end of the minimum stay or of the term that he
 * leaves. An end that was agreed before the minimum stay is over is agreed.
 * @param terms in order; the first one's tariff holds for all
 */
export function paidUntilLeaving(
  terms: readonly PriceTerms[],
  leftOn: Temporal.PlainDate,
  endDay: Temporal.PlainDate | null,
): Temporal.PlainDate {
  const asked = askedUntil(terms, leftOn)
  return asked === null ? leftOn : laterOf(leftOn, endDay === null ? asked : earlierOf(asked, endDay))
}

function askedUntil(terms: readonly PriceTerms[], leftOn: Temporal.PlainDate): Temporal.PlainDate | null {
  const [first] = terms
  if (first?.tariff === undefined || first.tariff.earlyLeave === 'usedDays') return null
  const { earlyLeave, minStayMonths } = first.tariff
  if (earlyLeave === 'minimumStay') return addMonthsAnchored(first.startDay, minStayMonths, first.anchorDay)
  const isBefore = compareDays(leftOn, first.startDay) < 0
  const term = isBefore ? first : termOn(terms, leftOn)?.term
  return term === undefined ? null : termEnd(term)
}

/** Whether the first month's price is lost: it was given to who stays longer than that. */
export function isFirstMonthLost(terms: readonly PriceTerms[], paidUntil: Temporal.PlainDate): boolean {
  const [first] = terms
  if (first === undefined || !isTariffRule(first.discount) || first.discount.firstMonth === null) return false
  const { startDay, anchorDay, discount } = first
  const bound = addMonthsAnchored(startDay, discount.firstMonth?.minMonths ?? 0, anchorDay)
  return compareDays(paidUntil, bound) < 0
}

/** Terms and invoices as if nobody had been new. */
export function atFullPrice<F extends Billed>(facts: F): F {
  return {
    ...facts,
    terms: facts.terms.map((term) => ({ ...term, discount: withoutFirstMonth(term.discount) })),
    documents: facts.documents.map((document) => ({
      ...document,
      lines: document.lines.map((line) =>
        line.discount === undefined ? line : { ...line, discount: withoutFirstMonth(line.discount) },
      ),
    })),
  }
}

interface Billed {
  readonly terms: readonly PriceTerms[]
  readonly documents: readonly BilledDocument[]
}

/**
 * What the first period costs more at the price of every month than it was billed at; null where that is not more.
 * @param facts as `atFullPrice` makes them
 */
export function lostFirstMonth(facts: Billed, paidUntil: Temporal.PlainDate): PricedPeriod | null {
  const { terms, documents } = facts
  const [first] = terms
  const period = first && periodAt(first, 0)
  if (!first || !period) return null
  const own = documents.filter(
    ({ from, until }) => contains(period, from) && compareDays(from, earlierOf(until, paidUntil)) < 0,
  )
  // One, or one for each box where the contract has moved meanwhile.
  const costs = inPeriods(own, terms).flatMap((some) => {
    const [one, last] = [some[0], some.at(-1)]
    const used = one && last && usedOf(terms, one, some, earlierOf(paidUntil, last.until), 'monthsBegun')
    return used?.filter((line) => line.kind === 'rent') ?? []
  })
  const cost = costs.at(-1)
  if (cost === undefined) return null
  const billed = own.flatMap(({ lines }) => lines).filter((line) => line.kind === 'rent')
  const total = (of: readonly Pick<PriceLine, 'net' | 'vat'>[], field: 'net' | 'vat'): Money =>
    sum(
      of.map((line) => line[field]),
      first.rate.currency,
    )
  const full = { ...cost, net: total(costs, 'net'), vat: total(costs, 'vat') }
  const net = subtract(full.net, total(billed, 'net'))
  if (net.amount <= 0) return null
  const line = lostLine(full, net, subtract(full.vat, total(billed, 'vat')), total(billed, 'net'))
  // The day of the settlement: the days themselves stand on an invoice already. Where an invoice begins on it (the next period's,
  // issued ahead) the first one behind it on which none does: no two of a contract begin on one day.
  let from = paidUntil
  while (documents.some((document) => document.from.equals(from))) from = from.add({ days: 1 })
  return {
    period: { index: 0, months: period.months, from, until: from.add({ days: 1 }) },
    lines: [line],
    totals: totalsOf([line], net.currency),
  }
}

function lostLine(cost: PriceLine, net: Money, rest: Money, billed: Money): PriceLine {
  const vat = rest.amount < 0 ? zero(rest.currency) : rest
  const { rate, months, days, usedDays } = cost.explanation
  return {
    ...cost,
    discountPercent: 0,
    discount: zero(net.currency),
    net,
    vat,
    gross: add(net, vat),
    explanation: {
      rule: 'firstMonthLost',
      rate,
      months,
      ...(days === undefined ? {} : { days }),
      ...(usedDays === undefined ? {} : { usedDays }),
      billed,
      cost: cost.net,
      rounding: 'halfAwayFromZero',
    },
  }
}

const compareDays = (a: Temporal.PlainDate, b: Temporal.PlainDate): number => Temporal.PlainDate.compare(a, b)
const laterOf = (a: Temporal.PlainDate, b: Temporal.PlainDate): Temporal.PlainDate =>
  compareDays(a, b) < 0 ? b : a
const earlierOf = (a: Temporal.PlainDate, b: Temporal.PlainDate): Temporal.PlainDate =>
  compareDays(a, b) < 0 ? a : b
