import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../../i18n/index.ts'
import { CrateLabel, Money } from '../../../ui/index.ts'
import type { ExternalPayment } from './payments.ts'
import classes from './payments.module.css'

interface CellProps {
  readonly payment: ExternalPayment
}

/** The payer, with all that he rents. */
export function PayerLink({ payment: { userId, clientName } }: CellProps) {
  return (
    <Link to="/users/$userId/contracts" params={{ userId }}>
      {clientName}
    </Link>
  )
}

export function BoxLink({ payment: { boxId, unitNumber } }: CellProps) {
  if (boxId == null || unitNumber == null) return '–'
  return (
    <Link to="/boxes/$id" params={{ id: boxId }}>
      <CrateLabel number={unitNumber} tone="soft" />
    </Link>
  )
}

/** The document that it was sent for, opened on the contract's page; what has no number yet is a request for payment. */
export function DocumentLink({ payment: { userId, contractId, documentId, documentNumber } }: CellProps) {
  const t = useTranslations('payments.external')
  if (documentId == null) return '–'
  const name = documentNumber ?? t('noNumber')
  if (contractId == null) return name
  return (
    <Link
      to="/users/$userId/contracts/$contractId"
      params={{ userId, contractId }}
      search={{ invoiceId: documentId }}
    >
      {name}
    </Link>
  )
}

/** The sum, and what of it went back. */
export function Sum({ payment: { amount, refunded, withdrawn, currency } }: CellProps) {
  const t = useTranslations('payments.external')
  const format = useFormat()
  return (
    <span className={`${classes.two} ${classes.sum}`}>
      <Money value={{ amount, currency }} cents="always" />
      {refunded > 0 && (
        <small>{t('refunded', { amount: format.money({ amount: refunded, currency }) })}</small>
      )}
      {withdrawn > 0 && (
        <small>{t('withdrawn', { amount: format.money({ amount: withdrawn, currency }) })}</small>
      )}
    </span>
  )
}

interface MomentProps {
  readonly at: string | null | undefined
  readonly timeZone: string
}

/** A moment by the clock of the stock. */
export function Moment({ at, timeZone }: MomentProps) {
  const format = useFormat()
  if (at == null) return '–'
  return <time dateTime={at}>{format.instant(at, timeZone)}</time>
}

/** Who paid for what, and when: terms of a list of facts, in the drawer and on a phone's card alike. */
export function WhoAndWhen({ payment }: CellProps) {
  const t = useTranslations('payments.external')
  return (
    <>
      <dt>{t('client')}</dt>
      <dd>
        <PayerLink payment={payment} />
      </dd>
      <dt>{t('box')}</dt>
      <dd>
        <BoxLink payment={payment} />
      </dd>
      <dt>{t('document')}</dt>
      <dd>
        <DocumentLink payment={payment} />
      </dd>
      <dt>{t('created')}</dt>
      <dd>
        <Moment at={payment.pendingAt} timeZone={payment.timeZone} />
      </dd>
      <dt>{t('confirmed')}</dt>
      <dd>
        <Moment at={payment.successAt} timeZone={payment.timeZone} />
      </dd>
    </>
  )
}
