import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useUser } from '../../client/index.ts'
import { useFormat } from '../../i18n/index.ts'
import { standingOf } from '../accounts/index.ts'
import { useCompany } from '../catalog/index.ts'
import type { MyBox, MyStock } from './my-box.ts'
import { ShutButton } from './open-button.tsx'
import { hasOwnPage } from './way-around.tsx'

/** Where the agreement stands on the page. */
export const agreementAnchor = 'agreement'

interface RefusalProps {
  readonly box: MyBox
  readonly stock: MyStock
}

/** In the place of the Open button: when it opens, the server's own sentence, and the one deed that helps (decision 20). */
export function Refusal({ box, stock }: RefusalProps) {
  const t = useTranslations('mybox.refused')
  const format = useFormat()
  const { code, message } = box.opening
  const { openingTime, closingTime } = stock.stock
  const [opens, closes] = [openingTime.slice(0, 5), closingTime.slice(0, 5)]
  const { userId, startDate } = box.contract
  const user = useUser()
  // Everything is handed in: who is told to upload once more looks for what is missing.
  const isBeingChecked = code === 7001 && user != null && standingOf(user) === 'waiting'
  const label = (): string => {
    switch (code) {
      case 7000:
      case 7006:
        return box.opening.afterPayment?.opens === true ? t('afterPayment') : t('button')
      case 7001:
        return t('afterCheck')
      case 6014:
        return t('afterConsent')
      case 7002:
        return t('inHours', { time: opens })
      case 7003:
        return t('onDay', { day: format.shortDay(startDate) })
      default:
        return t('button')
    }
  }
  // The band above has said what is owed and since when; the general sentence would only repeat it.
  const isToldAbove = (code === 7006 || code === 7000) && box.contract.overdueRent != null
  // Its hours say better when to come than "in its hours" does.
  const isToldBelow = code === 7002
  return (
    <ShutButton
      label={label()}
      reason={
        <>
          {isBeingChecked ? (
            <p>{t('checking')}</p>
          ) : (
            message != null && !isToldAbove && !isToldBelow && <p>{message}</p>
          )}
          {code === 7002 && <p>{t('hours', { from: opens, to: closes })}</p>}
          {code === 7001 && !isBeingChecked && (
            <Button
              variant="light"
              renderRoot={(props) => <Link to="/users/$id" params={{ id: userId }} {...props} />}
            >
              {t('upload')}
            </Button>
          )}
          {code === 6014 && (
            <Button variant="light" component="a" href={`#${agreementAnchor}`}>
              {t('agree')}
            </Button>
          )}
        </>
      }
    />
  )
}

/** The lock or the whole stock does not answer: the way around, or whom to call. */
export function NoConnection({ stock }: { readonly stock: MyStock }) {
  const t = useTranslations('mybox.refused')
  const phone = useCompany()?.supportPhone
  return (
    <ShutButton
      isLine
      label={t('noConnection')}
      reason={
        <p>
          {!stock.isOk && hasOwnPage(stock.stock)
            ? t('noConnectionPin')
            : t('noConnectionText', { phone: phone ?? stock.stock.phone })}
        </p>
      }
    />
  )
}
