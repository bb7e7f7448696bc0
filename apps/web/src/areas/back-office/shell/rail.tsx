import { ActionIcon } from '@mantine/core'
import { IconBook2, IconKey, IconLogout } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import type { CurrentUser } from '../../../client/index.ts'
import { allows, useSignOut } from '../../../features/accounts/index.ts'
import { useCompany } from '../../../features/catalog/index.ts'
import { GuideLink, PendingCount } from '../../../features/support/index.ts'
import { Mark, Wordmark } from '../../../ui/index.ts'
import { DisputesCount } from './disputes-count.tsx'
import { railGroups, type RailGroup } from './rail-items.ts'
import classes from './back-office-shell.module.css'

/** The groups with what this reader may open; the superUser's overview is the home page, others find it at /dashboard. */
function useGroups(user: CurrentUser): readonly RailGroup[] {
  const hasReports = useCompany()?.reportsEnabled === true
  return railGroups
    .map((group) => ({
      ...group,
      items: group.items.filter(
        ({ to, need }) =>
          allows(user, need) &&
          !(to === '/dashboard' && user.role === 'superUser') &&
          (to !== '/reports' || hasReports),
      ),
    }))
    .filter((group) => group.items.length > 0)
}

export function Rail({ user }: { readonly user: CurrentUser }) {
  const t = useTranslations('shell')
  const groups = useGroups(user)
  const signOut = useSignOut()
  const name = user.displayName === '' ? user.email : user.displayName
  return (
    <>
      <Link to="/" className={classes.brand} aria-label={`${t('product')}, ${t('home')}`}>
        <span className={classes.long}>
          <Wordmark />
        </span>
        <span className={classes.short}>
          <Mark size={24} />
        </span>
      </Link>
      <nav className={classes.nav} aria-label={t('menu.main')}>
        {groups.map(({ title, items }) => (
          <div
            key={title}
            className={classes.group}
            role="group"
            aria-label={title === null ? t('menu.main') : t(`nav.${title}`)}
          >
            {title !== null && (
              <div className={classes.groupTitle} aria-hidden="true">
                {t(`nav.${title}`)}
              </div>
            )}
            {items.map(({ to, text, icon: Icon }) => (
              <Link
                key={to}
                to={to}
                className={classes.item}
                title={t(`nav.${text}`)}
                activeOptions={{ exact: to === '/' }}
              >
                <Icon size={20} stroke={1.75} aria-hidden="true" />
                <span>{t(`nav.${text}`)}</span>
                {to === '/appeal' && <PendingCount className={classes.count} />}
                {to === '/disputes' && <DisputesCount className={classes.count} />}
              </Link>
            ))}
          </div>
        ))}
      </nav>
      <GuideLink reader="staff" className={classes.item} title={t('guide')}>
        <IconBook2 size={20} stroke={1.75} aria-hidden="true" />
        <span>{t('guide')}</span>
      </GuideLink>
      <div className={classes.person}>
        <Link
          to="/users/$id"
          params={{ id: user.id }}
          className={classes.me}
          title={t('profile', { name: user.email })}
        >
          <span className={classes.initials} aria-hidden="true">
            {initials(name)}
          </span>
          <span className={classes.names}>
            <strong>{name}</strong>
            <span>{user.email}</span>
          </span>
        </Link>
        {user.impersonatedBy == null && (
          <ActionIcon
            size={32}
            aria-label={t('changePassword')}
            title={t('changePassword')}
            renderRoot={(props) => (
              <Link to="/users/$id" params={{ id: user.id }} hash="password" {...props} />
            )}
          >
            <IconKey size={18} stroke={1.75} />
          </ActionIcon>
        )}
        <ActionIcon size={32} aria-label={t('signOut')} title={t('signOut')} onClick={() => void signOut()}>
          <IconLogout size={18} stroke={1.75} />
        </ActionIcon>
      </div>
    </>
  )
}

function initials(name: string): string {
  const words = name.split(/[\s@.]+/).filter((word) => word !== '')
  return words
    .slice(0, 2)
    .map((word) => word.slice(0, 1).toUpperCase())
    .join('')
}
