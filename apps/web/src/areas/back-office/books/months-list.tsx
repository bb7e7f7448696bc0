import { Button } from '@mantine/core'
import { IconClock, IconLock, IconLockOpen } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { listBookMonths } from '@stowage/api/months'
import type { Answer } from '@stowage/api/endpoint'
import { useFormat } from '../../../i18n/index.ts'
import { Pill } from '../../../ui/index.ts'
import classes from './books.module.css'

type Month = Answer<typeof listBookMonths>[number]

/** So many months stand there at once; half a year is what is worked on. */
const SHOWN = 6

interface MonthsListProps {
  readonly months: readonly Month[]
  readonly chosen: Pick<Month, 'sellerId' | 'month'> | undefined
  readonly onChoose: (month: Month) => void
}

/** The months of each seller, the last first: running, open or closed. */
export function MonthsList({ months, chosen, onChoose }: MonthsListProps) {
  const sellers = [...Map.groupBy(months, ({ sellerId }) => sellerId)]
  return (
    <div className={classes.sellers}>
      {sellers.map(([sellerId, own]) => (
        <SellerMonths
          key={sellerId}
          months={own}
          hasName={sellers.length > 1}
          chosen={chosen?.sellerId === sellerId ? chosen.month : null}
          onChoose={onChoose}
        />
      ))}
    </div>
  )
}

interface SellerMonthsProps {
  readonly months: readonly Month[]
  readonly hasName: boolean
  readonly chosen: string | null
  readonly onChoose: (month: Month) => void
}

/** The last months; of the older ones only those that are to be closed next or looked at, until all are asked for. */
function SellerMonths({ months, hasName, chosen, onChoose }: SellerMonthsProps) {
  const t = useTranslations('books.months')
  const [isWhole, setWhole] = useState(false)
  const name = months[0]?.sellerName ?? ''
  const next = months.findLast(isToClose)
  const shown = months.filter(
    (one, index) => isWhole || index < SHOWN || one === next || one.month === chosen,
  )
  return (
    <section aria-label={name}>
      {hasName && <h3 className={classes.seller}>{name}</h3>}
      <ul className={classes.months}>
        {shown.map((one) => (
          <MonthRow
            key={one.month}
            month={one}
            isChosen={one.month === chosen}
            onChoose={() => onChoose(one)}
          />
        ))}
      </ul>
      {shown.length < months.length && (
        <Button className={classes.more} size="sm" variant="subtle" onClick={() => setWhole(true)}>
          {t('all', { count: months.length })}
        </Button>
      )}
    </section>
  )
}

/** Over, and nobody has closed it. */
export const isToClose = ({ isOver, closedAt }: Pick<Month, 'isOver' | 'closedAt'>): boolean =>
  isOver && closedAt == null

function MonthRow({
  month,
  isChosen,
  onChoose,
}: {
  readonly month: Month
  readonly isChosen: boolean
  readonly onChoose: () => void
}) {
  const t = useTranslations('books.months')
  const format = useFormat()
  const isOpen = isToClose(month)
  return (
    <li>
      <button type="button" className={classes.month} aria-pressed={isChosen} onClick={onChoose}>
        <span className={classes.name}>{format.month(month.month)}</span>
        <span className={classes.count}>{t('documents', { count: month.documents })}</span>
        {month.closedAt != null ? (
          <Pill tone="gray" icon={IconLock}>
            {t('closed')}
          </Pill>
        ) : (
          <Pill tone={isOpen ? 'amber' : 'green'} icon={isOpen ? IconLockOpen : IconClock}>
            {t(isOpen ? 'open' : 'running')}
          </Pill>
        )}
      </button>
    </li>
  )
}
