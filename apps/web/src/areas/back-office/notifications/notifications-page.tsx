import { Button, NativeSelect } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { listNotifications } from '@stowage/api/messaging'
import { queryOf } from '../../../client/index.ts'
import { AskedSection, EmptyState, NothingFound, PageHeader, SkeletonRows } from '../../../ui/index.ts'
import type { Notification } from './notification.ts'
import { NotificationDialog } from './notification-dialog.tsx'
import { NotificationCards } from './notification-cards.tsx'
import { NotificationsTable } from './notifications-table.tsx'
import classes from './notifications.module.css'

const statuses = ['all', 'active', 'disactive'] as const
const scopes = ['all', 'global', 'local'] as const
const oneOf = <T extends string>(known: readonly T[], text: string | undefined): T | 'all' =>
  known.find((one) => one === text) ?? 'all'

/** Below, eight columns do not stand side by side. */
const WIDE = '(min-width: 64em)'

/** /notifications: announcements across the top of every page, which are seen and by whom (specification 2.14). */
export default function NotificationsPage(): ReactNode {
  const t = useTranslations('messages.notifications')
  const shell = useTranslations('shell')
  const isWide = useMediaQuery(WIDE, true, { getInitialValueInEffect: false })
  const Rows = isWide ? NotificationsTable : NotificationCards
  const navigate = useNavigate({ from: '/notifications' })
  const given = useSearch({ from: '/inside/notifications' })
  const activeStatus = oneOf(statuses, given.active)
  const globalStatus = oneOf(scopes, given.scope)
  /** undefined: closed; null: a new one. */
  const [edited, setEdited] = useState<Notification | null>()
  const query = useQuery({
    ...queryOf(listNotifications, { query: { activeStatus, globalStatus } }),
    placeholderData: keepPreviousData,
  })
  const go = (active: string, scope: string): void =>
    void navigate({
      search: { ...(active === 'all' ? {} : { active }), ...(scope === 'all' ? {} : { scope }) },
    })
  const isFiltered = activeStatus !== 'all' || globalStatus !== 'all'
  const add = (
    <Button leftSection={<IconPlus size={18} stroke={1.75} />} onClick={() => setEdited(null)}>
      {t('add')}
    </Button>
  )
  return (
    <>
      <PageHeader title={shell('nav.notifications')} lead={t('lead')} actions={add} />
      <AskedSection
        title={t('list')}
        query={query}
        flush
        aside={
          <div role="search" className={classes.filters}>
            <NativeSelect
              aria-label={t('active')}
              data={statuses.map((value) => ({ value, label: t(`statuses.${value}`) }))}
              value={activeStatus}
              onChange={(event) => go(event.currentTarget.value, globalStatus)}
            />
            <NativeSelect
              aria-label={t('forAll')}
              data={scopes.map((value) => ({ value, label: t(`scopes.${value}`) }))}
              value={globalStatus}
              onChange={(event) => go(activeStatus, event.currentTarget.value)}
            />
          </div>
        }
        skeleton={<SkeletonRows rows={5} />}
        isEmpty={(notifications) => notifications.length === 0}
        empty={
          isFiltered ? (
            <NothingFound onClear={() => go('all', 'all')} />
          ) : (
            <EmptyState title={t('emptyTitle')} text={t('emptyText')} action={add} />
          )
        }
      >
        {(notifications) => (
          <Rows
            notifications={notifications}
            onEdit={(id) => setEdited(notifications.find((one) => one.id === id))}
          />
        )}
      </AskedSection>
      {edited !== undefined && (
        <NotificationDialog notification={edited} onClose={() => setEdited(undefined)} />
      )}
    </>
  )
}
