import { Button } from '@mantine/core'
import { IconCalendarX } from '@tabler/icons-react'
import { useDeferredValue, useState } from 'react'
import { useTranslations } from 'use-intl'
import {
  StockCards,
  TellMe,
  type AvailabilityWish,
  type StockOnCard,
} from '../../../features/booking/index.ts'
import { EmptyState, ErrorState, SkeletonCard, useTitle, type Asked } from '../../../ui/index.ts'
import { LazyMiniPlan } from './lazy-mini-plan.tsx'
import { citiesOf, filterStocks } from './stock-filter.ts'
import { StockFilters } from './stock-filters.tsx'
import type { BookSearch, Go } from './use-book-search.ts'
import type { Stock } from './use-stock-boxes.ts'
import classes from './stock-step.module.css'

interface StockStepProps {
  readonly stocks: Asked<readonly Stock[]>
  readonly search: BookSearch
  readonly go: Go
}

/** Step 1: where to store (picture 03). */
export function StockStep({ stocks: { data: given, error, refetch }, search, go }: StockStepProps) {
  // Drawn in slices: dozens of cards at once would hold up a phone.
  const data = useDeferredValue(given)
  // Head and filters first, also where the answer is there already; they are what is seen before scrolling.
  const areCardsDue = useDeferredValue(true, false)
  const t = useTranslations('booking.stockStep')
  useTitle(t('tab'))
  const [wish, setWish] = useState<AvailabilityWish | null>(null)
  const cities = citiesOf(data ?? [])
  const shown = filterStocks(data ?? [], search)
  const hours = commonHours(data ?? [])
  const count = data?.length ?? 0
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <div className={classes.words}>
          <h1>{t('title')}</h1>
          <p>{hours === null ? t('lead') : t('leadHours', hours)}</p>
        </div>
        {count > 1 && <StockFilters count={count} cities={cities} search={search} go={go} />}
      </div>
      {data === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeletons />}
      {data !== undefined && count === 0 && (
        <EmptyState
          size="page"
          title={t('none')}
          text={t('noneText')}
          action={<Button onClick={() => setWish({})}>{t('leaveWish')}</Button>}
        />
      )}
      {count > 0 && shown.length === 0 && (
        <EmptyState
          title={t('notFound')}
          text={t('notFoundText')}
          action={
            <Button variant="default" onClick={() => go({ city: undefined, q: undefined })}>
              {t('clear')}
            </Button>
          }
        />
      )}
      {shown.length > 0 && !areCardsDue && <Skeletons />}
      {shown.length > 0 && areCardsDue && (
        <StockCards
          stocks={shown.map((stock) => onCard(stock, cities.length > 1))}
          onChoose={({ id }) =>
            go({ stockId: id, size: undefined, boxId: undefined, floor: undefined, tab: undefined }, 'push')
          }
          onTellMe={({ id, name, cityName }) => setWish({ stockId: id, stockName: name, city: cityName })}
          planOf={planOf}
        />
      )}
      {count > 0 && (
        <div className={classes.foot}>
          <span>
            <IconCalendarX size={18} stroke={1.75} aria-hidden="true" />
            {t('freeReservation')}
          </span>
          <span>
            {t('notNear')}{' '}
            <button type="button" className={classes.link} onClick={() => setWish({ city: search.city })}>
              {t('leaveWish')}
            </button>
          </span>
        </div>
      )}
      <TellMe wish={wish} onClose={() => setWish(null)} />
    </div>
  )
}

function planOf({ id }: { readonly id: string }) {
  return <LazyMiniPlan stockId={id} />
}

function Skeletons() {
  return (
    <div className={classes.skeletons}>
      {[1, 2, 3, 4].map((card) => (
        <SkeletonCard key={card} height={220} />
      ))}
    </div>
  )
}

function onCard(
  { id, name, address, city, phone, openingTime, closingTime, currency, offers }: Stock,
  hasCity: boolean,
): StockOnCard {
  return {
    id,
    name,
    address,
    cityName: hasCity ? city?.city : undefined,
    phone,
    openingTime,
    closingTime,
    currency,
    offers,
  }
}

/** The hours that all stocks share; null where they differ, then each card says its own. */
function commonHours(stocks: readonly Stock[]): { from: string; to: string } | null {
  const [first] = stocks
  if (
    first === undefined ||
    stocks.some(
      ({ openingTime, closingTime }) =>
        openingTime !== first.openingTime || closingTime !== first.closingTime,
    )
  )
    return null
  return { from: first.openingTime, to: first.closingTime }
}
