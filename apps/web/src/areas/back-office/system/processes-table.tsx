import { IconCircleCheck, IconHourglass, IconPlugX } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../../i18n/index.ts'
import { DataTable, Pill, type DataTableColumn } from '../../../ui/index.ts'
import { machineZone, type System } from './system.ts'
import classes from './system.module.css'

type ServerProcess = System['processes'][number]

const looks = {
  running: { tone: 'green', icon: IconCircleCheck },
  stopping: { tone: 'amber', icon: IconHourglass },
  gone: { tone: 'red', icon: IconPlugX },
} as const

/** Server processes on the database, those that have vanished too. */
export function ProcessesTable({ processes }: { readonly processes: readonly ServerProcess[] }) {
  const t = useTranslations('system')
  const format = useFormat()
  const columns: DataTableColumn<ServerProcess>[] = [
    {
      accessor: 'server',
      title: t('server'),
      render: ({ host, port, pid, version }) => (
        <span className={classes.two}>
          <span className={classes.name}>
            {host}:{port}
          </span>
          <span>
            {version} · {pid}
          </span>
        </span>
      ),
    },
    {
      accessor: 'state',
      title: t('state'),
      render: ({ state }) => <Pill {...looks[state]}>{t(state)}</Pill>,
    },
    {
      accessor: 'started',
      title: t('started'),
      noWrap: true,
      render: ({ startedAt }) => <time dateTime={startedAt}>{format.instant(startedAt, machineZone)}</time>,
    },
    {
      accessor: 'load',
      title: t('load'),
      textAlign: 'right',
      render: ({ loopUsed, loopDelayMs }) => (
        <span className={classes.two}>
          <span>{format.percent(Math.round(loopUsed * 100))}</span>
          <span>{t('delay', { ms: format.number(Math.round(loopDelayMs)) })}</span>
        </span>
      ),
    },
    {
      accessor: 'memory',
      title: t('memory'),
      textAlign: 'right',
      noWrap: true,
      render: ({ memoryMb }) => t('megabytes', { count: format.number(memoryMb) }),
    },
    {
      accessor: 'connections',
      title: t('connections'),
      textAlign: 'right',
      render: ({ connections }) => format.number(connections),
    },
    {
      accessor: 'sockets',
      title: t('sockets'),
      textAlign: 'right',
      render: ({ sockets }) => format.number(sockets),
    },
  ]
  return <DataTable columns={columns} records={[...processes]} idAccessor="id" />
}
