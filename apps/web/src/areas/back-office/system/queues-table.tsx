import { useTranslations } from 'use-intl'
import { useFormat } from '../../../i18n/index.ts'
import { DataTable, type DataTableColumn } from '../../../ui/index.ts'
import type { System } from './system.ts'

type Queue = System['queues'][number]

const named = [
  'events',
  'payment-messages',
  'mails',
  'sms',
  'pushes',
  'webhooks',
  'source-commands',
  'job-rows',
] as const
const isNamed = (name: string): name is (typeof named)[number] => (named as readonly string[]).includes(name)

/** What waits in the tables, how late the oldest of it is, and what was given up. */
export function QueuesTable({ queues }: { readonly queues: readonly Queue[] }) {
  const t = useTranslations('system')
  const format = useFormat()
  const columns: DataTableColumn<Queue>[] = [
    {
      accessor: 'queue',
      title: t('queue'),
      render: ({ name }) => (isNamed(name) ? t(`queueName.${name}`) : name),
    },
    {
      accessor: 'waiting',
      title: t('waiting'),
      textAlign: 'right',
      render: ({ waiting }) => format.number(waiting),
    },
    {
      accessor: 'late',
      title: t('late'),
      textAlign: 'right',
      noWrap: true,
      render: ({ lateSeconds }) =>
        lateSeconds < 60 ? t('onTime') : t('minutes', { count: format.number(Math.floor(lateSeconds / 60)) }),
    },
    {
      accessor: 'failed',
      title: t('failed'),
      textAlign: 'right',
      render: ({ failed }) => format.number(failed),
    },
  ]
  return <DataTable columns={columns} records={[...queues]} idAccessor="name" />
}
