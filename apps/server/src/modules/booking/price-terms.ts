import { isDurationOffered, isPeriodOffered } from '@stowage/domain/booking-choices'
import { isArrivalOffered } from '@stowage/domain/booking-window'
import { vatClassOf, type AccountKind } from '@stowage/domain/account'
import { discountRule } from '@stowage/domain/discount'
import type { PriceTerms } from '@stowage/domain/price'
import { fail, FieldFailures } from '../../platform/failure.ts'
import type { ErrorCode } from '@stowage/api/errors'
import type { BoxFacts, StockTerms } from '../catalog/index.ts'

export interface Choice {
  readonly startDay: Temporal.PlainDate
  readonly durationMonths: number
  readonly periodMonths: number
  readonly withInsurance: boolean
}

/**
 * The price terms of a choice: what quote, reservation, contract and invoice share (decisions.md C14). The box's present
 * rate and the stock's present rules are taken here and kept with the contract.
 * @throws Failure 6010 for a box without a price; 9109 where the stock has changed its currency meanwhile
 */
export function priceTerms(
  stock: StockTerms,
  { rate, isExternal }: Pick<BoxFacts, 'rate' | 'isExternal'>,
  account: AccountKind | null,
  choice: Choice,
): PriceTerms {
  if (!rate || !stock.hasBoxes || stock.isExternal || isExternal)
    fail(6010, { reason: 'the box has no price or is not rented here' })
  // The box is read under its lock, the stock from memory: in between, another currency may have come (9115 comes after).
  if (rate.currency !== stock.currency) fail(9109, { reason: 'the stock has another currency by now' })
  return {
    rate,
    discount: discountRule(stock.discount),
    ...vatNow(stock, account),
    insurance:
      choice.withInsurance && stock.insuranceMonthly.amount > 0
        ? {
            monthly: stock.insuranceMonthly,
            coverage: stock.insuranceCoverage,
            taxPercent: stock.insuranceTaxPercent,
          }
        : null,
    depositMonths: stock.depositMonths,
    startDay: choice.startDay,
    durationMonths: choice.durationMonths,
    periodMonths: choice.periodMonths,
  }
}

/** The rates of a stock for an account, and whose they are: kept with the terms. */
const vatNow = (
  stock: Pick<StockTerms, 'vat'>,
  account: AccountKind | null,
): Pick<PriceTerms, 'vatPercent' | 'vatClass'> => {
  const vatClass = vatClassOf(account)
  return { vatPercent: stock.vat[vatClass], vatClass }
}

/**
 * The same for whoever has the box reserved: every part of the net price that was promised with the reservation is kept, for
 * whatever term he chooses now; gross follows the law (decision 15). Only an insurance that he had not asked for comes at what it costs today.
 * @param promised null: the box is not reserved for this account
 */
export function termsKept(
  stock: StockTerms,
  box: BoxFacts,
  account: AccountKind | null,
  choice: Choice,
  promised: PriceTerms | null,
): PriceTerms {
  if (promised === null) return priceTerms(stock, box, account, choice)
  const now = priceTerms(stock, { ...box, rate: promised.rate }, account, choice)
  return {
    ...now,
    discount: promised.discount,
    insurance: choice.withInsurance ? (promised.insurance ?? now.insurance) : null,
    depositMonths: promised.depositMonths,
  }
}

/** What was promised net, at the VAT that the law has set for this account. */
export function atPresentVat(
  promised: PriceTerms,
  stock: Pick<StockTerms, 'vat'>,
  account: AccountKind,
): PriceTerms {
  return { ...promised, ...vatNow(stock, account) }
}

/**
 * The terms of a reservation as they become a contract today: at the price that was promised, gross by the law, and not from a day that has
 * passed while it was only reserved, since nobody pays for days on which his door was shut (code 7005).
 */
export function concludedOn(
  promised: PriceTerms,
  stock: Pick<StockTerms, 'vat' | 'timeZone'>,
  account: AccountKind,
  now: Temporal.Instant,
): PriceTerms {
  const today = now.toZonedDateTimeISO(stock.timeZone).toPlainDate()
  const terms = atPresentVat(promised, stock, account)
  return Temporal.PlainDate.compare(terms.startDay, today) < 0 ? { ...terms, startDay: today } : terms
}

/** What section 5 allows to choose; one error per field. @throws FieldFailures 1005 */
export function assertChoice(stock: StockTerms, choice: Choice, now: Temporal.Instant): void {
  const today = now.toZonedDateTimeISO(stock.timeZone).toPlainDate()
  const wrong: { code: ErrorCode; field: string }[] = []
  if (!isArrivalOffered(choice.startDay, today)) wrong.push({ code: 1005, field: 'arrivalDate' })
  if (!isDurationOffered(choice.durationMonths, stock.maxContractDuration))
    wrong.push({ code: 1005, field: 'contractDuration' })
  else if (!isPeriodOffered(choice.periodMonths, choice.durationMonths))
    wrong.push({ code: 1005, field: 'invoicingPeriod' })
  if (wrong.length > 0) throw new FieldFailures(wrong)
}
