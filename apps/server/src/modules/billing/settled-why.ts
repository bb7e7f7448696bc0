import { formatMoney } from '@stowage/texts/format.ts'
import type { Language } from '@stowage/texts/language.ts'
import type { PdfTexts } from '@stowage/texts/pdf/index.ts'
import type { PricedPrintLine } from './invoice-print.ts'

/** How days were settled: those after the end, or those that were not used; null on a line of another rule. */
export function settledWhy(
  { rule, rate, months, days = 0, usedDays = 0, billed, cost }: PricedPrintLine['explanation'],
  t: PdfTexts,
  language: Language,
): string | null {
  if (rule === 'overstayDays')
    return t('invoice.overstay', {
      rate: formatMoney(rate, language),
      months: t('months', { n: months }),
      days: usedDays,
      periodDays: t('days', { n: days }),
    })
  if (rule === 'firstMonthLost' && billed !== undefined && cost !== undefined)
    return t('invoice.firstMonthLost', {
      cost: formatMoney(cost, language),
      billed: formatMoney(billed, language),
    })
  if (rule !== 'unusedDays' || billed === undefined || cost === undefined) return null
  return t('credit.unused', {
    usedDays,
    days,
    cost: formatMoney(cost, language),
    billed: formatMoney(billed, language),
  })
}
