import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { EmptyPlan, StatusPage, Wordmark } from '../ui/index.ts'
import classes from './app.module.css'

/** An address that is none of ours: a plain page (specification 2.1). */
export function NotFound() {
  const t = useTranslations('shell.notFound')
  return <Nothing title={t('title')} short={t('short')} text={t('text')} />
}

/** A record that is not there, /not-found. */
export function ResourceNotFound() {
  const t = useTranslations('shell.resourceNotFound')
  return <Nothing title={t('title')} text={t('text')} />
}

function Nothing({
  title,
  short,
  text,
}: {
  readonly title: string
  readonly short?: string
  readonly text: string
}) {
  const t = useTranslations('shell')
  return (
    <StatusPage
      title={title}
      art={<EmptyPlan />}
      actions={
        <Button size="lg" renderRoot={(props) => <Link to="/" {...props} />}>
          {t('home')}
        </Button>
      }
    >
      <p>{text}</p>
      {short !== undefined && short !== title && <p className={classes.short}>{short}</p>}
    </StatusPage>
  )
}

/** Around pages that no shell is around: an unknown address, a page that broke. */
export function BareFrame({ children }: { readonly children: React.ReactNode }) {
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
