import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { hurryJob } from '@stowage/api/system'
import { IconAlertTriangle, IconCircleCheck, IconClock, IconLoader2 } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../../i18n/index.ts'
import { call } from '../../../client/index.ts'
import { DataTable, Pill, toast, type DataTableColumn } from '../../../ui/index.ts'
import { intervalOf, machineZone, type System } from './system.ts'
import classes from './system.module.css'

type Job = System['jobs'][number]

/** Jobs of all processes together; one that failed says why, and runs again at its next turn or when somebody says so. */
export function JobsTable({ jobs }: { readonly jobs: readonly Job[] }) {
  const t = useTranslations('system')
  const format = useFormat()
  const columns: DataTableColumn<Job>[] = [
    { accessor: 'job', title: t('job'), render: ({ name }) => <JobName name={name} /> },
    {
      accessor: 'outcome',
      title: t('outcome'),
      render: (job) => (
        <span className={classes.outcome}>
          <Outcome job={job} />
          {job.failure && <code className={classes.reason}>{job.failure}</code>}
          {job.failure && <TryAgain name={job.name} />}
        </span>
      ),
    },
    {
      accessor: 'last',
      title: t('last'),
      noWrap: true,
      render: ({ endedAt }) =>
        endedAt ? <time dateTime={endedAt}>{format.shortInstant(endedAt, machineZone)}</time> : '–',
    },
    {
      accessor: 'took',
      title: t('took'),
      textAlign: 'right',
      noWrap: true,
      render: ({ endedAt, tookMs }) =>
        endedAt ? t('milliseconds', { count: format.number(Math.round(tookMs)) }) : '–',
    },
    {
      accessor: 'every',
      title: t('every'),
      textAlign: 'right',
      noWrap: true,
      render: ({ everySeconds }) => {
        const { unit, count } = intervalOf(everySeconds)
        return t(unit, { count: format.number(count) })
      },
    },
    {
      accessor: 'runs',
      title: t('runs'),
      textAlign: 'right',
      render: ({ runs }) => format.number(runs),
    },
  ]
  // Those that failed first: nobody reads thirty rows to find one.
  const records = jobs.toSorted((a, b) => Number(Boolean(b.failure)) - Number(Boolean(a.failure)))
  return <DataTable columns={columns} records={records} idAccessor="name" />
}

/** Every process takes the turn: whichever it failed in. */
function TryAgain({ name }: { readonly name: string }) {
  const t = useTranslations('system')
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: async () => await call(hurryJob, { params: { name } }),
    onSuccess: () => toast({ text: t('hurried', { name }) }),
    onSettled: async () => await client.invalidateQueries(),
  })
  return (
    <Button
      className={classes.again}
      size="compact-sm"
      variant="default"
      aria-label={t('retryJob', { name })}
      loading={isPending}
      onClick={() => mutate()}
    >
      {t('retry')}
    </Button>
  )
}

/** What it does, and the name under which logs and figures have it; one of a newer server is known by its name alone. */
function JobName({ name }: { readonly name: string }) {
  const t = useTranslations('system.does')
  const known = name as Parameters<typeof t>[0]
  return (
    <span className={classes.job}>
      {t.has(known) && <span>{t(known)}</span>}
      <code>{name}</code>
    </span>
  )
}

function Outcome({ job: { failure, isRunning, endedAt } }: { readonly job: Job }) {
  const t = useTranslations('system')
  if (failure)
    return (
      <Pill tone="red" icon={IconAlertTriangle}>
        {t('failing')}
      </Pill>
    )
  if (endedAt)
    return (
      <Pill tone="green" icon={IconCircleCheck}>
        {t('fine')}
      </Pill>
    )
  return isRunning ? (
    <Pill tone="blue" icon={IconLoader2}>
      {t('inWork')}
    </Pill>
  ) : (
    <Pill tone="gray" icon={IconClock}>
      {t('notYet')}
    </Pill>
  )
}
