import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useCompany } from '../../../features/catalog/index.ts'
import { CallMeBack, GuideLink } from '../../../features/support/index.ts'
import classes from './customer-shell.module.css'

/** At the foot of every customer's page: who we are, how it all works, and the way to withdraw from a contract, which the law wants always in sight. */
export function CustomerFoot() {
  const t = useTranslations('shell')
  const company = useCompany()
  return (
    <footer className={classes.foot}>
      <span>{company?.name}</span>
      <GuideLink reader="tenants">{t('guide')}</GuideLink>
      <CallMeBack />
      <Link to="/withdraw">{t('withdraw')}</Link>
    </footer>
  )
}
