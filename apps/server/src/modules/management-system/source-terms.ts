import { currencies, type Currency } from '@stowage/domain/money'
import type { StoredTerms } from '../billing/index.ts'
import type { CopiedContract } from './copy-view.ts'

const anyName = { ru: '', en: '', de: '', pl: '' }

/** The currencies of this house; another one is a row that is not understood. */
export const currencyOf = (code: string): Currency | undefined =>
  currencies.find((currency) => currency === code.trim().toUpperCase())

/**
 * What a contract of the source costs, in the terms of our own prices: its page and the parallel run ask the same engine as every
 * contract of ours. VAT is the source's and follows no rates of ours.
 */
export function termsOf(
  contract: Pick<
    CopiedContract,
    | 'currency'
    | 'monthRate'
    | 'discountPercent'
    | 'vatPercent'
    | 'insuranceAmount'
    | 'insuranceCoverage'
    | 'startDay'
    | 'endDay'
    | 'periodMonths'
  >,
): StoredTerms {
  const { monthRate, discountPercent, vatPercent, insuranceAmount, insuranceCoverage, startDay } = contract
  return {
    currency: currencyOf(contract.currency) ?? 'EUR',
    rate: monthRate,
    discount: {
      kind: 'tariff',
      name: anyName,
      steps: discountPercent > 0 ? [{ fromMonth: 1, percent: discountPercent }] : [],
      firstMonth: null,
    },
    vat: [{ validFrom: null, percent: vatPercent }],
    insurance:
      insuranceAmount === null || insuranceAmount <= 0
        ? null
        : { monthly: insuranceAmount, coverage: insuranceCoverage ?? 0, taxPercent: 0 },
    depositMonths: 0,
    startDay,
    durationMonths: monthsBetween(startDay, contract.endDay),
    periodMonths: contract.periodMonths,
  }
}

/** Whole months of the term, the last one begun; null for one without an end. */
function monthsBetween(startDay: string, endDay: string | null): number | null {
  if (endDay === null) return null
  const start = Temporal.PlainDate.from(startDay)
  const { months, days } = start.until(Temporal.PlainDate.from(endDay), { largestUnit: 'months' })
  return Math.max(1, months + (days > 0 ? 1 : 0))
}
