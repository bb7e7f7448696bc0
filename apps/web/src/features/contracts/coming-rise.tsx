import { IconTrendingUp } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/index.ts'
import { Section } from '../../ui/index.ts'
import type { Contract } from './contract.ts'
import classes from './contract-facts.module.css'

interface ComingRiseProps {
  readonly contract: Contract
  /** Whose contract it is reads it. */
  readonly isOwn: boolean
}

/** The new price that a served notice has announced: from when, how much, and how not to pay it. Nothing where none is coming. */
export function ComingRise({ contract, isOwn }: ComingRiseProps) {
  const t = useTranslations('contracts.rise')
  const format = useFormat()
  const { comingRise, currencyCode: currency, durationMonths } = contract
  if (comingRise === null) return null
  const day = format.longDay(comingRise.from)
  const said = {
    rate: format.money({ amount: comingRise.rate, currency }),
    gross: format.money({ amount: comingRise.periodGross, currency }),
    served: format.longDay(comingRise.servedOn),
  }
  return (
    <Section
      tone="amber"
      title={
        <span className={classes.rise}>
          <IconTrendingUp size={18} stroke={1.75} aria-hidden="true" />
          {t('title', { day })}
        </span>
      }
    >
      <p className={classes.riseText}>{t(isOwn ? 'text' : 'textOf', said)}</p>
      <p className={classes.riseText}>{durationMonths == null ? t('leave', { day }) : t('term')}</p>
    </Section>
  )
}
