import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCreditCard } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/index.ts'
import { addDays, daysBetween, Money } from '../../ui/index.ts'
import { overdueFirst, useDocumentName, useInvoicePdf, usePay, type BillingDocument } from '../billing/index.ts'
import { daysOwed, type Contract } from '../contracts/index.ts'
import classes from './debt-band.module.css'

interface DebtProps {
  readonly contract: Contract
  /** The account's documents; undefined until they are known. */
  readonly documents: readonly BillingDocument[] | undefined
  readonly today: string
}

function useOverdue({ contract, documents }: Pick<DebtProps, 'contract' | 'documents'>): BillingDocument[] {
  return overdueFirst((documents ?? []).filter(({ contractId }) => contractId === contract.id))
}

interface DebtBandProps extends DebtProps {
  /** Within the free days the box still opens: then it is a warning, not a barred door. */
  readonly opens: boolean
}

/** Debt is said first: how much, since when, and what paying brings (picture 10). */
export function DebtBand({ contract, documents, today, opens }: DebtBandProps) {
  const t = useTranslations('mybox.debt')
  const format = useFormat()
  const nameOf = useDocumentName()
  const [oldest] = useOverdue({ contract, documents })
  const amount = format.price({ amount: contract.overdue, currency: contract.currencyCode })
  const days = oldest === undefined ? daysOwed(contract) : Math.max(1, daysBetween(oldest.dueDate, today))
  return (
    <div className={classes.band} data-tone={opens ? 'amber' : 'red'}>
      <IconAlertTriangle size={22} stroke={1.75} aria-hidden="true" />
      <div>
        <p className={classes.title}>{opens ? t('open', { amount }) : t('closed', { amount })}</p>
        <p>
          {oldest !== undefined && t('overdue', { name: nameOf(oldest), days })} {opens ? t('soon') : t('after')}
        </p>
      </div>
    </div>
  )
}

interface DebtPaymentProps extends DebtProps {
  readonly takesCards: boolean
}

/** What is owed, line by line, and paying it: the oldest first (decision 18). */
export function DebtPayment({ contract, documents, takesCards }: DebtPaymentProps) {
  const t = useTranslations('mybox.debt')
  const billing = useTranslations('billing')
  const format = useFormat()
  const nameOf = useDocumentName()
  const { pay, busyId } = usePay()
  const pdf = useInvoicePdf()
  const overdue = useOverdue({ contract, documents })
  const [first] = overdue
  if (first === undefined) return null
  const { currency, debt, id } = first
  return (
    <div className={classes.payment}>
      <ul className={classes.lines}>
        {overdue.map((document) => (
          <li key={document.id}>
            <Link to="/users/$userId/contracts/$contractId" params={{ userId: contract.userId, contractId: contract.id }} search={{ invoiceId: document.id }} hash={`invoice-${document.id}`}>
              {nameOf(document)}
            </Link>
            {document.periodFrom != null && document.periodTo != null && (
              <span className={classes.period}>{billing('period', { from: format.day(document.periodFrom), to: format.day(addDays(document.periodTo, -1)) })}</span>
            )}
            <Money value={{ amount: document.debt, currency: document.currency }} cents="always" />
          </li>
        ))}
      </ul>
      {first.paymentUnderWay ? (
        <p className={classes.hint}>{t('underWay')}</p>
      ) : takesCards && first.mayPay ? (
        <Button className={classes.pay} size="lg" fullWidth leftSection={<IconCreditCard size={24} stroke={1.75} />} loading={busyId === id} onClick={() => pay(id)}>
          {t('pay', { amount: format.price({ amount: debt, currency }) })}
        </Button>
      ) : (
        <>
          {!takesCards && <p className={classes.hint}>{billing('payByInvoice')}</p>}
          <Button size="lg" variant="default" fullWidth loading={pdf.isPending} onClick={() => pdf.open(first)}>
            {billing('pdf')}
          </Button>
        </>
      )}
      {overdue.length > 1 && <p className={classes.hint}>{t('others', { n: overdue.length - 1 })}</p>}
    </div>
  )
}

export function PaidAlready() {
  const t = useTranslations('mybox.debt')
  return (
    <Link to="/support" className={classes.told}>
      {t('told')}
    </Link>
  )
}
