import { isArrivalOffered } from '@stowage/domain/booking-window'
import { vatClassOf, type AccountKind } from '@stowage/domain/account'
import { discountRule } from '@stowage/domain/discount'
import type { PriceTerms } from '@stowage/domain/price'
import {
  isTariffRule,
  tariffRule,
  withoutFirstMonth,
  type Tariff,
  type TariffTerms,
} from '@stowage/domain/tariff'
import { fail, FieldFailures } from '../../platform/failure.ts'
import type { ErrorCode } from '@stowage/api/errors'
import type { BoxFacts, StockTerms } from '../catalog/index.ts'
import { offeredTariffs, termFaults, type TermChoice } from './offered-tariffs.ts'

export interface Choice extends TermChoice {
  readonly startDay: Temporal.PlainDate
  readonly withInsurance: boolean
}

/** Under which tariff (null: reading B), and for whom: the first month's price is for new customers. */
export interface Deal {
  readonly tariff: Tariff | null
  readonly isNewCustomer: boolean
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
  { tariff, isNewCustomer }: Deal,
): PriceTerms {
  if (!rate || !stock.hasBoxes || stock.isExternal || isExternal)
    fail(6010, { reason: 'the box has no price or is not rented here' })
  // The box is read under its lock, the stock from memory: in between, another currency may have come (9115 comes after).
  if (rate.currency !== stock.currency) fail(9109, { reason: 'the stock has another currency by now' })
  return {
    rate,
    discount:
      tariff === null
        ? discountRule(stock.discount)
        : tariffRule(tariff, {
            currency: rate.currency,
            durationMonths: choice.durationMonths,
            isNewCustomer,
          }),
    ...(tariff === null ? {} : { tariff: keptOf(tariff) }),
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
  deal: Deal,
): PriceTerms {
  if (promised === null) return priceTerms(stock, box, account, choice, deal)
  const now = priceTerms(stock, { ...box, rate: promised.rate }, account, choice, deal)
  return {
    ...now,
    // A tariff that was promised is offered as it was then.
    discount: deal.tariff === null ? promised.discount : now.discount,
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
 * @param isNewCustomer who has become a customer meanwhile is new no more
 */
export function concludedOn(
  promised: PriceTerms,
  stock: Pick<StockTerms, 'vat' | 'timeZone'>,
  account: AccountKind,
  now: Temporal.Instant,
  isNewCustomer: boolean,
): PriceTerms {
  const today = now.toZonedDateTimeISO(stock.timeZone).toPlainDate()
  const kept = atPresentVat(promised, stock, account)
  const terms = isNewCustomer ? kept : { ...kept, discount: withoutFirstMonth(kept.discount) }
  return Temporal.PlainDate.compare(terms.startDay, today) < 0 ? { ...terms, startDay: today } : terms
}

const keptOf = ({ id, alias, name, minStayMonths, noticeDays, earlyLeave }: Tariff): TariffTerms => ({
  id,
  alias,
  name,
  minStayMonths,
  noticeDays,
  earlyLeave,
})

/** Whether it makes a difference that somebody is new: some price of a first month is at stake. */
export function hasFirstMonth(tariff: Pick<Tariff, 'firstMonth'> | null): boolean {
  return tariff?.firstMonth != null
}

/** The same of what was promised. */
export function hasPromisedFirstMonth({ discount }: Pick<PriceTerms, 'discount'>): boolean {
  return isTariffRule(discount) && discount.firstMonth !== null
}

/** What section 5 allows to choose; one error per field. @throws FieldFailures 1003, 1005; Failure 9121 */
export function assertChoice(
  stock: StockTerms,
  choice: Choice,
  promised: PriceTerms | null,
  now: Temporal.Instant,
): void {
  const offered = offeredTariffs(stock, promised)
  refuse([...arrivalFaults(stock, choice, now), ...termFaults(stock, choice, offered, promised)])
}

/** The day alone, where the rest is asked about later. @throws FieldFailures 1005 */
export function assertArrival(
  stock: Pick<StockTerms, 'timeZone'>,
  choice: Pick<Choice, 'startDay'>,
  now: Temporal.Instant,
): void {
  refuse(arrivalFaults(stock, choice, now))
}

function arrivalFaults(
  stock: Pick<StockTerms, 'timeZone'>,
  { startDay }: Pick<Choice, 'startDay'>,
  now: Temporal.Instant,
): Faults {
  const today = now.toZonedDateTimeISO(stock.timeZone).toPlainDate()
  return isArrivalOffered(startDay, today) ? [] : [{ code: 1005, field: 'arrivalDate' }]
}

type Faults = { code: ErrorCode; field: string }[]

function refuse(wrong: Faults): void {
  if (wrong.length > 0) throw new FieldFailures(wrong)
}
