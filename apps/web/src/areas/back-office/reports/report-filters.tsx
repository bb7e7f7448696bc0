import { MultiSelect, NativeSelect, SegmentedControl, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { listStocks } from '@stowage/api/catalog'
import { moneyGrains, reportGrains } from '@stowage/api/report-words'
import { useTranslations } from 'use-intl'
import { queryOf } from '../../../client/index.ts'
import { DayRangeField } from '../day-range-field.tsx'
import {
  presetDays,
  presetOf,
  presets,
  type ReportFilters as Filters,
  type ReportGiven,
  type ReportWanted,
} from './report-query.ts'
import classes from './reports.module.css'

interface ReportFiltersProps {
  readonly wanted: ReportWanted
  readonly today: string
  readonly filters: Filters
  readonly go: (next: ReportGiven) => void
}

/** What is chosen of a report; each choice is in the address at once. */
export function ReportFilters({ wanted, today, filters, go }: ReportFiltersProps) {
  const t = useTranslations('reports')
  const { data: stocks = [] } = useQuery({ ...queryOf(listStocks), meta: { quiet: true } })
  const currencies = [...new Set(stocks.map(({ currency }) => currency))].toSorted()
  const preset = presetOf(wanted, today)
  const grains = filters.period === 'months' ? moneyGrains : reportGrains
  return (
    <div className={classes.filters} role="search" aria-label={t('filters')}>
      {filters.period === 'day' && (
        <TextInput
          type="date"
          label={t('on')}
          description={wanted.on === null || wanted.on >= today ? t('onNow') : undefined}
          value={wanted.on ?? ''}
          max={today}
          onChange={(event) => go({ on: event.currentTarget.value })}
        />
      )}
      {(filters.period === 'days' || filters.period === 'months') && (
        <>
          <NativeSelect
            label={t('time')}
            value={preset}
            data={[
              ...presets.map((name) => ({ value: name as string, label: t(`presets.${name}`) })),
              ...(preset === 'own' ? [{ value: 'own', label: t('presets.own') }] : []),
            ]}
            onChange={(event) => {
              const name = presets.find((one) => one === event.currentTarget.value)
              if (name === undefined) return
              const [from, to] = presetDays(name, today)
              go({ from, to })
            }}
          />
          <div className={classes.days}>
            <span className={classes.label} aria-hidden="true">
              {t('days')}
            </span>
            <DayRangeField
              label={t('days')}
              value={[wanted.from, wanted.to]}
              max={today}
              onChange={([from, to]) => go({ from: from ?? undefined, to: to ?? undefined })}
            />
          </div>
          {(wanted.by === 'time' || filters.sides.includes('rate')) && (
            <NativeSelect
              label={t('step')}
              value={wanted.grain ?? ''}
              data={[
                { value: '', label: t('grainAuto') },
                ...grains.map((grain) => ({ value: grain as string, label: t(`grains.${grain}`) })),
              ]}
              onChange={(event) => go({ grain: event.currentTarget.value })}
            />
          )}
        </>
      )}
      {stocks.length > 1 && (
        <MultiSelect
          className={classes.stocks}
          label={t('stocks')}
          placeholder={wanted.stockIds.length === 0 ? t('allStocks') : undefined}
          searchable
          clearable
          maxDropdownHeight={320}
          limit={100}
          nothingFoundMessage={t('noStock')}
          clearButtonProps={{ 'aria-label': t('allStocks') }}
          data={stocks.map(({ id, name }) => ({ value: id, label: name }))}
          value={[...wanted.stockIds]}
          onChange={(ids) => go({ stocks: ids.join(',') })}
        />
      )}
      {filters.hasCurrency && currencies.length > 1 && (
        <NativeSelect
          label={t('currency')}
          value={wanted.currency ?? ''}
          data={[
            { value: '', label: t('allCurrencies') },
            ...currencies.map((code) => ({ value: code, label: code })),
          ]}
          onChange={(event) => go({ currency: event.currentTarget.value })}
        />
      )}
      {filters.sides.length > 1 && (
        <div className={classes.sides}>
          <span className={classes.label} aria-hidden="true">
            {t('by')}
          </span>
          <SegmentedControl
            aria-label={t('by')}
            data={filters.sides.map((side) => ({ value: side, label: t(`sides.${side}`) }))}
            value={wanted.by}
            onChange={(side) => go({ by: side })}
          />
        </div>
      )}
    </div>
  )
}
