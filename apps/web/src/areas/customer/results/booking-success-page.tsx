import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useUser } from '../../../client/index.ts'
import { StatusPage } from '../../../ui/index.ts'
import { DoneSign } from './done-sign.tsx'

/** A reservation without payment, or a booking by invoice (specification 2.15). */
export default function BookingSuccessPage() {
  const t = useTranslations('results.booked')
  const isSuperUser = useUser()?.role === 'superUser'
  return (
    <StatusPage
      title={t('title')}
      art={<DoneSign />}
      actions={
        <Button size="lg" renderRoot={(props) => <Link to={isSuperUser ? '/' : '/my-boxes'} {...props} />}>
          {isSuperUser ? t('toHome') : t('toBoxes')}
        </Button>
      }
    >
      <p>{t('text')}</p>
    </StatusPage>
  )
}
