import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconBan,
  IconCalendarDue,
  IconCheck,
  IconClock,
  IconReceiptOff,
} from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/index.ts'
import { Pill } from '../../ui/index.ts'
import { stateOf, type BillingDocument } from './document.ts'

interface DocumentPillProps {
  readonly document: BillingDocument
  /** In the stock's zone. */
  readonly today: string
}

/** Unpaid with a sign and how late it is, paid with a tick and the day. */
export function DocumentPill({ document, today }: DocumentPillProps) {
  const t = useTranslations('billing.state')
  const format = useFormat()
  const state = stateOf(document, today)
  switch (state.kind) {
    case 'paid':
      return (
        <Pill tone="green" icon={IconCheck}>
          {state.day === null ? t('paid') : t('paidOn', { day: format.day(state.day) })}
        </Pill>
      )
    case 'underWay':
      return (
        <Pill tone="blue" icon={IconClock}>
          {t('underWay')}
        </Pill>
      )
    case 'overdue':
      return (
        <Pill tone="red" icon={IconAlertTriangle}>
          {t('overdue', { days: state.days })}
        </Pill>
      )
    case 'due':
      return (
        <Pill tone="amber" icon={IconCalendarDue}>
          {state.day === today ? t('dueToday') : t('due', { day: format.day(state.day) })}
        </Pill>
      )
    case 'waiting':
      return (
        <Pill tone="amber" icon={IconClock}>
          {t('waiting')}
        </Pill>
      )
    case 'cancelled':
      return (
        <Pill tone="gray" icon={IconBan}>
          {t('cancelled')}
        </Pill>
      )
    case 'credit':
      return (
        <Pill tone="gray" icon={IconArrowBackUp}>
          {t('credit')}
        </Pill>
      )
    case 'writtenOff':
      return (
        <Pill tone="gray" icon={IconReceiptOff}>
          {t('writtenOff')}
        </Pill>
      )
    case 'statement':
      return null
  }
}
