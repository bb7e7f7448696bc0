import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useUser } from '../../../client/index.ts'
import { allows, needs } from '../../../features/accounts/index.ts'
import { useFormat } from '../../../i18n/index.ts'
import { Pill } from '../../../ui/index.ts'
import type { DeskContract } from './desk-query.ts'
import classes from './desk.module.css'

interface Client {
  readonly id: string
  readonly fullName: string
}

/** A client; a link for whoever may open other people's pages. */
export function ClientLink({ client }: { readonly client: Client }) {
  if (!allows(useUser(), needs.users))
    return (
      <span className={classes.client} title={client.fullName}>
        {client.fullName}
      </span>
    )
  return (
    <Link to="/users/$id" params={{ id: client.id }} className={classes.client} title={client.fullName}>
      {client.fullName}
    </Link>
  )
}

interface ContractLinkProps {
  readonly client: Client
  readonly contractId: string
  readonly invoiceId?: string
  readonly children: ReactNode
}

/** A contract by its number, with one of its invoices opened where one is meant. */
export function ContractLink({ client, contractId, invoiceId, children }: ContractLinkProps) {
  return (
    <Link
      to="/users/$userId/contracts/$contractId"
      params={{ userId: client.id, contractId }}
      search={invoiceId === undefined ? {} : { invoiceId }}
    >
      {children}
    </Link>
  )
}

/** The day the contract ends, and how far off that is. */
export function EndDay({ contract }: { readonly contract: DeskContract }) {
  const t = useTranslations('desk.ending')
  const format = useFormat()
  const { endDate, daysLeft } = contract
  return (
    <span className={classes.two}>
      <span>{endDate == null ? t('openEnded') : format.day(endDate)}</span>
      {daysLeft != null && (
        <span data-late={daysLeft < 0 || undefined}>
          {daysLeft < 0 ? t('past', { days: -daysLeft }) : t('inDays', { days: daysLeft })}
        </span>
      )}
    </span>
  )
}

/** The planned leaving, or the warning that nobody has named it. */
export function LeavingDay({ contract }: { readonly contract: DeskContract }) {
  const t = useTranslations('desk.ending')
  const format = useFormat()
  const { noticeLeaveDate, isNoticeMissing } = contract
  if (noticeLeaveDate != null) return format.day(noticeLeaveDate)
  if (!isNoticeMissing) return '–'
  return (
    <Pill tone="amber" icon={IconAlertTriangle}>
      {t('noNotice')}
    </Pill>
  )
}
