import { useTranslations } from 'use-intl'
import { useLanguage } from '../../i18n/index.ts'
import { useDocumentName } from './use-document-name.ts'
import { useTransactionWords } from './use-transaction-words.ts'
import type { Transaction } from './transactions.tsx'

/** Hands deeds with money to the browser's downloads, a row for each document that one settled. */
export function useExportTransactions(name: string): (deeds: readonly Transaction[]) => void {
  const t = useTranslations('transactions')
  const words = useTransactionWords()
  const nameOf = useDocumentName()
  const { language } = useLanguage()
  const heads = [
    t('head.date'),
    t('head.kind'),
    t('head.way'),
    t('head.card'),
    t('head.reference'),
    t('head.seller'),
    t('head.amount'),
    t('head.balance'),
    t('head.currency'),
    t('head.document'),
    t('head.contract'),
    t('head.settled'),
  ]
  return (deeds) => {
    const isEnglish = language === 'en'
    const money = (minorUnits: number): string =>
      (minorUnits / 100).toFixed(2).replace('.', isEnglish ? '.' : ',')
    const rows = deeds.flatMap((deed) => {
      const shares = deed.settled.length === 0 ? [null] : deed.settled
      return shares.map((share, index) => [
        deed.date,
        words.kind(deed),
        words.way({ ...deed, card: null, cardHolder: null, reference: null }),
        deed.card ?? '',
        deed.reference ?? '',
        deed.sellerName,
        // Once per deed, so that the column adds up.
        index === 0 ? money(deed.amount) : '',
        index === 0 ? money(deed.balanceChange) : '',
        deed.currency,
        share === null ? '' : nameOf(share),
        share?.contractNumber ?? '',
        share === null ? '' : money(share.amount),
      ])
    })
    void import('@stowage/domain/csv').then(({ writeCsv }) => {
      const content = writeCsv([heads, ...rows], isEnglish ? ',' : ';')
      const url = URL.createObjectURL(new Blob([content], { type: 'text/csv;charset=utf-8' }))
      const link = document.createElement('a')
      link.href = url
      link.download = `${t('file')} ${name}.csv`
      link.click()
      // Some browsers begin to read only after this turn.
      setTimeout(() => URL.revokeObjectURL(url), 10_000)
    })
  }
}
