import { useTranslations } from 'use-intl'
import { useUser } from '../../client/index.ts'
import type { Transaction } from './transactions.tsx'

const ways = ['paykeeper', 'stripe', 'manual', 'bankTransfer', 'bankDebit', 'card', 'cash'] as const

/** What a deed with money is called, and by which way it went. */
export function useTransactionWords() {
  const t = useTranslations('transactions')
  const isStaff = useUser()?.role !== 'client'
  return {
    kind: ({ kind }: Pick<Transaction, 'kind'>): string => t(`kind.${kind}`),
    way({ processor, card, cardHolder, reference }: Transaction): string {
      const way = ways.find((one) => one === processor)
      // A processor's number of the payment tells a tenant nothing; staff search by it.
      const isOutside = processor === 'paykeeper' || processor === 'stripe'
      const number = isStaff || !isOutside ? reference : null
      return [way === undefined ? processor : t(`way.${way}`), card, cardHolder, number]
        .filter((part) => part != null && part !== '')
        .join(' · ')
    },
  }
}
