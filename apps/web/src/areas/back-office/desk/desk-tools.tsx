import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { listStocks } from '@stowage/api/catalog'
import { queryOf } from '../../../client/index.ts'
import { SearchField } from '../search-field.tsx'

interface DeskToolsProps {
  readonly search: string | undefined
  readonly stockId: string | undefined
  readonly onChange: (next: { readonly search?: string; readonly stockId?: string }) => void
}

/** The searches that all lists of the desk have: by client, contract or box, and by warehouse where there are several. */
export function DeskTools({ search, stockId, onChange }: DeskToolsProps) {
  const t = useTranslations('desk')
  const { data: stocks = [] } = useQuery({ ...queryOf(listStocks), meta: { quiet: true } })
  return (
    <>
      <SearchField
        isWide
        label={t('search')}
        value={search ?? ''}
        onSearch={(text) => onChange({ search: text })}
      />
      {(stocks.length > 1 || stockId !== undefined) && (
        <NativeSelect
          aria-label={t('stock')}
          data={[
            { value: '', label: t('allStocks') },
            ...stocks.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={stockId ?? ''}
          onChange={(event) => onChange({ stockId: event.currentTarget.value })}
        />
      )}
    </>
  )
}
