import { IconAlertTriangle, IconCheck, IconClock, IconX } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../../i18n/index.ts'
import { CrateLabel, Money, Pill, type DataTableColumn } from '../../../ui/index.ts'
import { useColumns } from '../use-columns.tsx'
import { ContractLink } from './desk-cells.tsx'
import { useDeskColumns } from './desk-columns.tsx'
import type { Subscription } from './desk-query.ts'
import classes from './desk.module.css'

const pills = {
  starting: { tone: 'gray', icon: IconClock },
  active: { tone: 'green', icon: IconCheck },
  suspended: { tone: 'amber', icon: IconAlertTriangle },
  cancelled: { tone: 'gray', icon: IconX },
} as const

/** Whose, how it stands, with which card, the last try and the next debit. */
export function useSubscriptionColumns() {
  const t = useTranslations('debits')
  const desk = useTranslations('desk')
  const format = useFormat()
  const { client, stock } = useDeskColumns()
  const { isHidden, picker } = useColumns('subscriptions', [
    { accessor: 'box', title: desk('box') },
    { accessor: 'stock', title: desk('stock') },
    { accessor: 'card', title: t('card') },
    { accessor: 'since', title: t('since') },
  ])
  const columns: DataTableColumn<Subscription>[] = [
    client,
    {
      accessor: 'number',
      title: desk('contract'),
      sortable: true,
      noWrap: true,
      render: ({ contractId, userInfo, contractNumber }) => (
        <ContractLink client={userInfo} contractId={contractId}>
          {contractNumber}
        </ContractLink>
      ),
    },
    {
      accessor: 'box',
      title: desk('box'),
      hidden: isHidden('box'),
      render: ({ unitNumber }) => <CrateLabel number={unitNumber} tone="soft" />,
    },
    { ...stock, hidden: isHidden('stock') },
    {
      accessor: 'status',
      title: t('statusTitle'),
      noWrap: true,
      render: ({ status, reason }) => (
        <span className={classes.two}>
          <span>
            <Pill {...pills[status]}>{t(`status.${status}`)}</Pill>
          </span>
          {status === 'cancelled' && <span>{t('cancelledBy', { by: reason ?? '' })}</span>}
        </span>
      ),
    },
    {
      accessor: 'card',
      title: t('card'),
      noWrap: true,
      hidden: isHidden('card'),
      render: ({ card, expires }) => (
        <span className={classes.two}>
          <span>{card == null ? t('none') : `•••• ${card.slice(-4)}`}</span>
          {card != null && expires != null && <span>{t('expires', { date: expires })}</span>}
        </span>
      ),
    },
    {
      accessor: 'since',
      title: t('since'),
      sortable: true,
      noWrap: true,
      hidden: isHidden('since'),
      render: ({ since }) => format.day(since),
    },
    {
      accessor: 'last',
      title: t('last'),
      noWrap: true,
      render: ({ last, currency }) =>
        last == null ? (
          t('none')
        ) : (
          <span className={classes.two}>
            <span>
              {t(`tryState.${last.status}`)}{' '}
              <Money value={{ amount: last.amount, currency }} cents="always" />
            </span>
            <span>{format.day(last.day)}</span>
          </span>
        ),
    },
    {
      accessor: 'next',
      title: t('next'),
      noWrap: true,
      render: ({ next, currency }) =>
        next == null ? (
          t('none')
        ) : (
          <span className={classes.two}>
            <span>{format.day(next.day)}</span>
            {next.amount != null && <span>{format.money({ amount: next.amount, currency })}</span>}
          </span>
        ),
    },
  ]
  return { columns, picker }
}
