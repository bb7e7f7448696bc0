import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { retryEvent } from '@stowage/api/system'
import { call } from '../../../client/index.ts'
import { useFormat } from '../../../i18n/index.ts'
import { DataTable, toast, type DataTableColumn } from '../../../ui/index.ts'
import { machineZone, type System } from './system.ts'
import classes from './system.module.css'

type Parked = System['parked'][number]

interface ParkedEventsProps {
  readonly parked: readonly Parked[]
  readonly total: number
}

/** What failed too often, each with the button that lets it be tried again. */
export function ParkedEvents({ parked, total }: ParkedEventsProps) {
  const t = useTranslations('system')
  const format = useFormat()
  const client = useQueryClient()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async (eventId: number) => await call(retryEvent, { params: { eventId: String(eventId) } }),
    onSuccess: ({ count }) => toast({ text: t('retried', { count }) }),
    onSettled: async () => await client.invalidateQueries(),
  })
  const columns: DataTableColumn<Parked>[] = [
    {
      accessor: 'event',
      title: t('event'),
      render: ({ eventId, type, handler }) => (
        <span className={classes.two}>
          <span className={classes.name}>
            {eventId} · {type}
          </span>
          <span>{handler}</span>
        </span>
      ),
    },
    {
      accessor: 'reason',
      title: t('reason'),
      render: ({ reason }) => <code className={classes.reason}>{reason}</code>,
    },
    {
      accessor: 'happened',
      title: t('happened'),
      noWrap: true,
      render: ({ happenedAt }) => (
        <time dateTime={happenedAt}>{format.instant(happenedAt, machineZone)}</time>
      ),
    },
    {
      accessor: 'retry',
      title: '',
      textAlign: 'right',
      render: ({ eventId }) => (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t('retryOf', { id: String(eventId) })}
          loading={isPending && variables === eventId}
          disabled={isPending}
          onClick={() => mutate(eventId)}
        >
          {t('retry')}
        </Button>
      ),
    },
  ]
  return (
    <>
      <p className={classes.lead}>{t('parkedLead', { count: total })}</p>
      <DataTable
        columns={columns}
        records={parked.map((one) => ({ ...one, key: `${one.eventId} ${one.handler}` }))}
        idAccessor="key"
      />
      {total > parked.length && <p className={classes.lead}>{t('more', { count: total - parked.length })}</p>}
    </>
  )
}
