import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCreditCard } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/index.ts'
import { addDays, daysBetween, Money } from '../../ui/index.ts'
import {
  overdueFirst,
  PayChoice,
  useDocumentName,
  useInvoicePdf,
  usePay,
  type BillingDocument,
} from '../billing/index.ts'
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
          {oldest !== undefined && t('overdue', { name: nameOf(oldest), days })}{' '}
          {opens ? t('soon') : t('after')}
        </p>
      </div>
    </div>
  )
}

/** What is owed, document by document, each leading to its reasons. */
export function DebtLines({ contract, documents }: Pick<DebtProps, 'contract' | 'documents'>) {
  const billing = useTranslations('billing')
  const format = useFormat()
  const nameOf = useDocumentName()
  const overdue = useOverdue({ contract, documents })
  if (overdue.length === 0) return null
  return (
    <ul className={classes.lines}>
      {overdue.map(({ id, currency, debt, periodFrom, periodTo, ...document }) => (
        <li key={id}>
          <Link
            to="/users/$userId/contracts/$contractId"
            params={{ userId: contract.userId, contractId: contract.id }}
            search={{ invoiceId: id }}
            hash={`invoice-${id}`}
          >
            {nameOf(document)}
          </Link>
          {periodFrom != null && periodTo != null && (
            <span className={classes.period}>
              {billing('period', { from: format.day(periodFrom), to: format.day(addDays(periodTo, -1)) })}
            </span>
          )}
          <Money value={{ amount: debt, currency }} cents="always" />
        </li>
      ))}
    </ul>
  )
}

interface DebtPaymentProps extends Pick<DebtProps, 'contract' | 'documents'> {
  readonly takesCards: boolean
}

/** Paying takes the place of opening: the oldest document first (decision 18). */
export function DebtPayment({ contract, documents, takesCards }: DebtPaymentProps) {
  const t = useTranslations('mybox.debt')
  const billing = useTranslations('billing')
  const format = useFormat()
  const { pay, busyId, choice } = usePay()
  const pdf = useInvoicePdf()
  const [first] = useOverdue({ contract, documents })
  if (first === undefined) return null
  const { id, debt, currency, mayPay, paymentUnderWay } = first
  if (paymentUnderWay) return <p className={classes.hint}>{t('underWay')}</p>
  if (takesCards && mayPay)
    return (
      <>
        {choice !== null && <PayChoice {...choice} />}
        <Button
          className={classes.pay}
          size="lg"
          fullWidth
          leftSection={<IconCreditCard size={24} stroke={1.75} />}
          loading={busyId === id}
          onClick={() => pay(first)}
        >
          {t('pay', { amount: format.price({ amount: debt, currency }) })}
        </Button>
      </>
    )
  return (
    <>
      {!takesCards && <p className={classes.hint}>{billing('payByInvoice')}</p>}
      <Button size="lg" variant="default" fullWidth loading={pdf.isPending} onClick={() => pdf.open(first)}>
        {billing('pdf')}
      </Button>
    </>
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
