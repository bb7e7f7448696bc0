import { Button } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useUser } from '../../../client/index.ts'
import { StatusPage } from '../../../ui/index.ts'
import { BookedContract } from './booked-contract.tsx'
import { BookedReservation } from './booked-reservation.tsx'
import { DoneSign } from './done-sign.tsx'

const route = getRouteApi('/front/booking-success')

/** A reservation without payment, or a booking by invoice with how to pay it (specification 2.15). */
export default function BookingSuccessPage() {
  const t = useTranslations('results.booked')
  const { contractId, reservationId } = route.useSearch()
  const user = useUser()
  const isSuperUser = user?.role === 'superUser'
  if (user?.role === 'client' && contractId !== undefined) return <BookedContract contractId={contractId} />
  if (user?.role === 'client' && reservationId !== undefined)
    return <BookedReservation reservationId={reservationId} />
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
