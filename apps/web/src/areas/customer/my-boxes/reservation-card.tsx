import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { IconHourglass } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { cancelReservation } from '@stowage/api/booking'
import { call } from '../../../client/index.ts'
import type { MyStock } from '../../../features/access/index.ts'
import { useTimeLeft } from '../../../features/contracts/index.ts'
import { useFormat } from '../../../i18n/index.ts'
import { confirm, CrateLabel, Pill, toast } from '../../../ui/index.ts'
import classes from './reservation-card.module.css'

interface ReservationCardProps {
  readonly reservation: MyStock['reservations'][number]
  readonly timeZone: string
}

/** A reserved box: how long it is held, making it a contract, giving it back (specification 4). */
export function ReservationCard({ reservation, timeZone }: ReservationCardProps) {
  const t = useTranslations('mybox.reservation')
  const format = useFormat()
  const client = useQueryClient()
  const { id, expiry, boxId, unitNumber, size, stockId, rentStart, currency, initialPayment } = reservation
  const left = useTimeLeft(expiry)
  const { mutate, isPending } = useMutation({
    mutationFn: async () => await call(cancelReservation, { params: { id } }),
    onSuccess: () => toast({ text: t('cancelled') }),
    // After a refusal too: it may have run out meanwhile.
    onSettled: async () => await client.invalidateQueries(),
  })
  const ask = async (): Promise<void> => {
    const yes = await confirm({
      title: t('cancelTitle', { box: unitNumber }),
      text: t('cancelText'),
      yes: t('cancel'),
      no: t('keep'),
      danger: true,
    })
    if (yes) mutate()
  }
  return (
    <article className={classes.card} aria-label={`${t('title')} ${unitNumber}`}>
      <div className={classes.head}>
        <CrateLabel number={unitNumber} size="lg" />
        <div className={classes.words}>
          <p>
            <strong>{format.size(size)}</strong>{' '}
            <Pill tone="amber" icon={IconHourglass}>
              {left === null ? t('title') : t('left', { left })}
            </Pill>
          </p>
          <p className={classes.dim}>{t('until', { when: format.shortInstant(expiry, timeZone) })}</p>
        </div>
      </div>
      <p className={classes.facts}>
        <span>
          {t('first')} <strong>{format.price({ amount: initialPayment.total, currency })}</strong>
        </span>
        <span className={classes.dim}>{t('from', { day: format.longDay(rentStart) })}</span>
      </p>
      <div className={classes.deeds}>
        <Button size="md" renderRoot={(props) => <Link to="/book" search={{ stockId, boxId }} {...props} />}>
          {t('convert')}
        </Button>
        <Button size="md" variant="subtle" color="gray" loading={isPending} onClick={() => void ask()}>
          {t('cancel')}
        </Button>
      </div>
    </article>
  )
}
