import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/index.ts'
import type { Quote } from './use-quote.ts'
import classes from './period-cards.module.css'

interface PeriodCardsProps {
  readonly quote: Quote
  readonly isWhole: boolean
  readonly onChange: (isWhole: boolean) => void
}

/** Every month, or the whole term at once with what that saves (picture 04); nothing to choose for a single month. */
export function PeriodCards({ quote, isWhole, onChange }: PeriodCardsProps) {
  const t = useTranslations('booking.terms')
  const format = useFormat()
  const name = useId()
  if (quote.choices.length < 2) return null
  return (
    <fieldset className={classes.cards}>
      <legend className={classes.legend}>{t('howToPay')}</legend>
      {quote.choices.map(({ periodMonths, discountPercent, grossPerMonth }) => {
        const whole = periodMonths > 1
        return (
          <label key={whole ? 'whole' : 'monthly'} className={classes.card}>
            <input
              type="radio"
              className="st-spoken"
              name={name}
              checked={whole === isWhole}
              onChange={() => onChange(whole)}
            />
            <span className={classes.head}>
              <b>{whole ? t('atOnce', { months: periodMonths }) : t('monthly')}</b>
              {discountPercent > 0 && (
                <span className={classes.gain}>{`−${format.percent(discountPercent)}`}</span>
              )}
            </span>
            <span className={classes.price}>
              {t('perMonth', { price: format.price({ amount: grossPerMonth, currency: quote.currency }) })}
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}
