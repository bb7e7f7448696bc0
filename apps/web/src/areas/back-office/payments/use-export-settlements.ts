import { useTranslations } from 'use-intl'
import { useLanguage } from '../../../i18n/index.ts'
import { csvFileName, csvMoney, csvOf, downloadCsv } from '../export-csv.ts'
import type { Settlements } from './payments.ts'
import { usePaymentWords } from './use-payment-words.ts'

/** Hands the days of a month to the browser's downloads. */
export function useExportSettlements(): (settlements: Settlements) => void {
  const t = useTranslations('payments.settlements')
  const shell = useTranslations('shell')
  const words = usePaymentWords()
  const { language } = useLanguage()
  return ({ days, month, sellers, sellerId }) => {
    const seller = sellers.find(({ id }) => id === sellerId)?.name ?? ''
    const content = csvOf(
      [
        { title: t('day'), cell: ({ day }) => day },
        { title: t('seller'), cell: () => seller },
        { title: t('processor'), cell: ({ processor }) => words.processor(processor) },
        { title: t('currency'), cell: ({ currency }) => currency },
        { title: t('receivedCount'), cell: ({ receivedCount }) => receivedCount },
        { title: t('received'), cell: ({ received }) => csvMoney(received) },
        { title: t('refundedCount'), cell: ({ refundedCount }) => refundedCount },
        { title: t('refunded'), cell: ({ refunded }) => csvMoney(-refunded) },
        { title: t('disputed'), cell: ({ disputed }) => csvMoney(-disputed) },
        { title: t('paidOut'), cell: ({ paidOut }) => csvMoney(-paidOut) },
        { title: t('net'), cell: ({ net }) => csvMoney(net) },
        { title: t('booked'), cell: ({ booked }) => csvMoney(booked) },
        { title: t('difference'), cell: ({ difference }) => csvMoney(difference) },
      ],
      days,
      language,
    )
    downloadCsv(content, csvFileName(`${shell('nav.settlements')} ${seller}`, month))
  }
}
