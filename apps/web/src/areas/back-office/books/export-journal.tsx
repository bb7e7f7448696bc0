import { useTranslations } from 'use-intl'
import { listJournal } from '@stowage/api/months'
import type { Answer } from '@stowage/api/endpoint'
import { call } from '../../../client/index.ts'
import { csvMoney } from '../export-csv.ts'
import { ExportButton } from '../export-button.tsx'
import { useBookWords } from './use-book-words.ts'

type Entry = Answer<typeof listJournal>['items'][number]

interface ExportJournalProps {
  readonly sellerId: string
  readonly month: string
  readonly name: string
}

/** All entries of a month as a file. */
export function ExportJournal({ sellerId, month, name }: ExportJournalProps) {
  const t = useTranslations('books.months')
  const words = useBookWords()
  return (
    <ExportButton<Entry>
      name={`${t('journal')} ${name}`}
      idOf={({ id }) => id}
      page={async (page, signal) =>
        await call(listJournal, { params: { sellerId, month }, query: { page: String(page) } }, { signal })
      }
      columns={[
        { title: t('day'), cell: ({ day }) => day },
        { title: t('posting'), cell: ({ postingId }) => postingId },
        { title: t('account'), cell: ({ account }) => words.account(account) },
        { title: t('reason'), cell: ({ reason }) => words.reason(reason) },
        { title: t('debit'), cell: ({ amount }) => (amount > 0 ? csvMoney(amount) : null) },
        { title: t('credit'), cell: ({ amount }) => (amount < 0 ? csvMoney(-amount) : null) },
        { title: t('currency'), cell: ({ currency }) => currency },
        { title: t('document'), cell: ({ documentNumber }) => documentNumber },
        { title: t('contract'), cell: ({ contractNumber }) => contractNumber },
        { title: t('tenant'), cell: ({ accountName }) => accountName },
        { title: t('stock'), cell: ({ stockName }) => stockName },
        { title: t('payment'), cell: ({ paymentId }) => paymentId },
      ]}
    />
  )
}
