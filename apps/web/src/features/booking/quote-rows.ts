/**
 * A quote as the lines a person adds up: rent, discount, VAT by rate, insurance and its own tax, deposit, the sum. The server's line holds discount and
 * VAT inside; here each stands alone, and together they are the total to the cent.
 */

import { tariffDiscount, type TariffDiscount } from '../catalog/index.ts'

/** A line of a quote or document; all amounts in minor units of the quote's currency. */
export interface PricedLine {
  readonly kind: 'rent' | 'insurance' | 'deposit' | 'penalty' | 'adjustment'
  /** Months. */
  readonly quantity: number
  readonly unitNet: number
  readonly discountPercent: number
  /** What the discount takes off; `net` is after it. */
  readonly discount: number
  readonly net: number
  readonly vatPercent: number
  readonly vat: number
  readonly explanation?: Parameters<typeof tariffDiscount>[0]
}

export type QuoteRow =
  | {
      readonly kind: 'rent' | 'insurance'
      readonly months: number
      readonly rate: number
      readonly amount: number
    }
  | {
      readonly kind: 'discount'
      readonly percent: number
      readonly amount: number
      readonly tariff?: TariffDiscount
    }
  | { readonly kind: 'vat'; readonly percent: number; readonly base: number; readonly amount: number }
  | { readonly kind: 'insuranceTax'; readonly percent: number; readonly amount: number }
  | { readonly kind: 'deposit'; readonly amount: number }

/**
 * Rent and its discount, VAT by rate (the highest base first), then insurance, then the deposit, as in picture 04. The tax on
 * insurance is not VAT (decision 14): it stands with its line, as on the invoice.
 */
export function quoteRows(lines: readonly PricedLine[]): QuoteRow[] {
  const rows: QuoteRow[] = []
  const taxes = new Map<number, { base: number; vat: number }>()
  for (const line of lines) {
    if (line.vatPercent > 0 && line.kind !== 'insurance') {
      const tax = taxes.get(line.vatPercent) ?? { base: 0, vat: 0 }
      taxes.set(line.vatPercent, { base: tax.base + line.net, vat: tax.vat + line.vat })
    }
    if (line.kind !== 'rent') continue
    rows.push({ kind: 'rent', months: line.quantity, rate: line.unitNet, amount: line.net + line.discount })
    const tariff = line.explanation === undefined ? null : tariffDiscount(line.explanation)
    if (line.discount !== 0)
      rows.push({
        kind: 'discount',
        percent: line.discountPercent,
        amount: -line.discount,
        ...(tariff === null ? {} : { tariff }),
      })
  }
  const byBase = [...taxes].toSorted(([, a], [, b]) => b.base - a.base)
  rows.push(
    ...byBase.map(([percent, { base, vat }]): QuoteRow => ({ kind: 'vat', percent, base, amount: vat })),
  )
  for (const line of lines) {
    if (line.kind === 'insurance') {
      rows.push({ kind: 'insurance', months: line.quantity, rate: line.unitNet, amount: line.net })
      if (line.vat !== 0) rows.push({ kind: 'insuranceTax', percent: line.vatPercent, amount: line.vat })
    }
    if (line.kind === 'deposit') rows.push({ kind: 'deposit', amount: line.net })
  }
  return rows
}

export interface NextPayment {
  /** YYYY-MM-DD. */
  readonly day: string
  readonly amount: number
}

/** What comes after the first payment, in one sentence. */
export type NextSentence =
  | { readonly kind: 'none' }
  | { readonly kind: 'once'; readonly day: string; readonly amount: number }
  /** `last`: the amount of the final payment where the term does not divide evenly and it is another one. */
  | {
      readonly kind: 'every'
      readonly months: number
      readonly day: string
      readonly amount: number
      readonly last: number | null
    }
  /** Under a tariff months differ: each amount with the first day on which it is paid. */
  | { readonly kind: 'changes'; readonly rows: readonly NextPayment[] }

/** @param isOpenEnded the payment that follows is one of many */
export function nextSentence(
  next: readonly NextPayment[],
  periodMonths: number,
  isOpenEnded = false,
): NextSentence {
  const [first, second] = next
  if (first === undefined) return { kind: 'none' }
  if (isOpenEnded) return { kind: 'every', months: periodMonths, ...first, last: null }
  if (second === undefined) return { kind: 'once', ...first }
  const rows = next.filter(({ amount }, index) => amount !== next[index - 1]?.amount)
  if (rows.length > 2 || (rows.length === 2 && rows[1]?.day !== next.at(-1)?.day))
    return { kind: 'changes', rows }
  const last = next.at(-1)!.amount
  return { kind: 'every', months: periodMonths, ...first, last: last === first.amount ? null : last }
}
