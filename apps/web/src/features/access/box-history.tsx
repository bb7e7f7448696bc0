import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  IconAlertTriangle,
  IconChevronLeft,
  IconChevronRight,
  IconClockExclamation,
  IconDialpad,
  IconLock,
  IconLockOpen,
  IconLockX,
  IconPlugConnectedX,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { boxHistory } from '@stowage/api/access'
import { queryOf } from '../../client/index.ts'
import { useFormat, useLanguage } from '../../i18n/index.ts'
import { AskedSection, EmptyState, SkeletonRows } from '../../ui/index.ts'
import { useRecordNotes, type HistoryEntry as Entry } from './record-notes.ts'
import classes from './box-history.module.css'

const looks = {
  opened: { tone: 'green', icon: IconLockOpen },
  closed: { tone: 'gray', icon: IconLock },
  refused: { tone: 'red', icon: IconLockX },
  failed: { tone: 'amber', icon: IconPlugConnectedX },
  granted: { tone: 'green', icon: IconDialpad },
  left_open: { tone: 'amber', icon: IconClockExclamation },
  locked_out: { tone: 'red', icon: IconLockX },
  tamper: { tone: 'red', icon: IconAlertTriangle },
  forced: { tone: 'red', icon: IconAlertTriangle },
  other: { tone: 'gray', icon: IconLock },
} as const

interface BoxHistoryProps {
  readonly boxId: string
  readonly timeZone: string
}

/** Every try at a box, 20 a page, the newest first; a tenant sees his own time (specification 2.8). */
export function BoxHistory({ boxId, timeZone }: BoxHistoryProps) {
  const t = useTranslations('mybox.history')
  const { language } = useLanguage()
  const [page, setPage] = useState(1)
  const asked = queryOf(boxHistory, { params: { id: boxId }, query: { page: String(page) } })
  const query = useQuery({
    ...asked,
    queryKey: [...asked.queryKey, language],
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  })
  const data = query.data !== undefined && 'items' in query.data ? query.data : undefined
  const pages = data === undefined ? 1 : Math.max(1, Math.ceil(data.total / data.pageSize))
  return (
    <AskedSection
      query={{ data, error: query.error, refetch: query.refetch }}
      id="history"
      title={t('title')}
      flush
      isEmpty={({ total }) => total === 0}
      empty={<EmptyState text={t('empty')} />}
      skeleton={<SkeletonRows rows={4} height={50} />}
      {...(pages > 1
        ? {
            foot: (
              <nav className={classes.pages} aria-label={t('title')}>
                <Button
                  variant="default"
                  size="xs"
                  disabled={page === 1}
                  leftSection={<IconChevronLeft size={16} />}
                  onClick={() => setPage(page - 1)}
                >
                  {t('previous')}
                </Button>
                <span>{t('page', { page, pages })}</span>
                <Button
                  variant="default"
                  size="xs"
                  disabled={page >= pages}
                  rightSection={<IconChevronRight size={16} />}
                  onClick={() => setPage(page + 1)}
                >
                  {t('next')}
                </Button>
              </nav>
            ),
          }
        : {})}
    >
      {({ items }) => (
        <ul className={classes.list} aria-busy={query.isPlaceholderData}>
          {items.map((entry) => (
            <HistoryEntry key={entry.id} entry={entry} timeZone={timeZone} />
          ))}
        </ul>
      )}
    </AskedSection>
  )
}

function HistoryEntry({ entry, timeZone }: { readonly entry: Entry; readonly timeZone: string }) {
  const t = useTranslations('mybox.history')
  const format = useFormat()
  const notesOf = useRecordNotes()
  const { action, createdAt, source, userId } = entry
  const kind = action in looks ? (action as keyof typeof looks) : 'other'
  const { tone, icon: Icon } = looks[kind]
  const by =
    userId == null
      ? t(`source.${sourceKey(source)}`)
      : t('by', { email: userId.email, role: t(`role.${roleKey(userId.role)}`) })
  return (
    <li className={classes.entry}>
      <span className={classes.sign} data-tone={tone} aria-hidden="true">
        <Icon size={16} stroke={2} />
      </span>
      <span className={classes.words}>
        <strong>{t(kind)}</strong>
        <span>{by}</span>
        {notesOf(entry).map((note) => (
          <span key={note}>{note}</span>
        ))}
      </span>
      <time dateTime={createdAt}>{format.instant(createdAt, timeZone)}</time>
    </li>
  )
}

const sources = ['remote', 'pin', 'exit_button', 'sensor', 'test'] as const

function sourceKey(source: string): (typeof sources)[number] | 'other' {
  return sources.find((known) => known === source) ?? 'other'
}

function roleKey(role: string): 'superUser' | 'staff' | 'client' {
  return role === 'superUser' || role === 'staff' ? role : 'client'
}
