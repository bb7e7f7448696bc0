import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { listStocks } from '@stowage/api/catalog'
import { externalStatuses } from '@stowage/api/payment-lists'
import { queryOf } from '../../../client/index.ts'
import { useToday } from '../../../features/catalog/index.ts'
import { DayRangeField } from '../day-range-field.tsx'
import { SearchField } from '../search-field.tsx'
import { processors, type GivenFilter, type PaymentsFilter } from './payments.ts'
import { usePaymentWords } from './use-payment-words.ts'

interface ExternalToolsProps {
  readonly filter: PaymentsFilter
  readonly onChange: (next: GivenFilter) => void
}

/** By client or number, processor, state, warehouse and days. */
export function ExternalTools({ filter, onChange }: ExternalToolsProps) {
  const t = useTranslations('payments.external')
  const words = usePaymentWords()
  const { data: stocks = [] } = useQuery({ ...queryOf(listStocks), meta: { quiet: true } })
  const today = useToday(Intl.DateTimeFormat().resolvedOptions().timeZone)
  return (
    <>
      <SearchField
        isWide
        label={t('search')}
        value={filter.search ?? ''}
        onSearch={(search) => onChange({ search })}
      />
      <NativeSelect
        aria-label={t('status')}
        data={[
          { value: '', label: t('allStatuses') },
          ...externalStatuses.map((value) => ({
            value,
            label: value === 'other' ? t('otherStatuses') : words.status(value),
          })),
        ]}
        value={filter.status ?? ''}
        onChange={(event) => onChange({ status: event.currentTarget.value })}
      />
      <NativeSelect
        aria-label={t('processor')}
        data={[
          { value: '', label: t('allProcessors') },
          ...processors.map((value) => ({ value, label: words.processor(value) })),
        ]}
        value={filter.processor ?? ''}
        onChange={(event) => onChange({ processor: event.currentTarget.value })}
      />
      {(stocks.length > 1 || filter.stockId !== undefined) && (
        <NativeSelect
          aria-label={t('stock')}
          data={[
            { value: '', label: t('allStocks') },
            ...stocks.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={filter.stockId ?? ''}
          onChange={(event) => onChange({ stockId: event.currentTarget.value })}
        />
      )}
      <DayRangeField
        label={t('days')}
        value={[filter.from ?? null, filter.to ?? null]}
        max={today}
        onChange={([from, to]) => onChange({ from: from ?? undefined, to: to ?? undefined })}
      />
    </>
  )
}
