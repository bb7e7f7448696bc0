import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { Segments } from '../../../features/booking/index.ts'
import type { citiesOf } from './stock-filter.ts'
import type { BookSearch, Go } from './use-book-search.ts'
import classes from './stock-step.module.css'

interface StockFiltersProps {
  readonly count: number
  readonly cities: ReturnType<typeof citiesOf>
  readonly search: BookSearch
  readonly go: Go
}

/** City and words; both stand in the address. */
export function StockFilters({ count, cities, search, go }: StockFiltersProps) {
  const t = useTranslations('booking.stockStep')
  return (
    <div className={classes.filters}>
      {cities.length > 1 && (
        <div className={classes.cities}>
          <Segments
            label={t('city')}
            value={search.city ?? 'all'}
            options={[
              { value: 'all', label: t('all', { count }) },
              ...cities.map(({ id, name, stocks }) => ({ value: id, label: `${name} ${stocks}` })),
            ]}
            onChange={(city) => go({ city: city === 'all' ? undefined : city })}
          />
        </div>
      )}
      <TextInput
        type="search"
        size="md"
        className={classes.search}
        aria-label={t('search')}
        placeholder={t('search')}
        leftSection={<IconSearch size={18} stroke={1.75} aria-hidden="true" />}
        value={search.q ?? ''}
        onChange={(event) => {
          const q = event.currentTarget.value
          go({ q: q === '' ? undefined : q })
        }}
      />
    </div>
  )
}
