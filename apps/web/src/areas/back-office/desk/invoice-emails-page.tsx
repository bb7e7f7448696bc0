import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { listUnmailedInvoices } from '@stowage/api/reports'
import { queryOf } from '../../../client/index.ts'
import { PageHeader } from '../../../ui/index.ts'
import { DeskList } from './desk-list.tsx'
import { asPage, unmailedWanted } from './desk-query.ts'
import { ExportUnmailed } from './export-unmailed.tsx'
import { SendAllMails } from './send-invoice-mail.tsx'
import { useDeskAddress } from './use-desk-address.ts'
import { useInvoiceMails } from './use-invoice-mails.ts'
import { useUnmailedColumns } from './use-unmailed-columns.tsx'

/** /invoice-emails: unpaid invoices whose tenants have not been written to, the first due first. */
export default function InvoiceEmailsPage(): ReactNode {
  const t = useTranslations('desk')
  const mails = useInvoiceMails()
  const address = useDeskAddress('/invoice-emails', unmailedWanted)
  const { page, wanted } = address
  const query = useQuery({
    ...queryOf(listUnmailedInvoices, { query: { ...wanted, page: String(page) } }),
    placeholderData: keepPreviousData,
    select: asPage,
  })
  const { columns, picker } = useUnmailedColumns(mails)
  const { data } = query
  return (
    <>
      <PageHeader
        title={t('emails.title')}
        lead={data === undefined ? t('emails.lead') : t('emails.count', { count: data.total })}
        actions={<ExportUnmailed wanted={wanted} />}
      />
      <DeskList
        label={t('emails.list')}
        address={address}
        query={query}
        columns={columns}
        sortedBy="due"
        tools={
          <>
            {picker}
            {data !== undefined && <SendAllMails invoices={data.items} mails={mails} />}
          </>
        }
        empty={t('emails.empty')}
      />
    </>
  )
}
