import { useTranslations } from 'use-intl'

const accounts = [
  'receivable',
  'tenantCredit',
  'rent',
  'vat',
  'insurance',
  'insuranceTax',
  'depositAsked',
  'deposit',
  'penalty',
  'deferredRent',
  'payout',
  'writeOff',
  'shortfall',
] as const
const reasons = [
  'issued',
  'payment',
  'surplus',
  'refund',
  'credited',
  'payout',
  'writtenOff',
  'redated',
  'deferral',
  'tolerance',
  'toBalance',
] as const
const processors = ['manual', 'paykeeper', 'stripe', 'bankTransfer', 'bankDebit'] as const

/** Accounts and reasons of the book in the reader's words; what is new since the page was written shows as it is kept. */
export function useBookWords() {
  const t = useTranslations('books.words')
  const processor = (name: string): string => {
    const known = processors.find((one) => one === name)
    return known === undefined ? name : t(`processors.${known}`)
  }
  return {
    processor,
    account(name: string): string {
      if (name.startsWith('cash:')) return t('cash', { processor: processor(name.slice(5)) })
      const known = accounts.find((one) => one === name)
      return known === undefined ? name : t(`accounts.${known}`)
    },
    reason(name: string): string {
      const known = reasons.find((one) => one === name)
      return known === undefined ? name : t(`reasons.${known}`)
    },
  }
}
