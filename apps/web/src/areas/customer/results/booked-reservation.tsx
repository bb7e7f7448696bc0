import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { getReservation } from '@stowage/api/booking'
import { queryOf } from '../../../client/index.ts'
import { useStock } from '../../../features/catalog/index.ts'
import { useFormat } from '../../../i18n/index.ts'
import { CrateLabel, StatusPage } from '../../../ui/index.ts'
import { DoneSign } from './done-sign.tsx'
import { DoneSteps } from './done-steps.tsx'
import classes from './results.module.css'

/** Reserved for nothing: which box, until when, and the two ways on. */
export function BookedReservation({ reservationId }: { readonly reservationId: string }) {
  const t = useTranslations('results.booked')
  const format = useFormat()
  const reservation = useQuery({
    ...queryOf(getReservation, { params: { id: reservationId } }),
    meta: { quiet: true },
  }).data
  const stock = useStock(reservation?.stockId)
  return (
    <>
      <DoneSteps />
      <StatusPage
        title={t('title')}
        art={<DoneSign />}
        actions={
          <>
            {reservation?.status === 'live' && (
              <Button
                size="lg"
                renderRoot={(props) => (
                  <Link
                    to="/book"
                    search={{ stockId: reservation.stockId, boxId: reservation.boxId }}
                    {...props}
                  />
                )}
              >
                {t('toContract')}
              </Button>
            )}
            <Button size="lg" variant="default" renderRoot={(props) => <Link to="/my-boxes" {...props} />}>
              {t('toBoxes')}
            </Button>
          </>
        }
      >
        {reservation !== undefined && (
          <p className={classes.reserved}>
            <CrateLabel number={reservation.unitNumber} size="lg" />{' '}
            <span>{[format.size(reservation.size), reservation.stockName].join(', ')}</span>
          </p>
        )}
        {reservation !== undefined && stock !== undefined && (
          <p>{t('until', { until: format.shortInstant(reservation.expiry, stock.timeZone) })}</p>
        )}
        <p>{t('text')}</p>
      </StatusPage>
    </>
  )
}
