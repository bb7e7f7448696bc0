import { useTranslations } from 'use-intl'
import type { Transaction } from './transactions.tsx'

const ways = ['paykeeper', 'stripe', 'manual', 'bankTransfer', 'bankDebit', 'card', 'cash'] as const

/** What a deed with money is called, and by which way it went. */
export function useTransactionWords() {
  const t = useTranslations('transactions')
  return {
    kind: ({ kind }: Pick<Transaction, 'kind'>): string => t(`kind.${kind}`),
    way({ processor, card, cardHolder, reference }: Transaction): string {
      const way = ways.find((one) => one === processor)
      return [way === undefined ? processor : t(`way.${way}`), card, cardHolder, reference]
        .filter((part) => part != null && part !== '')
        .join(' · ')
    },
  }
}
