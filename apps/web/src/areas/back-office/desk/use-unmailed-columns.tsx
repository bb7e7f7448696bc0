import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../../i18n/index.ts'
import { Money, Pill, type DataTableColumn } from '../../../ui/index.ts'
import { useColumns } from '../use-columns.tsx'
import { ContractLink } from './desk-cells.tsx'
import { useDeskColumns } from './desk-columns.tsx'
import type { UnmailedInvoice } from './desk-query.ts'
import { SendInvoiceMail } from './send-invoice-mail.tsx'
import type { useInvoiceMails } from './use-invoice-mails.ts'
import classes from './desk.module.css'

/** Whose invoice, when it is due and how much, and the button that writes to him. */
export function useUnmailedColumns(mails: ReturnType<typeof useInvoiceMails>) {
  const t = useTranslations('desk')
  const format = useFormat()
  const { client, contract, stock } = useDeskColumns()
  const { isHidden, picker } = useColumns('invoice-emails', [
    { accessor: 'stock', title: t('stock') },
    { accessor: 'debt', title: t('emails.debt') },
  ])
  const columns: DataTableColumn<UnmailedInvoice>[] = [
    client,
    {
      ...contract,
      title: t('emails.invoice'),
      render: ({ id, contractId, userInfo, invoiceNumber, contractNumber }) => (
        <span className={classes.two}>
          <ContractLink client={userInfo} contractId={contractId} invoiceId={id}>
            {invoiceNumber ?? t('emails.noNumber')}
          </ContractLink>
          <span>{t('emails.ofContract', { number: contractNumber })}</span>
        </span>
      ),
    },
    { ...stock, hidden: isHidden('stock') },
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
