import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useUser } from '../client/index.ts'
import { allows, type Need } from '../features/accounts/index.ts'
import { StatusPage } from '../ui/index.ts'
import classes from './app.module.css'

/** A page for those whose role allows it; the others read "Access denied!" and their browser does not load the page. */
export function guarded(need: Need, Page: ComponentType): () => ReactNode {
  return function Guarded() {
    const user = useUser()
    if (!user) return null
    return allows(user, need) ? <Page /> : <AccessDenied />
  }
}

export function AccessDenied() {
  const t = useTranslations('shell')
  return (
    <StatusPage
      title={t('denied.title')}
      art={<IconLock size={120} stroke={1} className={classes.faint} aria-hidden="true" />}
      actions={
        <Button size="lg" renderRoot={(props) => <Link to="/" {...props} />}>
          {t('home')}
        </Button>
      }
    >
      <p>{t('denied.text')}</p>
    </StatusPage>
  )
}
