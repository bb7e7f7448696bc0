import {
  IconAlertTriangle,
  IconBan,
  IconClockExclamation,
  IconDialpad,
  IconLock,
  IconLockOpen,
  IconLockX,
  IconPlugConnectedX,
} from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import type { Answer } from '@stowage/api/endpoint'
import type { stockHistory } from '@stowage/api/access'
import { unitOf } from '@stowage/domain/box'
import { useRecordNotes } from '../../../features/access/index.ts'
import { useFormat } from '../../../i18n/index.ts'
import { CrateLabel, DataTable, Pill, type DataTableColumn } from '../../../ui/index.ts'
import classes from '../boxes/boxes.module.css'

type History = Answer<typeof stockHistory>
type HistoryPage = Exclude<History, readonly unknown[]>
type Entry = HistoryPage['items'][number]

/** The call answers a plain list when it is not asked for a page; these screens always ask for one. */
export function pageOfHistory(answer: History): HistoryPage {
  return 'items' in answer
    ? answer
    : { items: [...answer], total: answer.length, page: 1, pageSize: Math.max(answer.length, 1) }
}

const deeds = {
  opened: { tone: 'green', icon: IconLockOpen },
  closed: null,
  refused: { tone: 'amber', icon: IconBan },
  failed: { tone: 'gray', icon: IconPlugConnectedX },
  granted: { tone: 'green', icon: IconDialpad },
  left_open: { tone: 'amber', icon: IconClockExclamation },
  locked_out: { tone: 'red', icon: IconLockX },
  tamper: { tone: 'red', icon: IconAlertTriangle },
  forced: { tone: 'red', icon: IconAlertTriangle },
} as const
type Deed = keyof typeof deeds

const isDeed = (action: string): action is Deed => Object.hasOwn(deeds, action)

/** Every try at the doors of a warehouse, in its own time (specification 2.6). */
export function HistoryTable({
  records,
  timeZone,
}: {
  readonly records: readonly Entry[]
  readonly timeZone: string
}) {
  const t = useTranslations('backoffice.history')
  const roles = useTranslations('shell.role')
  const format = useFormat()
  const columns: DataTableColumn<Entry>[] = [
    {
      accessor: 'createdAt',
      title: t('created'),
      render: (entry) => <time dateTime={entry.createdAt}>{format.instant(entry.createdAt, timeZone)}</time>,
    },
    { accessor: 'action', title: t('action'), render: (entry) => <Done entry={entry} /> },
    { accessor: 'lockName', title: t('lock'), render: (entry) => entry.lockName ?? '–' },
    {
      accessor: 'size',
      title: t('size'),
      textAlign: 'right',
      render: (entry) => (entry.size == null ? '–' : format.size(entry.size, unitOf(entry.boxNumber ?? ''))),
    },
    {
      accessor: 'boxNumber',
      title: t('box'),
      render: (entry) =>
        entry.boxNumber == null ? '–' : <CrateLabel number={entry.boxNumber} tone="soft" />,
    },
    {
      accessor: 'userId',
      title: t('user'),
      render: (entry) => {
        // Somebody who asked us to open it is not named to everybody.
        if (entry.userId == null)
          return <span className={classes.quiet}>{entry.source === 'remote' ? '–' : t('nobody')}</span>
        const { email, role } = entry.userId
        return (
          <span className={classes.holder}>
            {email}
            <span className={classes.quiet}>
              {role === 'superUser' || role === 'staff' || role === 'client' ? roles(role) : role}
            </span>
          </span>
        )
      },
    },
  ]
  // Nothing in these rows takes the focus: on a narrow screen the table itself does, so that keys can scroll it.
  const viewportProps = { tabIndex: 0, role: 'group', 'aria-label': t('list') }
  return (
    <DataTable records={[...records]} columns={columns} idAccessor="id" scrollAreaProps={{ viewportProps }} />
  )
}

function Done({ entry }: { readonly entry: Entry }) {
  const t = useTranslations('backoffice.history')
  const notesOf = useRecordNotes()
  const { action } = entry
  if (!isDeed(action)) return <span>{action}</span>
  const look = deeds[action]
  return (
    <span className={classes.holder}>
      {look === null ? (
        <span className={classes.closed}>
          <IconLock size={16} stroke={1.75} aria-hidden="true" />
          {t(`actions.${action}`)}
        </span>
      ) : (
        <Pill tone={look.tone} icon={look.icon}>
          {t(`actions.${action}`)}
        </Pill>
      )}
      {notesOf(entry).map((note) => (
        <span key={note} className={classes.quiet}>
          {note}
        </span>
      ))}
    </span>
  )
}
