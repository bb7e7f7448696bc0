import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import type { Answer } from '@stowage/api/endpoint'
import type { listParkedContracts } from '@stowage/api/billing'
import { useFormat } from '../../../i18n/index.ts'
import { DataTable, type DataTableColumn } from '../../../ui/index.ts'
import type { useRetry } from './use-retry.ts'
import classes from './parked.module.css'

type Parked = Answer<typeof listParkedContracts>['items'][number]

interface ParkedTableProps {
  readonly contracts: readonly Parked[]
  readonly retry: ReturnType<typeof useRetry>
}

/** Contracts that could not be billed, each with the way to it and the button that tries again. */
export function ParkedTable({ contracts, retry }: ParkedTableProps) {
  const t = useTranslations('parked')
  const format = useFormat()
  const columns: DataTableColumn<Parked>[] = [
    {
      accessor: 'contract',
      title: t('contract'),
      render: ({ client, contractId, contractNumber, unitNumber, stock }) => (
        <span className={classes.two}>
          <Link
            to="/users/$userId/contracts/$contractId"
            params={{ userId: client.id, contractId }}
            className={classes.number}
          >
            {contractNumber}
          </Link>
          <span>
            {stock.name}, {unitNumber}
          </span>
        </span>
      ),
    },
    {
      accessor: 'client',
      title: t('client'),
      render: ({ client }) => (
        <Link to="/users/$id" params={{ id: client.id }}>
          {client.fullName}
        </Link>
      ),
    },
    {
      accessor: 'reason',
      title: t('reason'),
      render: ({ reason }) => <code className={classes.reason}>{reason}</code>,
    },
    {
      accessor: 'unbilled',
      title: t('unbilled'),
      noWrap: true,
      render: ({ unbilledFrom }) => format.day(unbilledFrom),
    },
    {
      accessor: 'since',
      title: t('since'),
      noWrap: true,
      render: ({ since, tries, stock }) => (
        <span className={classes.two}>
          <time dateTime={since}>{format.shortInstant(since, stock.timeZone)}</time>
          <span>
            {t('tries')}: {format.number(tries)}
          </span>
        </span>
      ),
    },
    { accessor: 'next', title: t('next'), noWrap: true, render: ({ retryOn }) => format.day(retryOn) },
    {
      accessor: 'retry',
      title: t('retry'),
      textAlign: 'right',
      render: ({ contractId, contractNumber }) => (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t('retryOf', { number: contractNumber })}
          loading={retry.busyId === contractId}
          disabled={retry.isBusy}
          onClick={() => retry.one(contractId)}
        >
          {t('retry')}
        </Button>
      ),
    },
  ]
  return <DataTable records={[...contracts]} idAccessor="contractId" columns={columns} />
}
