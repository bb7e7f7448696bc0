/**
 * The terms of one contract, one behind another (decision 17): the first is signed, each extension adds one of the same length
 * at the sitting tenant's own prices. A day belongs to one of them, and each counts its periods from its own first day on the
 * contract's anchor day.
 */
import { issueDay } from './invoice-days.ts'
import { contractEnd, firstOfNextMonth, periodOn, type Period } from './period.ts'
import { firstDayOf, priceContract, priceRest, type PricedPeriod, type PriceTerms } from './price.ts'
import { withoutFirstMonth } from './tariff.ts'

/**
 * The term behind a term: as long as was agreed, as priced and billed in the same periods; a deposit is held already, and the first month's price
 * of a tariff was that of the contract's first month. Discounts by month begin anew.
 * @throws RangeError for an open-ended one, which has nothing behind it
 */
export function followingTerm(term: PriceTerms): PriceTerms {
  const end = termEnd(term)
  if (end === null) throw new RangeError('an open-ended term has nothing behind it')
  return {
    ...term,
    durationMonths: term.extensionMonths ?? term.durationMonths,
    startDay: end,
    anchorDay: term.anchorDay ?? term.startDay.day,
    depositMonths: 0,
    discount: withoutFirstMonth(term.discount),
  }
}

/**
 * The terms that one extension adds: one, or where the contract ended longer ago than a term lasts, as many as reach beyond today.
 * @throws as `followingTerm`
 */
export function extendingTerms(
  term: PriceTerms,
  today: Temporal.PlainDate,
): readonly [PriceTerms, ...PriceTerms[]] {
  const first = followingTerm(term)
  const added: [PriceTerms, ...PriceTerms[]] = [first]
  for (let last = first; !reaches(last, today);) {
    last = followingTerm(last)
    added.push(last)
  }
  return added
}

function reaches(term: PriceTerms, today: Temporal.PlainDate): boolean {
  const end = termEnd(term)
  return end === null || Temporal.PlainDate.compare(end, today) > 0
}

/**
 * A term whose first payment came late begins on the day from which the box can be used, and keeps everything else: price, length
 * and periods.
 * @returns the same terms where the planned day is not past
 */
export function beginningOn(term: PriceTerms, usableFrom: Temporal.PlainDate): PriceTerms {
  return Temporal.PlainDate.compare(usableFrom, term.startDay) <= 0 ? term : { ...term, startDay: usableFrom }
}

/** The first day behind a term; null where it is open-ended. */
export function termEnd(term: PriceTerms): Temporal.PlainDate | null {
  return term.durationMonths === null ? null : contractEnd(term.startDay, term.durationMonths, term.anchorDay)
}

/**
 * The terms that hold on a day, with the period it lies in; null before the first and behind the last.
 * @param terms in order, each holding from where the one before ends, or from a day inside it: then the later ones hold
 */
export function termOn(
  terms: readonly PriceTerms[],
  day: Temporal.PlainDate,
): { readonly term: PriceTerms; readonly period: Period } | null {
  let found: { readonly term: PriceTerms; readonly period: Period } | null = null
  for (const term of terms) {
    const { validFrom } = term
    const period =
      validFrom !== undefined && Temporal.PlainDate.compare(day, validFrom) < 0 ? null : periodOn(term, day)
    if (period !== null) found = { term, period }
  }
  return found
}

/**
 * What is billed next from a day on: the period it lies in, cut short where the contract ends inside it; the rest of a period
 * of which a part is billed already (notice was given and taken back). null where nothing is left.
 * @throws as `priceContract`
 */
export function nextBilled(
  terms: readonly PriceTerms[],
  from: Temporal.PlainDate,
  endDay: Temporal.PlainDate | null,
): PricedPeriod | null {
  const next = endDay && Temporal.PlainDate.compare(from, endDay) >= 0 ? null : termOn(terms, from)
  if (!next) return null
  const { term, period } = next
  return firstDayOf(term, period)?.equals(from) === true
    ? priceContract(term, period.index, endDay)
    : priceRest(term, period.index, from, endDay)
}

/**
 * The day on which the next invoice of a contract that is billed until a day is issued: a week before the days it is for, and
 * behind the contract's end when their month is over (`overstay.ts`). null where it has no end and no term either.
 */
export function nextIssueDay(
  terms: readonly PriceTerms[],
  billedUntil: Temporal.PlainDate,
  endDay: Temporal.PlainDate | null,
): Temporal.PlainDate | null {
  const isOver = endDay !== null && Temporal.PlainDate.compare(billedUntil, endDay) >= 0
  const next = isOver ? null : termOn(terms, billedUntil)
  if (next !== null) return issueDay({ ...next.period, from: billedUntil })
  if (endDay === null) return null
  return firstOfNextMonth(isOver ? billedUntil : endDay)
}
