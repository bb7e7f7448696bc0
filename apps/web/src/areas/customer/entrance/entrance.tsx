import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { LanguageSwitch } from '../../../features/accounts/index.ts'
import { ClockBar, CompanyMark, useCompany, useCompanyName } from '../../../features/catalog/index.ts'
import { Banners } from '../../../features/messaging/index.ts'
import { CratePattern, SchemeSwitch, useTitle } from '../../../ui/index.ts'
import classes from './entrance.module.css'

interface EntranceProps {
  readonly title: string
  readonly lead?: ReactNode
  readonly children: ReactNode
  /** More room for a long form. */
  readonly wide?: boolean
}

/** The way in: words and fields on one side, the packed hall on the other, on a phone as a band above (pictures 01, 02). */
export function Entrance({ title, lead, children, wide = false }: EntranceProps) {
  const t = useTranslations('accounts.login')
  const shell = useTranslations('shell')
  const company = useCompany()
  const name = useCompanyName() ?? shell('product')
  useTitle(title)
  return (
    <div className={classes.strips}>
      <section aria-label={shell('banners')}>
        <ClockBar />
        <Banners />
      </section>
      <div className={classes.page}>
        <div className={classes.band} aria-hidden="true">
          <CratePattern crop="band" />
        </div>
        <div className={classes.side}>
          <header className={classes.head}>
            <Link to="/login" className={classes.brand} aria-label={name}>
              <span className={classes.plainMark}>
                <CompanyMark size={26} />
              </span>
              <span className={classes.tealMark}>
                <CompanyMark size={24} onTeal />
              </span>
            </Link>
            <div className={classes.tools}>
              <span className={classes.plainMark}>
                <LanguageSwitch />
              </span>
              <span className={classes.tealMark}>
                <LanguageSwitch short onTeal />
              </span>
              <SchemeSwitch />
            </div>
          </header>
          <main className={classes.main} id="content" tabIndex={-1} data-wide={wide || undefined}>
            <h1 className={classes.title}>{title}</h1>
            {lead !== undefined && <p className={classes.lead}>{lead}</p>}
            {children}
          </main>
          <footer className={classes.foot}>
            <span>{company?.name}</span>
            <Link to="/withdraw">{shell('withdraw')}</Link>
            {company !== undefined && company.supportPhone !== '' && (
              <a href={`tel:${company.supportPhone.replace(/[^\d+]/g, '')}`}>{company.supportPhone}</a>
            )}
          </footer>
        </div>
        <aside className={classes.hall} aria-label={t('artTitle')}>
          <div className={classes.view}>
            <CratePattern />
            <div className={classes.caption}>
              <p className={classes.captionTitle}>{t('artTitle')}</p>
              <p>{t('artText')}</p>
            </div>
          </div>
        </aside>
      </div>
    </div>
  )
}
