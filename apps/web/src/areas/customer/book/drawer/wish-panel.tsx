import { Button } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { durationChoices } from '@stowage/domain/booking-choices'
import { bookBox } from '@stowage/api/booking'
import { answeredOnce, call, isApiError, useUser } from '../../../../client/index.ts'
import { AuthModal, forgetBooking } from '../../../../features/accounts/index.ts'
import {
  DayField,
  fitChoices,
  freshChoices,
  type BookingChoices,
} from '../../../../features/booking/index.ts'
import { useFormat } from '../../../../i18n/index.ts'
import { FormProblem, toast, useErrorText } from '../../../../ui/index.ts'
import { useArrivalWindow } from '../use-stock-day.ts'
import { DurationField } from './duration-field.tsx'
import { Note } from './note.tsx'
import type { DrawerInput } from './wizard.ts'
import classes from './drawer.module.css'

const ClientPicker = lazy(async () => await import('./client-picker.tsx'))

interface WishPanelProps extends DrawerInput {
  readonly onClose: () => void
}

/** A box of an external stock: only its own system can book it, so it is asked for, with a day and a term (decision 21). */
export default function WishPanel({ stock, box, search, go, onTaken, onClose }: WishPanelProps) {
  const t = useTranslations('booking.wish')
  const terms = useTranslations('booking.terms')
  const format = useFormat()
  const errorText = useErrorText()
  const user = useUser()
  const window = useArrivalWindow(stock.timeZone)
  const [kept, setKept] = useState<BookingChoices>(freshChoices)
  const choices = fitChoices(kept, stock, window)
  const change = (changes: Partial<BookingChoices>): void => setKept({ ...choices, ...changes })
  const [isAuth, setAuth] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [askedFor, setAskedFor] = useState<string | null>(null)
  const { arrivalDate, durationMonths } = choices
  const ask = async (): Promise<void> => {
    setMissing(arrivalDate === null)
    if (arrivalDate === null || isBusy) return
    if (!user) return setAuth(true)
    setBusy(true)
    setProblem(null)
    const body = {
      stockId: stock.id,
      boxId: box.id,
      arrivalDate,
      contractDuration: durationMonths,
      invoicingPeriod: 1,
      ...(user.role === 'superUser' && search.userId !== undefined ? { userId: search.userId } : {}),
    }
    try {
      await answeredOnce(
        ['wish', user.id, body],
        async (idempotencyKey) => await call(bookBox, { body }, { idempotencyKey }),
      )
      forgetBooking()
      setAskedFor(arrivalDate)
    } catch (error) {
      if (isApiError(error) && error.has(6001)) onTaken()
      else setProblem(errorText(error).text)
    } finally {
      setBusy(false)
    }
  }
  if (askedFor !== null)
    return (
      <div className={classes.body} role="status">
        <Note tone="teal">
          <b>{t('doneTitle', { box: box.unitNumber, day: format.longDay(askedFor) })}</b>
          <p>{t('doneText')}</p>
        </Note>
        <Button size="lg" fullWidth onClick={onClose}>
          {t('close')}
        </Button>
      </div>
    )
  return (
    <div className={classes.panel}>
      <div className={classes.body}>
        <Note tone="teal">{t('lead')}</Note>
        {user?.role === 'superUser' && (
          <Suspense>
            <ClientPicker userId={search.userId} onPick={(userId) => go({ userId })} />
          </Suspense>
        )}
        <DayField
          label={terms('arrival')}
          value={arrivalDate}
          window={window}
          error={isMissing && arrivalDate === null ? terms('arrivalMissing') : null}
          onChange={(day) => change({ arrivalDate: day })}
        />
        <DurationField
          months={durationMonths}
          offered={durationChoices(stock.maxContractDuration)}
          choices={choices}
          change={change}
        />
        {box.grossRate != null && (
          <p className={classes.hint}>
            {t('price', { price: format.price({ amount: box.grossRate, currency: stock.currency }) })}
          </p>
        )}
        <FormProblem>{problem}</FormProblem>
      </div>
      <footer className={classes.foot}>
        <Button
          size="lg"
          fullWidth
          leftSection={<IconSend size={20} stroke={1.75} aria-hidden="true" />}
          loading={isBusy}
          disabled={user?.role === 'staff'}
          onClick={() => void ask()}
        >
          {t('ask')}
        </Button>
        <p>{t('safe')}</p>
      </footer>
      <AuthModal
        opened={isAuth}
        onClose={() => setAuth(false)}
        onSignedIn={() => {
          setAuth(false)
          toast({ text: t('signedIn') })
        }}
      />
    </div>
  )
}
