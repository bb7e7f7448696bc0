import type { quoteBox as endpoint } from '@stowage/api/booking'
import type { Answer, Query } from '@stowage/api/endpoint'
import { vatClassOf, type AccountKind } from '@stowage/domain/account'
import { periodChoices } from '@stowage/domain/booking-choices'
import type { DiscountRule } from '@stowage/domain/discount'
import { limits } from '@stowage/domain/limits'
import { money, times } from '@stowage/domain/money'
import { contractEnd } from '@stowage/domain/period'
import { priceContract, vatPercentOf, type PricedPeriod, type PriceTerms } from '@stowage/domain/price'
import { quote } from '@stowage/domain/quote'
import { boundMonths, isTariffRule, type Tariff } from '@stowage/domain/tariff'
import { fail } from '../../platform/failure.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Catalog, StockTerms } from '../catalog/index.ts'
import { isNewCustomer } from './new-customer-view.ts'
import { nearestChoice, nearestTerm, offeredTariffs } from './offered-tariffs.ts'
import { assertChoice, hasFirstMonth, termsKept, type Choice } from './price-terms.ts'
import { promiseFor } from './reservation-view.ts'

type QuoteAnswer = Answer<typeof endpoint>

/**
 * Reads a quote for a box; what is left out takes the wizard's defaults: today, one month, paid monthly, with insurance off.
 * Where tariffs are offered it is of the nearest that can be had, and says which; the others stand beside it.
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
  const startDay =
    query.arrivalDate === undefined
      ? now.toZonedDateTimeISO(stock.timeZone).toPlainDate()
      : Temporal.PlainDate.from(query.arrivalDate)
  const promised = account?.id === undefined ? null : await promiseFor(db, box, account.id, now)
  const offered = offeredTariffs(stock, promised)
  const { tariff, choice: term } = nearestChoice(
    offered,
    {
      durationMonths: Number(query.contractDuration ?? limits.booking.defaultMonths),
      periodMonths: Number(query.invoicingPeriod ?? limits.booking.defaultPeriodMonths),
      tariffId: query.tariffId ?? null,
    },
    promised,
  )
  const choice: Choice = { ...term, startDay, withInsurance: query.insurance === 'true' }
  assertChoice(stock, choice, promised, now)
  // A visitor is quoted as who is new: what he is told when he has signed in may be another price, and booking asks again.
  const isNew =
    account?.id === undefined ||
    !offered.some(hasFirstMonth) ||
    (await isNewCustomer(db, { accountId: account.id, sellerId: stock.seller.id }))
  const priced = (one: Tariff | null, wanted: Choice): PriceTerms =>
    termsKept(stock, box, account, wanted, promised, { tariff: one, isNewCustomer: isNew })
  const offers = offered.map((one) =>
    offerOf(
      one,
      priced(one, { ...choice, tariffId: one.id, durationMonths: nearestTerm(one, asked(query)) }),
    ),
  )
  return { ...answerOf(priced(tariff, choice), stock, account), tariffs: offers }
}

const asked = (query: Query<typeof endpoint>): { durationMonths: number } => ({
  durationMonths: Number(query.contractDuration ?? limits.booking.defaultMonths),
})

/** A tariff as a card of the wizard shows it, with what the term nearest to the wish would cost under it. */
function offerOf(tariff: Tariff, terms: PriceTerms): QuoteAnswer['tariffs'][number] {
  const made = quote(terms)
  const { discount, durationMonths } = terms
  const stay = boundMonths(tariff, durationMonths)
  return {
    id: tariff.id,
    name: { ...tariff.name },
    minMonths: tariff.term?.minMonths ?? null,
    maxMonths: tariff.term?.maxMonths ?? null,
    minStayMonths: tariff.minStayMonths,
    noticeDays: tariff.noticeDays,
    steps: tariff.steps.map(({ fromMonth, percent }) => ({ fromMonth, percent })),
    earlyLeave: tariff.earlyLeave,
    durationMonths,
    hasFirstMonthPrice: isTariffRule(discount) && discount.firstMonth !== null,
    firstRent: rentOf(made.first),
    firstPayment: made.first.totals.gross.amount,
    monthly: made.monthlyGross.amount,
    boundMonths: stay,
    boundTotal: costOf(terms, stay),
  }
}

/** Gross rent of a period: what the eye compares. */
const rentOf = (priced: PricedPeriod): number =>
  priced.lines.find((line) => line.kind === 'rent')?.gross.amount ?? 0

/** What so many months from the first on cost, deposit aside: it comes back. */
function costOf(terms: PriceTerms, months: number): number {
  let total = 0
  for (let index = 0; index < months; index += 1)
    total += priceContract({ ...terms, depositMonths: 0 }, index)?.totals.gross.amount ?? 0
  return total
}

export function answerOf(
  terms: PriceTerms,
  stock: StockTerms,
  account: AccountKind | null,
): Omit<QuoteAnswer, 'tariffs'> {
  const made = quote(terms)
  const { first } = made
  return {
    currency: terms.rate.currency,
    accountType: vatClassOf(account),
    startDate: terms.startDay.toString(),
    endDate:
      terms.durationMonths === null ? null : contractEnd(terms.startDay, terms.durationMonths).toString(),
    durationMonths: terms.durationMonths,
    tariff: terms.tariff === undefined ? null : { id: terms.tariff.id, name: { ...terms.tariff.name } },
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
    // Under a tariff one pays month by month: its discounts are those of single months.
    choices: periodChoices(terms.tariff === undefined ? (terms.durationMonths ?? 1) : 1).map(
      (periodMonths) => {
        const priced = priceContract({ ...terms, periodMonths, depositMonths: 0, insurance: null }, 0)
        const gross = priced?.totals.gross ?? money(0, terms.rate.currency)
        return {
          periodMonths,
          discountPercent: percentOf(priced),
          grossPerMonth: times(gross, 1, periodMonths).amount,
        }
      },
    ),
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
      monthOfTerm: line.explanation.monthOfTerm ?? null,
      discount: toldRule(line.explanation.discount),
      rounding: line.explanation.rounding,
    },
  }))
}

/** As it travels: lists of its own, so that nobody changes those of the terms. */
function toldRule(rule: DiscountRule | undefined): QuoteAnswer['lines'][number]['explanation']['discount'] {
  if (rule === undefined) return null
  if (!isTariffRule(rule)) return rule
  return { ...rule, name: { ...rule.name }, steps: rule.steps.map((step) => ({ ...step })) }
}
