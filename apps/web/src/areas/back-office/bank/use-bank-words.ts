import { useTranslations } from 'use-intl'
import { useFormat } from '../../../i18n/index.ts'
import type { Entry, Named, Suggestion } from './bank.ts'

const reasons = ['AC01', 'AC04', 'AC06', 'AM04', 'MD01', 'MD06', 'MD07', 'MS02', 'MS03'] as const

/** How movements, documents and signs are called. */
export function useBankWords() {
  const t = useTranslations('bank')
  const format = useFormat()
  return {
    documentName: ({ number, contractNumber }: Named): string =>
      number ?? t('unnumbered', { number: contractNumber }),
    amount: ({ amount, currency }: Pick<Entry, 'amount' | 'currency'>): string =>
      format.money({ amount, currency }),
    signs: ({ signs }: Pick<Suggestion, 'signs'>): string =>
      signs.map((sign) => t(`signs.${sign}`)).join(', '),
    /** Why it waits; what a bank gives as the reason of a return in the reader's words, where it is a known code. */
    why: ({ askedWhy, returnReason }: Pick<Entry, 'askedWhy' | 'returnReason'>): string => {
      const asked = askedWhy == null ? '' : t(`why.${askedWhy}`)
      if (returnReason == null) return asked
      const known = reasons.find((one) => one === returnReason)
      const reason = known === undefined ? returnReason : `${t(`reasons.${known}`)} (${known})`
      return [asked, t('returnedWhy', { reason })].join(' ').trim()
    },
  }
}
