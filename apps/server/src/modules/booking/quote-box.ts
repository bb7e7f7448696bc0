import type { quoteBox as endpoint } from '@stowage/api/booking'
import type { Answer, Query } from '@stowage/api/endpoint'
import { vatClassOf, type AccountKind } from '@stowage/domain/account'
import { periodChoices } from '@stowage/domain/booking-choices'
import { limits } from '@stowage/domain/limits'
import { money, times } from '@stowage/domain/money'
import { contractEnd } from '@stowage/domain/period'
import { priceContract, vatPercentOf, type PricedPeriod, type PriceTerms } from '@stowage/domain/price'
import { quote } from '@stowage/domain/quote'
import { fail } from '../../platform/failure.ts'
import type { Platform } from '../../platform/platform.ts'
import type { BoxFacts, Catalog, StockTerms } from '../catalog/index.ts'
import { assertChoice, termsKept, type Choice } from './price-terms.ts'
import { promiseFor } from './reservation-view.ts'

type QuoteAnswer = Answer<typeof endpoint>

/**
 * Reads a quote for a box; what is left out takes the wizard's defaults: today, one month, paid monthly, with insurance off.
 * @throws FieldFailures 1005 for a choice that could not be booked
 * @param account whose booking is quoted; with an `id`, the price promised to him where the box is reserved for him
 */
export async function quoteBox(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  catalog: Catalog,
  boxId: string,
  query: Query<typeof endpoint>,
  account: (AccountKind & { readonly id?: string }) | null,
): Promise<QuoteAnswer> {
  const now = clock.now()
  const box = (await catalog.box(boxId)) ?? fail(6005)
  const stock = (await catalog.stockTerms(box.stockId)) ?? fail(6006)
  const choice: Choice = {
    startDay:
      query.arrivalDate === undefined
        ? now.toZonedDateTimeISO(stock.timeZone).toPlainDate()
        : Temporal.PlainDate.from(query.arrivalDate),
    durationMonths: Number(query.contractDuration ?? limits.booking.defaultMonths),
    periodMonths: Number(query.invoicingPeriod ?? limits.booking.defaultPeriodMonths),
    withInsurance: query.insurance === 'true',
  }
  assertChoice(stock, choice, now)
  const promised = account?.id === undefined ? null : await promiseFor(db, box, account.id, now)
  return answerOf(termsKept(stock, box, account, choice, promised), stock, box, account)
}

export function answerOf(
  terms: PriceTerms,
  stock: StockTerms,
  _box: BoxFacts,
  account: AccountKind | null,
): QuoteAnswer {
  const made = quote(terms)
  const { first } = made
  const duration = terms.durationMonths ?? 1
  return {
    currency: terms.rate.currency,
    accountType: vatClassOf(account),
    startDate: terms.startDay.toString(),
    endDate:
      terms.durationMonths === null ? null : contractEnd(terms.startDay, terms.durationMonths).toString(),
    durationMonths: duration,
    periodMonths: terms.periodMonths,
    monthRate: terms.rate.amount,
    grossMonthRate: made.monthlyGross.amount,
    discountPercent: percentOf(first),
    vatPercent: vatPercentOf(terms, terms.startDay),
    lines: linesOf(first),
    net: first.totals.net.amount,
    vat: first.totals.vat.amount,
    total: first.totals.gross.amount,
    next: made.next.map((payment) => ({ day: payment.day.toString(), amount: payment.amount.amount })),
    totalOverTerm: (made.termGross ?? first.totals.gross).amount,
    insurance:
      stock.insuranceMonthly.amount > 0
        ? { monthly: stock.insuranceMonthly.amount, coverage: stock.insuranceCoverage.amount }
        : null,
    deposit: times(terms.rate, terms.depositMonths).amount,
    choices: periodChoices(duration).map((periodMonths) => {
      const priced = priceContract({ ...terms, periodMonths, depositMonths: 0, insurance: null }, 0)
      const gross = priced?.totals.gross ?? money(0, terms.rate.currency)
      return {
        periodMonths,
        discountPercent: percentOf(priced),
        grossPerMonth: times(gross, 1, periodMonths).amount,
      }
    }),
  }
}

/** What goes off the rent of a period. */
const percentOf = (priced: PricedPeriod | null): number =>
  priced?.lines.find((line) => line.kind === 'rent')?.discountPercent ?? 0

/** Price lines as they travel; the invoice's lines have the same shape, so that both are shown by one component. */
export function linesOf(priced: PricedPeriod): QuoteAnswer['lines'] {
  return priced.lines.map((line) => ({
    kind: line.kind,
    quantity: line.quantity,
    unitNet: line.explanation.rate.amount,
    discountPercent: line.discountPercent,
    discount: line.discount.amount,
    net: line.net.amount,
    vatPercent: line.vatPercent,
    vat: line.vat.amount,
    gross: line.gross.amount,
    explanation: {
      rule: line.explanation.rule,
      rate: line.explanation.rate.amount,
      rateDate: priced.period.from.toString(),
      months: line.explanation.months,
      days: line.explanation.days ?? null,
      percent: line.discountPercent,
      rounding: line.explanation.rounding,
    },
  }))
}
