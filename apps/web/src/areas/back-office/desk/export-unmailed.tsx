import { useTranslations } from 'use-intl'
import { listUnmailedInvoices } from '@stowage/api/reports'
import { call } from '../../../client/index.ts'
import { csvMoney } from '../export-csv.ts'
import { DeskExport, useExportColumns } from './desk-export.tsx'
import type { UnmailedInvoice, UnmailedWanted } from './desk-query.ts'

export function ExportUnmailed({ wanted }: { readonly wanted: UnmailedWanted }) {
  const t = useTranslations('desk')
  const { client, contract, box, stock } = useExportColumns()
  return (
    <DeskExport<UnmailedInvoice>
      name={t('emails.title')}
      ask={async (part, signal) =>
        await call(listUnmailedInvoices, { query: { ...wanted, ...part } }, { signal })
      }
      columns={[
        client,
        contract,
        { title: t('emails.invoice'), cell: ({ invoiceNumber }) => invoiceNumber },
        box,
        stock,
        { title: t('emails.due'), cell: ({ dueDate }) => dueDate },
        { title: t('emails.debt'), cell: ({ debt }) => csvMoney(debt) },
        { title: t('debtors.currency'), cell: ({ currency }) => currency },
      ]}
    />
  )
}
