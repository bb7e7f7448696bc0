import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { CompanyMark, useCompanyName } from '../features/catalog/index.ts'
import classes from './app.module.css'

/** Around pages that no shell is around: an unknown address, a page that broke. */
export function BareFrame({ children }: { readonly children: ReactNode }) {
  const t = useTranslations('shell')
  const name = useCompanyName() ?? t('product')
  return (
    <div className={classes.bare}>
      <header className={classes.bareHead}>
        <Link to="/" className={classes.brand} aria-label={`${name}, ${t('home')}`}>
          <CompanyMark />
        </Link>
      </header>
      <main className={classes.bareMain} id="content" tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}
