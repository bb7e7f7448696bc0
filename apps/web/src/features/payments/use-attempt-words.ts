import { useTranslations } from 'use-intl'
import type { PaymentAttempt } from './payment-history.tsx'

const ways = ['card', 'sepa', 'paypal', 'bankTransfer', 'bankDebit', 'manual'] as const

/** What a payment was for and by which way it went, in the reader's words. */
export function useAttemptWords() {
  const t = useTranslations('paying.history')
  return {
    purpose({ purpose, documentNumber, documentId }: PaymentAttempt): string {
      if (purpose === 'card' || purpose === 'cardAndDebts') return t('forCard')
      if (documentNumber != null) return t('forInvoice', { number: documentNumber })
      return documentId == null ? t('forOther') : t('forRequest')
    },
    way({ method, label, isAutomatic }: PaymentAttempt): string {
      const way = ways.find((one) => one === method)
      return [way === undefined ? method : t(`way.${way}`), label, isAutomatic ? t('automatic') : null]
        .filter((part) => part != null && part !== '')
        .join(' · ')
    },
  }
}
