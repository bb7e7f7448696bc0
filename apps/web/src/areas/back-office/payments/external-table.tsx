import { useTranslations } from 'use-intl'
import { DataTable, type DataTableColumn } from '../../../ui/index.ts'
import { withSortHeads } from '../sort-head.tsx'
import { ShowPayment } from '../moneyback/show-payment.tsx'
import { BoxLink, DocumentLink, Moment, PayerLink, Sum, WhoAndWhen } from './payment-cells.tsx'
import type { ExternalPayment } from './payments.ts'
import { StatusWord } from './status-word.tsx'
import { usePaymentWords } from './use-payment-words.ts'
import classes from './payments.module.css'

interface ExternalTableProps {
  readonly payments: readonly ExternalPayment[]
  readonly sort: string
  readonly onSort: (sort: string) => void
  readonly isHidden: (column: string) => boolean
  /** Opens one, with what of it went back. */
  readonly onShow: (paymentId: string) => void
}

/** The columns of specification 2.14, with the processor and the warehouse beside them. */
export function ExternalTable({ payments, sort, onSort, isHidden, onShow }: ExternalTableProps) {
  const t = useTranslations('payments.external')
  const moneyback = useTranslations('moneyback.payment')
  const words = usePaymentWords()
  const columns: DataTableColumn<ExternalPayment>[] = [
    {
      accessor: 'id',
      title: t('id'),
      render: ({ id, processor }) => (
        <span className={classes.two}>
          <span className={classes.short} title={id}>
            {id}
          </span>
          <small>{words.processor(processor)}</small>
        </span>
      ),
    },
    {
      accessor: 'amount',
      title: t('amount'),
      sortable: true,
      noWrap: true,
      textAlign: 'right',
      render: (payment) => <Sum payment={payment} />,
    },
    { accessor: 'client', title: t('client'), render: (payment) => <PayerLink payment={payment} /> },
    { accessor: 'box', title: t('box'), render: (payment) => <BoxLink payment={payment} /> },
    {
      accessor: 'document',
      title: t('document'),
      noWrap: true,
      render: (payment) => <DocumentLink payment={payment} />,
    },
    { accessor: 'status', title: t('status'), render: (payment) => <StatusWord payment={payment} /> },
    {
      accessor: 'created',
      title: t('created'),
      sortable: true,
      noWrap: true,
      render: ({ pendingAt, timeZone }) => <Moment at={pendingAt} timeZone={timeZone} />,
    },
    {
      accessor: 'confirmed',
      title: t('confirmed'),
      sortable: true,
      noWrap: true,
      render: ({ successAt, timeZone }) => <Moment at={successAt} timeZone={timeZone} />,
    },
    {
      accessor: 'stock',
      title: t('stock'),
      hidden: isHidden('stock'),
      render: ({ stockName }) => stockName,
    },
    {
      accessor: 'show',
      title: <span className="st-spoken">{moneyback('show')}</span>,
      noWrap: true,
      render: (payment) => <ShowPayment payment={payment} onShow={onShow} />,
    },
  ]
  return (
    <DataTable
      records={[...payments]}
      columns={withSortHeads(columns, sort, onSort)}
      idAccessor="paymentId"
      height={payments.length > 12 ? 'max(420px, calc(100dvh - 330px))' : 'auto'}
    />
  )
}

/** The same on a phone: one card for each, nothing to be moved sideways. */
export function ExternalCards({ payments, onShow }: Pick<ExternalTableProps, 'payments' | 'onShow'>) {
  const t = useTranslations('payments.external')
  const words = usePaymentWords()
  return (
    <ul className={classes.cards}>
      {payments.map((payment) => (
        <li key={payment.paymentId} className={classes.card}>
          <div className={classes.cardHead}>
            <Sum payment={payment} />
            <StatusWord payment={payment} />
          </div>
          <dl className={classes.facts}>
            <WhoAndWhen payment={payment} />
            <dt>{t('id')}</dt>
            <dd className={classes.id}>
              {payment.id} · {words.processor(payment.processor)}
            </dd>
          </dl>
          <span>
            <ShowPayment payment={payment} onShow={onShow} />
          </span>
        </li>
      ))}
    </ul>
  )
}
