import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { listStocks } from '@stowage/api/catalog'
import { sizeGroups } from '@stowage/domain/box'
import { queryOf } from '../../../client/index.ts'
import { SearchField } from '../search-field.tsx'
import { statuses, types, wantedOf, type Wanted } from './appeals.ts'

interface AppealsToolsProps {
  readonly wanted: Wanted
  readonly onChange: (next: Wanted) => void
}

/** Search and filters; warehouse and size are of who waits for a box. */
export function AppealsTools({ wanted, onChange }: AppealsToolsProps) {
  const t = useTranslations('support')
  const { data: stocks = [] } = useQuery({ ...queryOf(listStocks), meta: { quiet: true } })
  const choose = (name: keyof Wanted, value: string): void =>
    onChange({ ...nothing, ...wanted, ...wantedOf({ ...nothing, ...wanted, [name]: value || undefined }) })
  const filter = (
    name: 'status' | 'type' | 'stockId' | 'size',
    label: string,
    all: string,
    options: readonly { readonly value: string; readonly label: string }[],
  ) => (
    <NativeSelect
      aria-label={label}
      data={[{ value: '', label: all }, ...options]}
      value={wanted[name] ?? ''}
      onChange={(event) => choose(name, event.currentTarget.value)}
    />
  )
  const isOfBoxes =
    wanted.type === 'availability' || wanted.stockId !== undefined || wanted.size !== undefined
  return (
    <>
      <SearchField
        isWide
        label={t('list.search')}
        value={wanted.search ?? ''}
        onSearch={(text) => choose('search', text)}
      />
      {filter(
        'status',
        t('list.statuses'),
        t('list.allStatuses'),
        statuses.map((value) => ({ value, label: t(`status.${value}`) })),
      )}
      {filter(
        'type',
        t('list.types'),
        t('list.allTypes'),
        types.map((value) => ({ value, label: t(`type.${value}`) })),
      )}
      {isOfBoxes &&
        filter(
          'stockId',
          t('list.stocks'),
          t('list.allStocks'),
          stocks.map(({ id, name }) => ({ value: id, label: name })),
        )}
      {isOfBoxes &&
        filter(
          'size',
          t('list.sizes'),
          t('list.allSizes'),
          sizeGroups.map((value) => ({ value, label: value.toUpperCase() })),
        )}
    </>
  )
}

const nothing = {
  status: undefined,
  type: undefined,
  stockId: undefined,
  size: undefined,
  search: undefined,
}
