import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { Link, type AsyncRouteComponent } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useUser } from '../client/index.ts'
import { allows, type Need } from '../features/accounts/index.ts'
import { StatusPage } from '../ui/index.ts'
import classes from './app.module.css'

type Page = AsyncRouteComponent<object>

/** A page for those whose role allows it; the others read "Access denied!". */
export function guarded(need: Need, Page: Page): Page {
  function Guarded() {
    const user = useUser()
    if (!user) return null
    return allows(user, need) ? <Page /> : <AccessDenied />
  }
  // The router loads a page before it shows it; a wrapped one as well.
  return Object.assign(Guarded, Page.preload === undefined ? {} : { preload: Page.preload })
}

function AccessDenied() {
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
