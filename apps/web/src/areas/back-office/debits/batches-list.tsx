import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../../i18n/index.ts'
import { ownZone } from '../bank/bank.ts'
import { BatchState } from './batch-state.tsx'
import { daysOf, type Batch } from './debits.ts'
import classes from './debits.module.css'

interface BatchesListProps {
  readonly batches: readonly Batch[]
  readonly onOpen: (id: string) => void
}

/** Files of direct debits: when each was made, how much it collects on which days, how it stands. */
export function BatchesList({ batches, onOpen }: BatchesListProps) {
  const t = useTranslations('bank.debits')
  const format = useFormat()
  return (
    <ul className={classes.batches}>
      {batches.map((one) => {
        const amount = format.money({ amount: one.total, currency: 'EUR' })
        const days = daysOf(one).map((day) => format.day(day))
        const made = format.shortInstant(one.madeAt, ownZone())
        return (
          <li key={one.id} className={classes.batch}>
            <div className={classes.who}>
              <strong>{one.sellerName}</strong>
              <span className={classes.dim}>
                <time dateTime={one.madeAt}>{made}</time>
                {one.madeBy != null && ` ${t('by', { name: one.madeBy })}`}
              </span>
            </div>
            <div className={classes.what}>
              <span>{t('count', { count: one.count })}</span>
              {days.length > 0 && <span className={classes.dim}>{t('days', { days: days.join(', ') })}</span>}
            </div>
            <span className={classes.sum}>{amount}</span>
            <span className={classes.state}>
              <BatchState state={one.state} />
            </span>
            <Button
              variant="light"
              size="sm"
              className={classes.more ?? ''}
              aria-label={t('detailsNamed', { day: made, amount })}
              onClick={() => onOpen(one.id)}
            >
              {t('details')}
            </Button>
          </li>
        )
      })}
    </ul>
  )
}
