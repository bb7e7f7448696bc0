import { ActionIcon } from '@mantine/core'
import { IconMenu2, IconX } from '@tabler/icons-react'
import { Outlet, useMatch, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useUser } from '../../../client/index.ts'
import { LanguageSwitch, LoginAsBar } from '../../../features/accounts/index.ts'
import { ClockBar } from '../../../features/catalog/index.ts'
import { Banners, InboxBell } from '../../../features/messaging/index.ts'
import { SchemeSwitch, SkipLink, Wordmark } from '../../../ui/index.ts'
import { Rail } from './rail.tsx'
import classes from './back-office-shell.module.css'

/** What staff see around every page: a rail that folds to icons on a narrow desk and hides behind a button on a phone. */
export function BackOfficeShell() {
  const t = useTranslations('shell')
  const user = useUser()
  const path = useRouterState({ select: (state) => state.location.pathname })
  // Open on the page where it was opened: going to another closes it.
  const [openAt, setOpenAt] = useState<string | null>(null)
  const isOpen = openAt === path
  // A drawing takes the whole window (picture 20): it has its own head and its own way back.
  const isSheet = useMatch({ from: '/inside/stocks/$id/plan', shouldThrow: false }) !== undefined
  useEffect(() => {
    if (!isOpen) return
    const close = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') setOpenAt(null)
    }
    addEventListener('keydown', close)
    return () => removeEventListener('keydown', close)
  }, [isOpen])
  if (!user) return null
  return (
    <div className={classes.shell} data-open={isOpen || undefined} data-sheet={isSheet || undefined}>
      <SkipLink />
      <aside className={classes.rail} id="rail">
        <Rail user={user} />
      </aside>
      {isOpen && (
        <button
          type="button"
          className={classes.veil}
          aria-label={t('menu.close')}
          onClick={() => setOpenAt(null)}
        />
      )}
      <div className={classes.page}>
        <section aria-label={t('banners')}>
          <LoginAsBar />
          <ClockBar />
          <Banners />
        </section>
        <header className={classes.top}>
          <ActionIcon
            className={classes.burger}
            size={44}
            aria-label={isOpen ? t('menu.close') : t('menu.open')}
            aria-expanded={isOpen}
            aria-controls="rail"
            onClick={() => setOpenAt(isOpen ? null : path)}
          >
            {isOpen ? <IconX size={20} stroke={1.75} /> : <IconMenu2 size={20} stroke={1.75} />}
          </ActionIcon>
          <span className={classes.topBrand}>
            <Wordmark size={20} />
          </span>
          <div className={classes.tools}>
            <InboxBell />
            <LanguageSwitch short />
            <SchemeSwitch />
          </div>
        </header>
        <main id="content" tabIndex={-1} className={classes.main}>
          <Outlet />
        </main>
      </div>
    </div>
  )
}
