import { useTranslations } from 'use-intl'
import { useFormat, useLanguage } from '../../i18n/index.ts'

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
    /** One line for each month from which the rent is another. */
    steps: (steps: readonly { readonly fromMonth: number; readonly percent: number }[]): string[] =>
      steps.map(({ fromMonth, percent }) =>
        percent === 0
          ? t('stepEnds', { month: fromMonth })
          : t('step', { month: fromMonth, percent: format.percent(percent) }),
      ),
  }
}
