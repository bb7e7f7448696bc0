import { ActionIcon, Popover } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { markInboxRead, readInbox } from '@stowage/api/inbox'
import { call, queryOf, useUser } from '../../client/index.ts'
import { useFormat, useLanguage } from '../../i18n/index.ts'
import classes from './inbox.module.css'

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** A bell with the number of what is new; opened, what was told, the newest first, and then all of it is read. */
export function InboxBell() {
  const t = useTranslations('inbox')
  const format = useFormat()
  const client = useQueryClient()
  const user = useUser()
  const { language } = useLanguage()
  const [isOpen, setOpen] = useState(false)
  const asked = queryOf(readInbox)
  // The sentences come in the language of the page.
  const queryKey = [...asked.queryKey, language, user?.id]
  const { data } = useQuery({ ...asked, queryKey, refetchInterval: 60_000, meta: { quiet: true } })
  const read = useMutation({
    mutationFn: async (until: string) => await call(markInboxRead, { body: { until } }),
    meta: { quiet: true, silent: true },
    onSettled: async () => await client.invalidateQueries({ queryKey: asked.queryKey }),
  })
  const { items = [], unread = 0 } = data ?? {}
  const turn = (next: boolean): void => {
    setOpen(next)
    const [newest] = items
    // Read when it is put away again: until then one sees what was new.
    if (!next && unread > 0 && newest !== undefined && user?.impersonatedBy == null)
      read.mutate(newest.created)
  }
  return (
    <Popover opened={isOpen} onChange={turn} position="bottom-end" width={340} trapFocus withinPortal>
      <Popover.Target>
        <ActionIcon
          size={44}
          className={classes.bell}
          aria-label={t('open', { count: unread })}
          title={t('title')}
          onClick={() => turn(!isOpen)}
        >
          <IconBell size={20} stroke={1.75} />
          {unread > 0 && (
            <span className={classes.count} aria-hidden="true">
              {format.number(unread)}
            </span>
          )}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={classes.panel} aria-label={t('title')}>
        <h2 className={classes.title}>{t('title')}</h2>
        {items.length === 0 ? (
          <p className={classes.empty}>{t('empty')}</p>
        ) : (
          <ul className={classes.list}>
            {items.map(({ id, title, path, created, isRead }) => (
              <li key={id}>
                <a href={path} className={classes.item} data-new={!isRead || undefined}>
                  <span>{title}</span>
                  <span className={classes.at}>
                    {format.shortInstant(created, zone)}
                    {!isRead && ` · ${t('new')}`}
                  </span>
                </a>
              </li>
            ))}
          </ul>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
