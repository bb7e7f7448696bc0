import { useTranslations } from 'use-intl'
import { listDebtors } from '@stowage/api/reports'
import { call } from '../../../client/index.ts'
import { csvMoney } from '../export-csv.ts'
import { DeskExport, useExportColumns } from './desk-export.tsx'
import { debtorsWanted, type Debtor, type DebtorsWanted } from './desk-query.ts'

interface ExportDebtorsProps {
  readonly wanted: DebtorsWanted
  /** Of which the list is shown; the file has that one only. */
  readonly currency: string | null
}

export function ExportDebtors({ wanted, currency }: ExportDebtorsProps) {
  const t = useTranslations('desk')
  const shell = useTranslations('shell')
  const { client, contract, box, stock } = useExportColumns()
  const asked = debtorsWanted({ ...wanted, currency: currency ?? undefined })
  return (
    <DeskExport<Debtor>
      name={`${shell('nav.debtors')} ${currency ?? ''}`.trim()}
      ask={async (part, signal) => await call(listDebtors, { query: { ...asked, ...part } }, { signal })}
      columns={[
        client,
        contract,
        box,
        stock,
        { title: t('debtors.since'), cell: ({ dueDate }) => dueDate },
        { title: t('debtors.daysOverdue'), cell: ({ daysOverdue }) => daysOverdue },
        { title: t('debtors.debt'), cell: ({ debt }) => csvMoney(debt) },
        { title: t('debtors.unpaid'), cell: ({ unpaid }) => csvMoney(unpaid) },
        { title: t('debtors.currency'), cell: (debtor) => debtor.currency },
      ]}
    />
  )
}
