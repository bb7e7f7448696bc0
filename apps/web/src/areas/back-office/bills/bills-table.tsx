import { ActionIcon } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useDocumentName, useInvoicePdf } from '../../../features/billing/index.ts'
import { useFormat } from '../../../i18n/index.ts'
import { CrateLabel, DataTable, Money, type DataTableColumn } from '../../../ui/index.ts'
import type { Bill } from './bills.ts'
import classes from './bills.module.css'

/** Contract, box, invoice, document, type, sum and the paper of each document (specification 2.14). */
export function BillsTable({
  bills,
  stockId,
}: {
  readonly bills: readonly Bill[]
  readonly stockId: string
}) {
  const t = useTranslations('bills')
  const format = useFormat()
  const nameOf = useDocumentName()
  const pdf = useInvoicePdf()
  const columns: DataTableColumn<Bill>[] = [
    {
      accessor: 'contractNumber',
      title: t('contract'),
      noWrap: true,
      render: ({ contractNumber, contractId, userId, documentId }) => (
        <Link
          to="/users/$userId/contracts/$contractId"
          params={{ userId, contractId }}
          search={{ invoiceId: documentId }}
        >
          {contractNumber}
        </Link>
      ),
    },
    {
      accessor: 'unitNumber',
      title: t('box'),
      render: ({ unitNumber }) => (unitNumber == null ? '–' : <CrateLabel number={unitNumber} tone="soft" />),
    },
    { accessor: 'fullName', title: t('customer') },
    { accessor: 'invoiceNumber', title: t('invoice'), noWrap: true },
    {
      accessor: 'documentType',
      title: t('type'),
      noWrap: true,
      render: ({ documentType, isPenalty }) => t('types', { type: isPenalty ? 'Penalty' : documentType }),
    },
    {
      accessor: 'documentDate',
      title: t('date'),
      noWrap: true,
      render: ({ documentDate }) => format.day(documentDate),
    },
    {
      accessor: 'amount',
      title: t('amount'),
      textAlign: 'right',
      noWrap: true,
      render: ({ amount, currency }) => <Money value={{ amount, currency }} cents="always" />,
    },
    {
      accessor: 'documentId',
      title: t('document'),
      render: ({ documentId }) => <span className={classes.id}>{documentId}</span>,
    },
    {
      accessor: 'pdf',
      title: '',
      width: 60,
      render: (bill) => {
        const { documentId: id, unitNumber } = bill
        const name = t('download', { name: nameOf(bill) })
        return (
          <ActionIcon
            variant="default"
            size={36}
            aria-label={name}
            title={name}
            onClick={() => pdf.open({ id, stockId, unitNumber })}
          >
            <IconDownload size={18} stroke={1.75} />
          </ActionIcon>
        )
      },
    },
  ]
  return (
    <DataTable
      records={[...bills]}
      columns={columns}
      idAccessor="documentId"
      scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': t('list') } }}
    />
  )
}
