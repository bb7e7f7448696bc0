import { useTranslations } from 'use-intl'
import type { BillingDocument } from './document.ts'

type Named = Pick<BillingDocument, 'documentType' | 'invoiceNumber'>

/** "Счёт № MSK1-2026-000556"; what has no number yet is a payment request. Never an id. */
export function useDocumentName(): (document: Named) => string {
  const t = useTranslations('billing')
  return ({ documentType, invoiceNumber }) => {
    if (invoiceNumber == null)
      return documentType === 'Invoice' ? t('noNumber') : t(`type.${typeKey(documentType)}`)
    const number = t('name', { number: invoiceNumber })
    return documentType === 'Invoice' ? number : `${t(`type.${typeKey(documentType)}`)} ${number}`
  }
}

function typeKey(type: string): 'Invoice' | 'CreditNote' | 'Statement' | 'other' {
  return type === 'Invoice' || type === 'CreditNote' || type === 'Statement' ? type : 'other'
}
