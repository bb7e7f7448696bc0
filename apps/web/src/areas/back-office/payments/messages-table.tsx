import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../../i18n/index.ts'
import { DataTable, Money, useIsPhone, type DataTableColumn } from '../../../ui/index.ts'
import type { PaymentMessage } from './payments.ts'
import { VerdictPill } from './verdict-pill.tsx'
import classes from './payments.module.css'

interface MessagesTableProps {
  readonly messages: readonly PaymentMessage[]
  readonly onShow: (message: PaymentMessage) => void
}

/** Processors keep one time for everybody; so does this list. */
export const timeZone = 'UTC'

/** Messages of processors, each with its verdict and the payment that it is about; a table, or cards on a phone. */
export function MessagesTable({ messages, onShow }: MessagesTableProps) {
  const t = useTranslations('payments.messages')
  const format = useFormat()
  const isPhone = useIsPhone()
  const moment = ({ receivedAt }: PaymentMessage) => (
    <time dateTime={receivedAt}>{format.instant(receivedAt, timeZone)}</time>
  )
  const show = (message: PaymentMessage) => (
    <button
      type="button"
      className={classes.link}
      aria-label={t('showNamed', { time: format.instant(message.receivedAt, timeZone) })}
      onClick={() => onShow(message)}
    >
      {t('show')}
    </button>
  )
  if (isPhone)
    return (
      <ul className={classes.cards}>
        {messages.map((message) => (
          <li key={message.id} className={classes.card}>
            <div className={classes.cardHead}>
              <VerdictPill message={message} />
              <span className={classes.quiet}>{moment(message)}</span>
            </div>
            <span>
              {message.cabinet}
              {message.outsideId == null ? '' : ` · ${message.outsideId}`}
            </span>
            {message.paymentId != null && <MessagePayment message={message} />}
            <span>{show(message)}</span>
          </li>
        ))}
      </ul>
    )
  const columns: DataTableColumn<PaymentMessage>[] = [
    { accessor: 'receivedAt', title: `${t('receivedAt')}, ${timeZone}`, noWrap: true, render: moment },
    { accessor: 'verdict', title: t('verdict'), render: (message) => <VerdictPill message={message} /> },
    {
      accessor: 'cabinet',
      title: t('cabinet'),
      render: ({ cabinet, type }) => (
        <span className={classes.two}>
          <span>{cabinet}</span>
          {type !== '' && <small>{type}</small>}
        </span>
      ),
    },
    {
      accessor: 'outsideId',
      title: t('number'),
      render: ({ outsideId }) => <span className={classes.id}>{outsideId ?? '–'}</span>,
    },
    { accessor: 'payment', title: t('payment'), render: (message) => <MessagePayment message={message} /> },
    { accessor: 'show', title: <span className="st-spoken">{t('show')}</span>, noWrap: true, render: show },
  ]
  return (
    <DataTable
      records={[...messages]}
      columns={columns}
      idAccessor="id"
      height={messages.length > 12 ? 'max(420px, calc(100dvh - 330px))' : 'auto'}
    />
  )
}

/** Whose payment a message is about and of how much; the list of payments knows the rest. */
export function MessagePayment({ message }: { readonly message: PaymentMessage }) {
  const t = useTranslations('payments.messages')
  const { paymentId, accountName, amount, currency } = message
  if (paymentId == null) return <span className={classes.quiet}>{t('noPayment')}</span>
  return (
    <span className={classes.two}>
      <Link to="/external-payments" search={{ search: paymentId }}>
        {accountName ?? t('somebody')}
      </Link>
      {amount != null && currency != null && (
        <small>
          <Money value={{ amount, currency }} cents="always" />
        </small>
      )}
    </span>
  )
}
