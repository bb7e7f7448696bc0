/** What the colours and signs of the plan mean: fill, edge, pattern and sign together, as on the plan. */
import { IconAlertTriangle, IconCheck, IconLockOpen } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import type { Audience, BoxState } from './box-state.ts'
import classes from './plan-legend.module.css'

const shown: Readonly<Record<Audience, readonly BoxState[]>> = {
  customer: ['free', 'chosen', 'occupied', 'otherSize'],
  staff: ['free', 'occupied', 'open', 'debt'],
}
const icons: Partial<Record<BoxState, typeof IconCheck>> = {
  chosen: IconCheck,
  open: IconLockOpen,
  debt: IconAlertTriangle,
}

export function PlanLegend({ audience = 'customer' }: { readonly audience?: Audience }) {
  const t = useTranslations('maps')
  return (
    <ul className={classes.legend} aria-label={t('legend')}>
      {shown[audience].map((state) => {
        const Icon = icons[state]
        return (
          <li key={state} className={classes.item}>
            <span className={classes.swatch} data-state={state} aria-hidden="true">
              {Icon !== undefined && <Icon size={14} stroke={2.4} />}
            </span>
            {t(`state.${state}`)}
          </li>
        )
      })}
    </ul>
  )
}
