import { isPeriodOffered, isDurationOffered } from '@stowage/domain/booking-choices'
import { isTariffRule, isTermOffered, type Tariff } from '@stowage/domain/tariff'
import type { PriceTerms } from '@stowage/domain/price'
import type { ErrorCode } from '@stowage/api/errors'
import { fail, FieldFailures } from '../../platform/failure.ts'
import type { StockTerms } from '../catalog/index.ts'

/** How long and under what: what tariffs decide (decisions.md C16). */
export interface TermChoice {
  /** null: open-ended, which only a tariff offers. */
  readonly durationMonths: number | null
  readonly periodMonths: number
  /** null: none, or the one that was promised with a reservation. */
  readonly tariffId: string | null
}

/**
 * The tariffs somebody may choose from: those that are on, and the one that was promised with his reservation, as it was then. Who was
 * promised a price without a tariff keeps the rules of then: none. None at all: the rules of reading B.
 */
export function offeredTariffs(
  stock: Pick<StockTerms, 'tariffs'>,
  promised: PriceTerms | null,
): readonly Tariff[] {
  if (promised === null) return stock.tariffs
  const kept = tariffOf(promised)
  if (kept === null) return []
  const present = stock.tariffs.find(({ id }) => id === kept.id)
  if (present === undefined) return [kept, ...stock.tariffs]
  const term = widest(present.term, kept.term)
  return stock.tariffs.map((tariff) => (tariff === present ? { ...kept, term } : tariff))
}

/** The tariff of kept terms, for the term they were kept for. */
function tariffOf({ tariff, discount, durationMonths, rate }: PriceTerms): Tariff | null {
  if (tariff === undefined || !isTariffRule(discount)) return null
  const { steps, firstMonth } = discount
  return {
    ...tariff,
    term: durationMonths === null ? null : { minMonths: durationMonths, maxMonths: durationMonths },
    steps,
    firstMonth: firstMonth && {
      minMonths: firstMonth.minMonths,
      prices: { [rate.currency]: firstMonth.price },
    },
  }
}

function widest(present: Tariff['term'], kept: Tariff['term']): Tariff['term'] {
  if (present === null || kept === null) return kept
  return {
    minMonths: Math.min(present.minMonths, kept.minMonths),
    maxMonths: Math.max(present.maxMonths, kept.maxMonths),
  }
}

/**
 * The tariff of a choice; null where none is offered.
 * @throws Failure 9121 for a tariff that is not offered; FieldFailures 1003, 1005 for no tariff, or a term or period it does not have
 */
export function chosenTariff(
  stock: Pick<StockTerms, 'tariffs' | 'maxContractDuration'>,
  choice: TermChoice,
  promised: PriceTerms | null,
): Tariff | null {
  const offered = offeredTariffs(stock, promised)
  const wrong = termFaults(stock, choice, offered, promised)
  if (wrong.length > 0) throw new FieldFailures(wrong)
  return wantedTariff(choice, offered, promised)
}

function wantedTariff(
  { tariffId }: TermChoice,
  offered: readonly Tariff[],
  promised: PriceTerms | null,
): Tariff | null {
  const wanted = tariffId ?? promised?.tariff?.id ?? null
  if (wanted === null) return null
  return offered.find(({ id }) => id === wanted) ?? fail(9121, { field: 'tariffId' })
}

/** What is wrong with term and period. @throws Failure 9121 for a tariff that is not offered */
export function termFaults(
  { maxContractDuration }: Pick<StockTerms, 'maxContractDuration'>,
  choice: TermChoice,
  offered: readonly Tariff[],
  promised: PriceTerms | null,
): { code: ErrorCode; field: string }[] {
  const { durationMonths, periodMonths } = choice
  const tariff = wantedTariff(choice, offered, promised)
  if (tariff !== null) {
    if (!isTermOffered(tariff, durationMonths)) return [{ code: 1005, field: 'contractDuration' }]
    // Its discounts are those of single months: it is paid month by month.
    return periodMonths === 1 ? [] : [{ code: 1005, field: 'invoicingPeriod' }]
  }
  if (offered.length > 0) return [{ code: 1003, field: 'tariffId' }]
  if (durationMonths === null) return [{ code: 1003, field: 'contractDuration' }]
  if (!isDurationOffered(durationMonths, maxContractDuration))
    return [{ code: 1005, field: 'contractDuration' }]
  return isPeriodOffered(periodMonths, durationMonths) ? [] : [{ code: 1005, field: 'invoicingPeriod' }]
}

/**
 * The choice that a question is about: the tariff asked for, else the promised one, else the first; the term of it that is nearest to the
 * one asked for. A question is answered for what can be had, and the answer says what that is; booking takes nothing else.
 */
export function nearestChoice(
  offered: readonly Tariff[],
  asked: TermChoice,
  promised: PriceTerms | null,
): { readonly tariff: Tariff | null; readonly choice: TermChoice } {
  const [first] = offered
  if (first === undefined) return { tariff: null, choice: { ...asked, tariffId: null } }
  const wanted = asked.tariffId ?? promised?.tariff?.id
  const tariff = offered.find(({ id }) => id === wanted) ?? first
  return {
    tariff,
    choice: { tariffId: tariff.id, periodMonths: 1, durationMonths: nearestTerm(tariff, asked) },
  }
}

export function nearestTerm(
  { term }: Pick<Tariff, 'term'>,
  { durationMonths }: Pick<TermChoice, 'durationMonths'>,
): number | null {
  if (term === null) return null
  return Math.min(term.maxMonths, Math.max(term.minMonths, durationMonths ?? term.minMonths))
}
