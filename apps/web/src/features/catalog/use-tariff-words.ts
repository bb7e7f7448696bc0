import { useTranslations } from 'use-intl'
import { useFormat, useLanguage } from '../../i18n/index.ts'

import type { TariffDiscount } from './tariff-discount.ts'

type Named = Readonly<Record<'ru' | 'en' | 'de' | 'pl', string>>

/** What a tariff says of itself in few words, in the list of the back office and to whoever chooses one. */
export function useTariffWords() {
  const t = useTranslations('tariff')
  const format = useFormat()
  const { language } = useLanguage()
  return {
    name: (names: Named): string => names[language],
    term: (minMonths: number | null | undefined, maxMonths: number | null | undefined): string => {
      if (minMonths == null || maxMonths == null) return t('openEnded')
      return minMonths === maxMonths
        ? t('months', { count: minMonths })
        : t('range', { min: minMonths, max: maxMonths })
    },
    /** Why a line is lower, in one sentence. @param price of an amount in the line's currency */
    discount: ({ name, by }: TariffDiscount, price: (amount: number) => string): string => {
      const said = { name: name[language] }
      if (by.kind === 'first') return t('lineFirst', { ...said, price: price(by.price) })
      if (by.kind === 'months') return t('lineMonths', said)
      return t('lineStep', { ...said, percent: format.percent(by.percent), month: by.month })
    },
    /** How a discount came about, beside its sum. */
    discountHow: (
      row: {
        readonly sum: number
        readonly base: number
        readonly percent: number
        readonly tariff?: TariffDiscount
      },
      price: (amount: number) => string,
    ): string =>
      row.tariff?.by.kind === 'step'
        ? t('percentOf', { percent: format.percent(row.percent), base: price(row.base) })
        : t('insteadOf', { price: price(row.base + row.sum), base: price(row.base) }),
    /** One line for each month from which the rent is another. */
    steps: (steps: readonly { readonly fromMonth: number; readonly percent: number }[]): string[] =>
      steps.map(({ fromMonth, percent }) =>
        percent === 0
          ? t('stepEnds', { month: fromMonth })
          : t('step', { month: fromMonth, percent: format.percent(percent) }),
      ),
  }
}
