import { IconAlertTriangle } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { listUnmailedInvoices } from '@stowage/api/reports'
import { call, queryOf } from '../../../client/index.ts'
import { useFormat } from '../../../i18n/index.ts'
import { Money, PageHeader, Pill, SkeletonRows, type DataTableColumn } from '../../../ui/index.ts'
import { ExportButton } from '../export-button.tsx'
import { csvMoney } from '../export-csv.ts'
import { pageIn } from '../page-in.ts'
import { TableCard } from '../table-card.tsx'
import { TableFoot } from '../table-foot.tsx'
import { useColumns } from '../use-columns.tsx'
import { ClientLink, ContractLink } from './desk-cells.tsx'
import { asPage, exportPageSize, unmailedWanted, type UnmailedInvoice } from './desk-query.ts'
import { DeskTable } from './desk-table.tsx'
import { DeskEmpty, DeskTools } from './desk-tools.tsx'
import { SendAllMails, SendInvoiceMail } from './send-invoice-mail.tsx'
import { useInvoiceMails } from './use-invoice-mails.ts'
import classes from './desk.module.css'

/** /invoice-emails: unpaid invoices whose tenants have not been written to, the first due first. */
export default function InvoiceEmailsPage(): ReactNode {
  const t = useTranslations('desk')
  const navigate = useNavigate()
  const mails = useInvoiceMails()
  const { page: pageText, ...given } = useSearch({ from: '/inside/invoice-emails' })
  const page = pageIn(pageText)
  const wanted = unmailedWanted(given)
  const query = useQuery({
    ...queryOf(listUnmailedInvoices, { query: { ...wanted, page: String(page) } }),
    placeholderData: keepPreviousData,
    select: asPage,
  })
  const go = (next: Parameters<typeof unmailedWanted>[0], to = 1): void =>
    void navigate({
      to: '/invoice-emails',
      search: { ...unmailedWanted({ ...wanted, ...next }), ...(to === 1 ? {} : { page: String(to) }) },
      replace: 'search' in next,
    })
  const { columns, picker } = useUnmailedColumns(mails)
  const { data } = query
  const isFiltered = Boolean(wanted.search ?? wanted.stockId) || page > 1
  return (
    <>
      <PageHeader
        title={t('emails.title')}
        lead={data === undefined ? t('emails.lead') : t('emails.count', { count: data.total })}
        actions={<ExportUnmailed wanted={wanted} />}
      />
      <TableCard
        label={t('emails.list')}
        tools={
          <>
            <DeskTools search={wanted.search} stockId={wanted.stockId} onChange={go} />
            {picker}
            {data !== undefined && <SendAllMails invoices={data.items} mails={mails} />}
          </>
        }
        query={query}
        skeleton={<SkeletonRows rows={12} />}
        isEmpty={({ items }) => items.length === 0}
        empty={
          <DeskEmpty
            isFiltered={isFiltered}
            text={t('emails.empty')}
            onClear={() => go({ search: '', stockId: '' })}
          />
        }
        foot={({ pageSize, total }) => (
          <TableFoot page={page} pageSize={pageSize} total={total} onPage={(to) => go({}, to)} />
        )}
      >
        {({ items }) => (
          <DeskTable
            rows={items}
            columns={columns}
            sort={wanted.sort ?? 'due'}
            onSort={(sort) => go({ sort })}
          />
        )}
      </TableCard>
    </>
  )
}

function useUnmailedColumns(mails: ReturnType<typeof useInvoiceMails>) {
  const t = useTranslations('desk')
  const format = useFormat()
  const { isHidden, picker } = useColumns('invoice-emails', [
    { accessor: 'stock', title: t('stock') },
    { accessor: 'debt', title: t('emails.debt') },
  ])
  const columns: DataTableColumn<UnmailedInvoice>[] = [
    {
      accessor: 'client',
      title: t('client'),
      sortable: true,
      render: ({ userInfo }) => <ClientLink client={userInfo} />,
    },
    {
      accessor: 'number',
      title: t('emails.invoice'),
      sortable: true,
      noWrap: true,
      render: ({ id, contractId, userInfo, invoiceNumber, contractNumber }) => (
        <span className={classes.two}>
          <ContractLink client={userInfo} contractId={contractId} invoiceId={id}>
            {invoiceNumber ?? t('emails.noNumber')}
          </ContractLink>
          <span>{t('emails.ofContract', { number: contractNumber })}</span>
        </span>
      ),
    },
    {
      accessor: 'stock',
      title: t('stock'),
      sortable: true,
      hidden: isHidden('stock'),
      render: ({ stock }) => stock.name,
    },
    {
      accessor: 'due',
      title: t('emails.due'),
      sortable: true,
      noWrap: true,
      render: ({ dueDate, isOverdue }) =>
        isOverdue ? (
          <Pill tone="red" icon={IconAlertTriangle}>
            {format.day(dueDate)}
          </Pill>
        ) : (
          format.day(dueDate)
        ),
    },
    {
      accessor: 'debt',
      title: t('emails.debt'),
      textAlign: 'right',
      noWrap: true,
      hidden: isHidden('debt'),
      render: ({ debt, currency, isOverdue }) => (
        <Money value={{ amount: debt, currency }} cents="always" isDebt={isOverdue} />
      ),
    },
    {
      accessor: 'mail',
      title: t('emails.mail'),
      textAlign: 'right',
      noWrap: true,
      render: (invoice) => <SendInvoiceMail invoice={invoice} mails={mails} />,
    },
  ]
  return { columns, picker }
}

function ExportUnmailed({ wanted }: { readonly wanted: ReturnType<typeof unmailedWanted> }) {
  const t = useTranslations('desk')
  return (
    <ExportButton<UnmailedInvoice>
      name={t('emails.title')}
      idOf={({ id }) => id}
      page={async (page, signal) =>
        asPage(
          await call(
            listUnmailedInvoices,
            { query: { ...wanted, page: String(page), pageSize: exportPageSize } },
            { signal },
          ),
        )
      }
      columns={[
        { title: t('client'), cell: ({ userInfo }) => userInfo.fullName },
        { title: t('contract'), cell: ({ contractNumber }) => contractNumber },
        { title: t('emails.invoice'), cell: ({ invoiceNumber }) => invoiceNumber },
        { title: t('box'), cell: ({ unitNumber }) => unitNumber },
        { title: t('stock'), cell: ({ stock }) => stock.name },
        { title: t('emails.due'), cell: ({ dueDate }) => dueDate },
        { title: t('emails.debt'), cell: ({ debt }) => csvMoney(debt) },
        { title: t('debtors.currency'), cell: ({ currency }) => currency },
      ]}
    />
  )
}
