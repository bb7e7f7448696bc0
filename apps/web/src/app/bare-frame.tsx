import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Wordmark } from '../ui/index.ts'
import classes from './app.module.css'

/** Around pages that no shell is around: an unknown address, a page that broke. */
export function BareFrame({ children }: { readonly children: ReactNode }) {
  const t = useTranslations('shell')
  return (
    <div className={classes.bare}>
      <header className={classes.bareHead}>
        <Link to="/" className={classes.brand} aria-label={`${t('product')}, ${t('home')}`}>
          <Wordmark />
        </Link>
      </header>
      <main className={classes.bareMain} id="content" tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}
