import { useTranslations } from 'use-intl'
import { listDebtors } from '@stowage/api/reports'
import { call } from '../../../client/index.ts'
import { ExportButton } from '../export-button.tsx'
import { csvMoney } from '../export-csv.ts'
import { asPage, debtorsWanted, exportPageSize, type Debtor, type DebtorsWanted } from './desk-query.ts'

interface ExportDebtorsProps {
  readonly wanted: DebtorsWanted
  /** Of which the list is shown; the file has that one only. */
  readonly currency: string | null
}

export function ExportDebtors({ wanted, currency }: ExportDebtorsProps) {
  const t = useTranslations('desk')
  const shell = useTranslations('shell')
  const asked = debtorsWanted({ ...wanted, currency: currency ?? undefined })
  return (
    <ExportButton<Debtor>
      name={`${shell('nav.debtors')} ${currency ?? ''}`.trim()}
      idOf={({ id }) => id}
      page={async (page, signal) =>
        asPage(
          await call(
            listDebtors,
            { query: { ...asked, page: String(page), pageSize: exportPageSize } },
            { signal },
          ),
        )
      }
      columns={[
        { title: t('client'), cell: ({ userInfo }) => userInfo.fullName },
        { title: t('contract'), cell: ({ contractNumber }) => contractNumber },
        { title: t('box'), cell: ({ unitNumber }) => unitNumber },
        { title: t('stock'), cell: ({ stock }) => stock.name },
        { title: t('debtors.since'), cell: ({ dueDate }) => dueDate },
        { title: t('debtors.daysOverdue'), cell: ({ daysOverdue }) => daysOverdue },
        { title: t('debtors.debt'), cell: ({ debt }) => csvMoney(debt) },
        { title: t('debtors.unpaid'), cell: ({ unpaid }) => csvMoney(unpaid) },
        { title: t('debtors.currency'), cell: (debtor) => debtor.currency },
      ]}
    />
  )
}
