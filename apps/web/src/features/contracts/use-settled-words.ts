import { useTranslations } from 'use-intl'
import type { previewClosing } from '@stowage/api/contracts'
import type { Answer } from '@stowage/api/endpoint'
import { useFormat } from '../../i18n/index.ts'
import { addDays } from '../../ui/index.ts'

type Settlement = Answer<typeof previewClosing>
type Credit = Settlement['credits'][number]
type Charge = Omit<Settlement['charges'][number], 'reason'>
type Lines = Credit['lines']

/** Gross of the lines of a kind. */
const grossOf = (lines: Lines, kind: Lines[number]['kind']): number =>
  lines.filter((line) => line.kind === kind).reduce((sum, line) => sum + line.gross, 0)

/** Gross of the days: rent and insurance. */
export const rentOf = (lines: Lines): number => grossOf(lines, 'rent') + grossOf(lines, 'insurance')
export const depositOf = (lines: Lines): number => grossOf(lines, 'deposit')

/** How days are settled, in words: those that are asked for, and those that go back. */
export function useSettledWords(currency: string) {
  const t = useTranslations('contracts.settlement')
  const format = useFormat()
  const insuranceIn = (lines: Lines): string => {
    const amount = grossOf(lines, 'insurance')
    return amount === 0 ? 'none' : format.money({ amount, currency })
  }
  return {
    period: ({ from, until }: { readonly from: string; readonly until: string }): string =>
      t('period', { from: format.day(from), to: format.day(addDays(until, -1)) }),
    charge: ({ days, periodDays, months, rate, discountPercent, lines }: Charge): string =>
      t('charge', {
        days,
        periodDays,
        months,
        rate: format.money({ amount: rate, currency }),
        discount: discountPercent === 0 ? 'none' : format.percent(discountPercent),
        insurance: insuranceIn(lines),
      }),
    credit: ({ documentNumber, days, usedDays, lines }: Credit): string =>
      t('credit', { number: documentNumber ?? '', usedDays, days, insurance: insuranceIn(lines) }),
  }
}
