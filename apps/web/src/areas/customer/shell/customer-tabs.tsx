import { IconFileText, IconLayoutGridAdd, IconLifebuoy, IconPackage } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import classes from './customer-shell.module.css'

/** The four ways of a customer under the thumb (picture 09); on a wide screen they stand in the header. */
export function CustomerTabs({ userId }: { readonly userId: string }) {
  const t = useTranslations('shell')
  const icon = { size: 24, stroke: 1.5, 'aria-hidden': true } as const
  return (
    <nav className={classes.tabs} aria-label={t('menu.main')}>
      <Link to="/my-boxes">
        <IconPackage {...icon} />
        {t('tabs.boxes')}
      </Link>
      <Link to="/users/$id" params={{ id: userId }} hash="userInvoices">
        <IconFileText {...icon} />
        {t('tabs.invoices')}
      </Link>
      <Link to="/book">
        <IconLayoutGridAdd {...icon} />
        {t('tabs.book')}
      </Link>
      <Link to="/support">
        <IconLifebuoy {...icon} />
        {t('tabs.help')}
      </Link>
    </nav>
  )
}
