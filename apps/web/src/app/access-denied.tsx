import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useUser } from '../client/index.ts'
import { StatusPage } from '../ui/index.ts'
import classes from './app.module.css'

/** For a role that a page is not for (specification 2.1). */
export default function AccessDenied() {
  const t = useTranslations('shell')
  const role = useUser()?.role
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
      <p>{t(role === 'client' ? 'denied.clientText' : 'denied.text')}</p>
    </StatusPage>
  )
}
