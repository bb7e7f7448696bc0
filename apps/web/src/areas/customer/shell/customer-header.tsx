import { ActionIcon, Button } from '@mantine/core'
import { IconLogout, IconPhone, IconUserCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Ref } from 'react'
import { useTranslations } from 'use-intl'
import { useUser } from '../../../client/index.ts'
import { allows, LanguageSwitch, useSignOut } from '../../../features/accounts/index.ts'
import { CompanyMark, useCompany, useCompanyName } from '../../../features/catalog/index.ts'
import { InboxBell } from '../../../features/messaging/index.ts'
import { Mark, SchemeSwitch } from '../../../ui/index.ts'
import classes from './customer-shell.module.css'

interface CustomerHeaderProps {
  readonly centerRef: Ref<HTMLDivElement>
  /** The page fills the middle itself; the menu then steps aside. */
  readonly hasCenter: boolean
}

export function CustomerHeader({ centerRef, hasCenter }: CustomerHeaderProps) {
  const t = useTranslations('shell')
  const user = useUser()
  const phone = useCompany()?.supportPhone
  const name = useCompanyName() ?? t('product')
  const isClient = user?.role === 'client'
  return (
    <header className={classes.header} data-center={hasCenter || undefined}>
      <Link to="/" className={classes.brand} aria-label={`${name}, ${t('home')}`}>
        <span className={classes.word}>
          <CompanyMark />
        </span>
        <span className={classes.mark}>
          <Mark />
        </span>
      </Link>
      {isClient && !hasCenter && (
        <nav className={`${classes.nav} ${classes.ways}`} aria-label={t('menu.main')}>
          <Link to="/my-boxes">{t('nav.myBoxes')}</Link>
          <Link to="/users/$id" params={{ id: user.id }} hash="userInvoices">
            {t('nav.invoices')}
          </Link>
          <Link to="/book">{t('nav.book')}</Link>
          <Link to="/support">{t('nav.support')}</Link>
        </nav>
      )}
      {allows(user, 'staff') && (
        <nav className={classes.nav} aria-label={t('menu.main')}>
          <Link to="/">{t('nav.backOffice')}</Link>
        </nav>
      )}
      <div className={classes.center} ref={centerRef} />
      <div className={classes.tools}>
        {(hasCenter || user === null) && phone !== undefined && phone !== '' && (
          <a
            className={classes.phone}
            href={`tel:${phone.replace(/[^\d+]/g, '')}`}
            aria-label={t('call', { phone })}
          >
            <IconPhone size={18} stroke={1.75} aria-hidden="true" />
            <span>{phone}</span>
          </a>
        )}
        <span className={classes.longLanguage}>
          <LanguageSwitch />
        </span>
        <span className={classes.shortLanguage}>
          <LanguageSwitch short />
        </span>
        <span className={classes.scheme} data-visitor={user === null || undefined}>
          <SchemeSwitch />
        </span>
        <InboxBell />
        <Account />
      </div>
    </header>
  )
}

/** The own e-mail as link to the profile, and the exit; for a visitor the way in. */
function Account() {
  const t = useTranslations('shell')
  const user = useUser()
  const signOut = useSignOut()
  if (user === undefined) return null
  if (user === null)
    return (
      <Button variant="default" renderRoot={(props) => <Link to="/login" {...props} />}>
        {t('signIn')}
      </Button>
    )
  return (
    <>
      <Link
        to="/users/$id"
        params={{ id: user.id }}
        className={classes.account}
        aria-label={t('profile', { name: user.email })}
      >
        <IconUserCircle size={20} stroke={1.75} aria-hidden="true" />
        <span>{user.email}</span>
      </Link>
      <ActionIcon size={36} aria-label={t('signOut')} title={t('signOut')} onClick={() => void signOut()}>
        <IconLogout size={18} stroke={1.75} />
      </ActionIcon>
    </>
  )
}
