import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { EmptyPlan, StatusPage } from '../ui/index.ts'
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
