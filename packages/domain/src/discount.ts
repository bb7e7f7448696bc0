/** What paying several months at once saves (decision 14; specification 9, reading B). Safe for the browser. */
import { limits } from './limits.ts'
import { hundredthsOfPercent } from './money.ts'
import type { TariffRule } from './tariff.ts'

/** How a contract earns its discount; kept with the contract, so that later edits of the stock never touch it. */
export type DiscountRule = PaidAtOnceRule | TariffRule

/** By how many months are paid at once: what a stock offers without tariffs (decision 14). */
export type PaidAtOnceRule =
  | { readonly kind: 'stock'; readonly percentPerMonth: number }
  | { readonly kind: 'table' }

/** The rule a stock offers today: its own discount where above 0, else the table. */
export function discountRule(stockDiscount: number): PaidAtOnceRule {
  return stockDiscount > 0 ? { kind: 'stock', percentPerMonth: stockDiscount } : { kind: 'table' }
}

/**
 * Percent off the rent of a period of so many months paid at once.
 * Stock rule: percent per month × months, at most 100 (4 months at 2 % give 8 %). Table: 0, 5, 10 or 15.
 */
export function discountPercentBy(rule: PaidAtOnceRule, months: number): number {
  if (rule.kind === 'stock') {
    return Math.min(hundredthsOfPercent(rule.percentPerMonth) * months, 100 * 100) / 100
  }
  return limits.discountTable.find((row) => months >= row.fromMonths)?.percent ?? 0
}

/** Percent off for a period of so many months under a stock's present discount (0 where it has none). */
export function discountPercent(periodMonths: number, stockDiscount = 0): number {
  return discountPercentBy(discountRule(stockDiscount), periodMonths)
}
