import { IconClock, IconLock, IconLockOpen } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import type { listBookMonths } from '@stowage/api/months'
import type { Answer } from '@stowage/api/endpoint'
import { useFormat } from '../../../i18n/index.ts'
import { Pill } from '../../../ui/index.ts'
import classes from './books.module.css'

type Month = Answer<typeof listBookMonths>[number]

interface MonthsListProps {
  readonly months: readonly Month[]
  readonly chosen: Pick<Month, 'sellerId' | 'month'> | undefined
  readonly onChoose: (month: Month) => void
}

/** The months of each seller, the last first: running, open or closed. */
export function MonthsList({ months, chosen, onChoose }: MonthsListProps) {
  const t = useTranslations('books.months')
  const format = useFormat()
  const sellers = [...new Map(months.map(({ sellerId, sellerName }) => [sellerId, sellerName]))]
  return (
    <div className={classes.sellers}>
      {sellers.map(([sellerId, sellerName]) => (
        <section key={sellerId} aria-label={sellerName}>
          {sellers.length > 1 && <h3 className={classes.seller}>{sellerName}</h3>}
          <ul className={classes.months}>
            {months
              .filter((one) => one.sellerId === sellerId)
              .map((one) => {
                const isChosen = one.sellerId === chosen?.sellerId && one.month === chosen.month
                return (
                  <li key={one.month}>
                    <button
                      type="button"
                      className={classes.month}
                      aria-pressed={isChosen}
                      onClick={() => onChoose(one)}
                    >
                      <span className={classes.name}>{format.month(one.month)}</span>
                      <span className={classes.count}>{t('documents', { count: one.documents })}</span>
                      {one.closedAt != null ? (
                        <Pill tone="gray" icon={IconLock}>
                          {t('closed')}
                        </Pill>
                      ) : (
                        <Pill
                          tone={one.isOver ? 'amber' : 'green'}
                          icon={one.isOver ? IconLockOpen : IconClock}
                        >
                          {t(one.isOver ? 'open' : 'running')}
                        </Pill>
                      )}
                    </button>
                  </li>
                )
              })}
          </ul>
        </section>
      ))}
    </div>
  )
}
