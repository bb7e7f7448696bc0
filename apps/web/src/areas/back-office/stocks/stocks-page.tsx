import { Button, NativeSelect } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { listStocks } from '@stowage/api/catalog'
import { queryOf, useUser } from '../../../client/index.ts'
import { allows, needs } from '../../../features/accounts/index.ts'
import { EmptyState, ErrorState, NothingFound, PageHeader, SkeletonCard } from '../../../ui/index.ts'
import { FirstRun } from '../first-run/first-run.tsx'
import { useFirstRun } from '../first-run/use-first-run.ts'
import { SearchField } from '../search-field.tsx'
import { citiesOf, searched } from './cities-of.ts'
import { CityMap } from './city-map.tsx'
import { StockCard } from './stock-card.tsx'
import type { Stock } from './stock.ts'
import classes from './stocks.module.css'

/** /stocks: a card per warehouse and where they are; staff tied to one see that one. */
export default function StocksPage(): ReactNode {
  const t = useTranslations('backoffice.stocks')
  const sites = useTranslations('sites.list')
  const shell = useTranslations('shell')
  const user = useUser()
  const { data, error, refetch } = useQuery(queryOf(listStocks))
  const firstRun = useFirstRun()
  const add = allows(user, needs.newStock) && (
    <Button
      leftSection={<IconPlus size={18} stroke={1.75} />}
      renderRoot={(props) => <Link to="/stocks/add" {...props} />}
    >
      {sites('add')}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={shell('nav.stocks')}
        {...(data === undefined ? {} : { lead: t('count', { count: data.length }) })}
        actions={add}
      />
      {firstRun != null && (
        <div className={classes.guide}>
          <FirstRun done={firstRun} />
        </div>
      )}
      {data !== undefined ? (
        data.length > 0 ? (
          <Stocks stocks={data} />
        ) : firstRun === null ? (
          <EmptyState size="page" title={t('emptyTitle')} text={t('emptyText')} />
        ) : null
      ) : error !== null ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <div className={classes.cards}>
          {[0, 1, 2, 3].map((index) => (
            <SkeletonCard key={index} height={252} />
          ))}
        </div>
      )}
    </>
  )
}

/** From here on one looks for a stock instead of seeing it. */
const manyStocks = 7

function Stocks({ stocks }: { readonly stocks: readonly Stock[] }) {
  const t = useTranslations('sites.list')
  const navigate = useNavigate({ from: '/stocks' })
  const given = useSearch({ from: '/inside/stocks' })
  const cities = citiesOf(stocks)
  const shown = searched(stocks, given)
  const go = (part: { city?: string; search?: string }): void =>
    void navigate({
      to: '/stocks',
      search: (before) => {
        const { city = '', search = '' } = { ...before, ...part }
        return { ...(city === '' ? {} : { city }), ...(search === '' ? {} : { search }) }
      },
      // Every pause in typing would be a step back otherwise.
      replace: 'search' in part,
    })
  return (
    <div className={classes.page}>
      {stocks.length >= manyStocks && (
        <div className={classes.tools} role="search">
          <SearchField
            label={t('search')}
            value={given.search ?? ''}
            isWide
            onSearch={(search) => go({ search })}
          />
          {cities.length > 1 && (
            <NativeSelect
              aria-label={t('city')}
              value={given.city ?? ''}
              data={[
                { value: '', label: t('allCities') },
                ...cities.map(({ id, name }) => ({ value: id, label: name })),
              ]}
              onChange={(event) => go({ city: event.currentTarget.value })}
            />
          )}
        </div>
      )}
      {shown.length === 0 ? (
        <NothingFound onClear={() => go({ city: '', search: '' })} />
      ) : (
        <div className={classes.cards}>
          {shown.map((stock) => (
            <StockCard key={stock.id} stock={stock} />
          ))}
        </div>
      )}
      <div className={classes.maps}>
        {citiesOf(shown).map((city) => (
          <CityMap key={city.id} city={city} />
        ))}
      </div>
    </div>
  )
}
