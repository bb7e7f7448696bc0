import { IconCalendarX, IconCash, IconCreditCard, IconReceipt } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import type { Method } from './booking-body.ts'
import classes from './drawer.module.css'

const icons = {
  paykeeper: IconCreditCard,
  bankTransfer: IconReceipt,
  manual: IconCash,
  none: IconCalendarX,
} as const

interface MethodCardsProps {
  readonly methods: readonly Method[]
  readonly method: Method
  /** The stock takes cards. */
  readonly hasCard: boolean
  readonly isDisabled: boolean
  /** Online there are several ways, chosen below. */
  readonly hasWays?: boolean
  readonly onChange: (method: Method) => void
}

/** How to go on, each with what it means. */
export function MethodCards({
  methods,
  method,
  hasCard,
  isDisabled,
  hasWays = false,
  onChange,
}: MethodCardsProps) {
  const t = useTranslations('booking.pay')
  const name = useId()
  return (
    <fieldset className={classes.methods} disabled={isDisabled}>
      <legend className={classes.subtitle}>{t('how')}</legend>
      {/* Who looks for the card is told that it is not missing by mistake. */}
      {!hasCard && methods.includes('bankTransfer') && <p className={classes.hint}>{t('noCards')}</p>}
      {methods.map((one) => {
        const Icon = icons[one]
        return (
          <label key={one} className={classes.method}>
            <input
              type="radio"
              className="st-spoken"
              name={name}
              checked={one === method}
              onChange={() => onChange(one)}
            />
            <Icon size={24} stroke={1.5} aria-hidden="true" />
            <span>
              <b>{one === 'paykeeper' && hasWays ? t('methods.online') : t(`methods.${one}`)}</b>
              <small>{t(`methodTexts.${one}`)}</small>
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}
