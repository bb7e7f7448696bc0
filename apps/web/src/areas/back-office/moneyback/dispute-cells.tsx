import {
  IconAlertTriangle,
  IconCheck,
  IconClock,
  IconLock,
  IconQuestionMark,
  IconX,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../../i18n/index.ts'
import { Money as Sum, Pill } from '../../../ui/index.ts'
import { CopyNumber } from './copy-number.tsx'
import { dueOf, type Dispute } from './moneyback.ts'
import { useDisputeReason } from './use-dispute-reason.ts'
import classes from './moneyback.module.css'

interface CellProps {
  readonly dispute: Dispute
}

const looks = {
  warned: { tone: 'amber', icon: IconQuestionMark },
  open: { tone: 'red', icon: IconAlertTriangle },
  won: { tone: 'green', icon: IconCheck },
  lost: { tone: 'gray', icon: IconX },
} as const

/** A bank's clock is everybody's; whoever reads has his own. */
const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** How it stands, and whether doors are shut because of it. */
export function State({ dispute: { state, blocks, openedAt } }: CellProps) {
  const t = useTranslations('moneyback.disputes')
  const format = useFormat()
  return (
    <span className={classes.stack}>
      <Pill {...looks[state]}>{t(`states.${state}`)}</Pill>
      {blocks && (
        <Pill tone="red" icon={IconLock}>
          {t('blocks')}
        </Pill>
      )}
      <small>{t('since', { at: format.shortInstant(openedAt, ownZone()) })}</small>
    </span>
  )
}

/** How much, and who has it now. */
export function Money({ dispute: { amount, currency, isWithdrawn } }: CellProps) {
  const t = useTranslations('moneyback.disputes')
  return (
    <span className={classes.stack} data-at="end">
      <Sum value={{ amount, currency }} cents="always" />
      <small data-tone={isWithdrawn ? 'red' : undefined}>{t(isWithdrawn ? 'withdrawn' : 'here')}</small>
    </span>
  )
}

export function Tenant({ dispute: { accountId, accountName, stockName } }: CellProps) {
  return (
    <span className={classes.stack}>
      <Link to="/users/$userId/contracts" params={{ userId: accountId }}>
        {accountName}
      </Link>
      <small>{stockName}</small>
    </span>
  )
}

/** What the money had been paid for, and the payment's number at its processor. */
export function Paper({
  dispute: { accountId, contractId, contractNumber, documentId, documentNumber, paymentId, outsideId },
}: CellProps) {
  const t = useTranslations('moneyback.disputes')
  return (
    <span className={classes.stack}>
      {contractId == null || documentId == null ? (
        <Link to="/external-payments" search={{ payment: paymentId }}>
          {t('payment')}
        </Link>
      ) : (
        <Link
          to="/users/$userId/contracts/$contractId"
          params={{ userId: accountId, contractId }}
          search={{ invoiceId: documentId }}
        >
          {documentNumber ?? t('noNumber')}
        </Link>
      )}
      {contractNumber != null && <small>{t('contract', { number: contractNumber })}</small>}
      {outsideId != null && <CopyNumber value={outsideId} />}
    </span>
  )
}

export function Reason({ dispute: { reason } }: CellProps) {
  return <bdi className={classes.reason}>{useDisputeReason(reason)}</bdi>
}

/** Until when the bank can be answered; red when that is near. */
export function Due({ dispute }: CellProps) {
  const t = useTranslations('moneyback.disputes')
  const format = useFormat()
  const [now] = useState(() => Date.now())
  const due = dueOf(dispute, now)
  const { dueBy, decidedAt, state } = dispute
  if (due === 'none' || dueBy == null)
    return (
      <span className={classes.quiet}>
        {decidedAt != null && (state === 'won' || state === 'lost')
          ? t('decided', { at: format.shortInstant(decidedAt, ownZone()) })
          : t('noAnswer')}
      </span>
    )
  return (
    <span className={classes.due} data-due={due}>
      {due !== 'later' && <IconClock size={16} stroke={2} aria-hidden="true" />}
      <span>
        <time dateTime={dueBy}>{format.instant(dueBy, ownZone())}</time>
        {due === 'past' && <small>{t('past')}</small>}
        {due === 'near' && <small>{t('near')}</small>}
      </span>
    </span>
  )
}
