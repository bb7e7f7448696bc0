import { Button, Checkbox } from '@mantine/core'
import { IconAlertTriangle, IconCreditCard } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/index.ts'
import { addDays, daysBetween, Money } from '../../ui/index.ts'
import { PayChoice, useDocumentName, useInvoicePdf, usePay, type BillingDocument } from '../billing/index.ts'
import type { Contract } from '../contracts/index.ts'
import type { MyBox } from './my-box.ts'
import classes from './debt-band.module.css'

interface DebtBandProps {
  readonly contract: Contract
  readonly opening: MyBox['opening']
  readonly today: string
}

/** Whether anything of a contract is late: rent that closes the box, or penalties, which do not. */
export const isInArrears = ({ overdueRent, overdue }: Contract): boolean => overdueRent != null || overdue > 0

/** What is owed is said first, and what it does to the door: only what the server says follows from paying is promised. */
export function DebtBand({ contract, opening, today }: DebtBandProps) {
  const t = useTranslations('mybox.debt')
  const format = useFormat()
  const { overdueRent: rent, openPenalties: penalties, currencyCode: currency } = contract
  const { opens } = opening
  const price = (amount: number) => format.price({ amount, currency })
  const isRent = rent != null || contract.isExternal
  const amount = price(rent?.amount ?? penalties?.amount ?? contract.overdue)
  return (
    <div className={classes.band} data-tone={opens || !isRent ? 'amber' : 'red'}>
      <IconAlertTriangle size={22} stroke={1.75} aria-hidden="true" />
      <div>
        <p className={classes.title}>
          {isRent ? (opens ? t('open', { amount }) : t('closed', { amount })) : t('penalties', { amount })}
        </p>
        <p>
          {rent != null &&
            rent.oldestDueDate < today &&
            t('overdue', {
              number: rent.oldestNumber ?? '',
              days: Math.max(1, daysBetween(rent.oldestDueDate, today)),
              more: rent.documentIds.length - 1,
            })}{' '}
          {isRent ? <Follows {...{ contract, opening }} /> : t('penaltiesClose')}
        </p>
      </div>
    </div>
  )
}

/** What paying the rent brings: the server has asked the door as it would be then. */
function Follows({ contract, opening }: Pick<DebtBandProps, 'contract' | 'opening'>) {
  const t = useTranslations('mybox.debt')
  const format = useFormat()
  const { overdueRent: rent } = contract
  if (rent == null) return t('elsewhere')
  if (opening.opens) return t('soon', { day: format.longDay(rent.closesOn) })
  const after = opening.afterPayment
  if (after == null) return null
  return after.opens ? t('after') : t('afterThen', { message: after.message ?? '' })
}

interface DebtLinesProps {
  readonly contract: Contract
  /** The account's documents; undefined until they are known. */
  readonly documents: readonly BillingDocument[] | undefined
}

/** What is owed, document by document, each leading to its reasons: the rent first. */
export function DebtLines({ contract, documents }: DebtLinesProps) {
  const billing = useTranslations('billing')
  const format = useFormat()
  const nameOf = useDocumentName()
  const named = [...(contract.overdueRent?.documentIds ?? []), ...(contract.openPenalties?.documentIds ?? [])]
  const owed = named.flatMap((id) => documents?.find((document) => document.id === id) ?? [])
  if (owed.length === 0) return null
  return (
    <ul className={classes.lines}>
      {owed.map(({ id, currency, debt, periodFrom, periodTo, ...document }) => (
        <li key={id}>
          <Link
            to="/users/$userId/contracts/$contractId"
            params={{ userId: contract.userId, contractId: contract.id }}
            search={{ invoiceId: id }}
            hash={`invoice-${id}`}
          >
            {nameOf(document)}
          </Link>
          <span className={classes.period}>
            {contract.openPenalties?.documentIds.includes(id) === true
              ? billing('why.penalty')
              : periodFrom != null &&
                periodTo != null &&
                billing('period', { from: format.day(periodFrom), to: format.day(addDays(periodTo, -1)) })}
          </span>
          <Money value={{ amount: debt, currency }} cents="always" />
        </li>
      ))}
    </ul>
  )
}

interface DebtPaymentProps extends DebtLinesProps {
  readonly takesCards: boolean
}

/** One button for all the rent that closes the box; penalties are paid with it where the tenant ticks them, or alone. */
export function DebtPayment({ contract, documents, takesCards }: DebtPaymentProps) {
  const t = useTranslations('mybox.debt')
  const billing = useTranslations('billing')
  const format = useFormat()
  const { pay, busyId, choice } = usePay()
  const pdf = useInvoicePdf()
  const [withPenalties, setWithPenalties] = useState(false)
  const { overdueRent: rent, openPenalties: penalties, currencyCode: currency, stockId } = contract
  const price = (amount: number) => format.price({ amount, currency })
  const asked = [rent, withPenalties || rent == null ? penalties : null].filter((part) => part != null)
  const documentIds = asked.flatMap((part) => part.documentIds)
  const amount = asked.reduce((sum, part) => sum + part.amount, 0)
  const [first] = documentIds
  if (first === undefined) return null
  if (asked.some(({ paymentUnderWay }) => paymentUnderWay))
    return <p className={classes.hint}>{t('underWay', { what: rent == null ? 'penalties' : 'rent' })}</p>
  if (takesCards && (contract.mayPay || penalties?.paymentUnderWay === true))
    return (
      <>
        {choice !== null && <PayChoice {...choice} />}
        {rent != null && penalties != null && !penalties.paymentUnderWay && (
          <Checkbox
            label={t('withPenalties', { amount: price(penalties.amount) })}
            description={t('penaltiesClose')}
            checked={withPenalties}
            onChange={({ currentTarget }) => setWithPenalties(currentTarget.checked)}
          />
        )}
        <Button
          className={classes.pay}
          size="lg"
          fullWidth
          leftSection={<IconCreditCard size={24} stroke={1.75} />}
          loading={busyId === first}
          onClick={() => pay({ id: first, stockId, debt: amount, currency, documentIds })}
        >
          {t('pay', { amount: price(amount) })}
        </Button>
      </>
    )
  const paper = documents?.find(({ id }) => id === first)
  if (paper === undefined) return null
  return (
    <>
      {!takesCards && <p className={classes.hint}>{billing('payByInvoice')}</p>}
      <Button size="lg" variant="default" fullWidth loading={pdf.isPending} onClick={() => pdf.open(paper)}>
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
