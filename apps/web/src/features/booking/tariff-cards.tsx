import { IconCheck } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/index.ts'
import { useTariffWords } from '../catalog/index.ts'
import classes from './tariff-cards.module.css'
import type { Quote } from './use-quote.ts'

interface TariffCardsProps {
  readonly quote: Quote
  readonly chosen: string | null
  readonly onChange: (tariffId: string) => void
}

/** The tariffs of a stock side by side: what a month costs, what one is bound for, and what is asked for at first. */
export function TariffCards({ quote, chosen, onChange }: TariffCardsProps) {
  const t = useTranslations('tariff')
  const format = useFormat()
  const words = useTariffWords()
  const name = useId()
  const price = (amount: number): string => format.money({ amount, currency: quote.currency })
  return (
    <fieldset className={classes.cards}>
      <legend className={classes.legend}>{t('choose')}</legend>
      {quote.tariffs.map((tariff) => (
        <label key={tariff.id} className={classes.card}>
          <input
            type="radio"
            className="st-spoken"
            name={name}
            checked={tariff.id === chosen}
            onChange={() => onChange(tariff.id)}
          />
          <span className={classes.head}>
            <b>{words.name(tariff.name)}</b>
            <span className={classes.term}>{words.term(tariff.minMonths, tariff.maxMonths)}</span>
          </span>
          <span className={classes.price}>
            {tariff.hasFirstMonthPrice
              ? t('firstThen', { first: price(tariff.firstRent), monthly: price(tariff.monthly) })
              : t('perMonth', { monthly: price(tariff.monthly) })}
          </span>
          {(tariff.steps.length > 0 || tariff.hasFirstMonthPrice) && (
            <span className={classes.gains}>
              {words.steps(tariff.steps).map((step) => (
                <span key={step} className={classes.gain}>
                  {step}
                </span>
              ))}
              {tariff.hasFirstMonthPrice && <span className={classes.gain}>{t('forNew')}</span>}
            </span>
          )}
          <span className={classes.facts}>
            {tariff.boundMonths > 0 && (
              <Fact
                label={t(tariff.durationMonths == null ? 'minStayCosts' : 'termCosts', {
                  count: tariff.boundMonths,
                })}
              >
                {price(tariff.boundTotal)}
              </Fact>
            )}
            <Fact label={t('payNow')}>{price(tariff.firstPayment)}</Fact>
            <Fact label={t('noticeLabel')}>{t('noticeDays', { count: tariff.noticeDays })}</Fact>
            {/* An open-ended one names it with its price already. */}
            {(tariff.durationMonths != null || tariff.boundMonths === 0) && (
              <Fact label={t('minStayLabel')}>{t('minStayMonths', { count: tariff.minStayMonths })}</Fact>
            )}
          </span>
          {tariff.id === chosen && (
            <span className={classes.early}>
              <IconCheck size={16} stroke={2} aria-hidden="true" />
              {t(`early.${tariff.earlyLeave}`)}
            </span>
          )}
        </label>
      ))}
    </fieldset>
  )
}

function Fact({ label, children }: { readonly label: string; readonly children: string }) {
  return (
    <span className={classes.fact}>
      <span>{label}</span>
      <b>{children}</b>
    </span>
  )
}
