import { Button } from '@mantine/core'
import { IconAlertTriangle, IconReceipt } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../../i18n/index.ts'
import { Money, Pill, type DataTableColumn } from '../../../ui/index.ts'
import { useColumns } from '../use-columns.tsx'
import { ContractLink } from './desk-cells.tsx'
import { useDeskColumns } from './desk-columns.tsx'
import type { LateContract } from './desk-query.ts'
import type { useIssuePenalty } from './use-issue-penalty.ts'
import classes from './desk.module.css'

/** Who is late since when, what it will cost next and has cost, with the button for the first document. */
export function usePenaltyColumns({ issue, busyId }: ReturnType<typeof useIssuePenalty>) {
  const t = useTranslations('desk')
  const format = useFormat()
  const { client, contract } = useDeskColumns()
  const { isHidden, picker } = useColumns('penalties', [
    { accessor: 'notices', title: t('penalties.notices') },
  ])
  const price = (amount: number, currency: string): string => format.money({ amount, currency })
  const columns: DataTableColumn<LateContract>[] = [
    client,
    {
      ...contract,
      render: ({ id, userInfo, contractNumber, stock }) => (
        <span className={classes.two}>
          <ContractLink client={userInfo} contractId={id}>
            {contractNumber}
          </ContractLink>
          <span>{stock.name}</span>
        </span>
      ),
    },
    {
      accessor: 'since',
      title: t('debtors.since'),
      sortable: true,
      noWrap: true,
      render: ({ dueDate, daysOverdue }) => (
        <span className={classes.two}>
          <span>{format.day(dueDate)}</span>
          <span>{t('debtors.days', { days: daysOverdue })}</span>
        </span>
      ),
    },
    {
      accessor: 'overdue',
      title: t('debtors.debt'),
      textAlign: 'right',
      noWrap: true,
      render: ({ overdue, currency }) => (
        <Money value={{ amount: overdue, currency }} cents="always" isDebt />
      ),
    },
    {
      accessor: 'free',
      title: t('penalties.freeDays'),
      noWrap: true,
      render: ({ freeDaysLeft }) => <FreeDays left={freeDaysLeft ?? null} />,
    },
    {
      accessor: 'next',
      title: t('penalties.next'),
      textAlign: 'right',
      noWrap: true,
      render: ({ nextPenalty, currency }) =>
        nextPenalty == null ? (
          '–'
        ) : (
          <span className={classes.two}>
            <span>{price(nextPenalty.amount, currency)}</span>
            <span>{format.day(nextPenalty.day)}</span>
          </span>
        ),
    },
    {
      accessor: 'notices',
      title: t('penalties.notices'),
      noWrap: true,
      hidden: isHidden('notices'),
      render: ({ notices, lastNotice }) => (
        <span className={classes.two}>
          <span>{notices}</span>
          {lastNotice != null && <span>{format.day(lastNotice)}</span>}
        </span>
      ),
    },
    {
      accessor: 'issued',
      title: t('penalties.penalties'),
      textAlign: 'right',
      noWrap: true,
      render: (row) => (
        <span className={classes.issued}>
          {row.penalties > 0 ? (
            <span className={classes.two}>
              <span>{price(row.penaltiesAmount, row.currency)}</span>
              <span>{t('penalties.documents', { count: row.penalties })}</span>
            </span>
          ) : (
            row.firstPenalty == null && '–'
          )}
          {row.firstPenalty != null && (
            <Button
              size="xs"
              variant="light"
              leftSection={<IconReceipt size={16} stroke={1.75} />}
              loading={busyId === row.id}
              aria-label={t('penalties.issueNamed', {
                amount: price(row.firstPenalty, row.currency),
                name: row.contractNumber,
              })}
              onClick={() => void issue(row)}
            >
              {t('penalties.issueFirst', { amount: price(row.firstPenalty, row.currency) })}
            </Button>
          )}
        </span>
      ),
    },
  ]
  return { columns, picker }
}

function FreeDays({ left }: { readonly left: number | null }) {
  const t = useTranslations('desk')
  if (left === null) return '–'
  if (left > 0) return t('debtors.days', { days: left })
  return (
    <Pill tone="red" icon={IconAlertTriangle}>
      {t('penalties.noneLeft')}
    </Pill>
  )
}
