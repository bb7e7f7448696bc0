import { Button } from '@mantine/core'
import { IconDimensions, IconLock, IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { EmptyState, SkeletonRows } from '../../../ui/index.ts'
import { pageIn } from '../page-in.ts'
import { SearchField } from '../search-field.tsx'
import type { Stock } from '../stocks/stock.ts'
import { TableCard } from '../table-card.tsx'
import { TableFoot } from '../table-foot.tsx'
import { boxesQuery, pageOfBoxes } from './boxes-query.ts'
import { BoxesTable } from './boxes-table.tsx'
import { useLiveLocks } from './use-live-locks.ts'

type Searches = { readonly number?: string; readonly size?: string; readonly lock?: string }

/** Nine boxes a page with three searches (specification 2.8). */
export function BoxesOfStock({ stock }: { readonly stock: Stock }) {
  const t = useTranslations('backoffice.boxes')
  const shell = useTranslations('shell')
  const navigate = useNavigate()
  const { page: pageText, number = '', size = '', lock = '' } = useSearch({ from: '/inside/boxes' })
  const page = pageIn(pageText)
  const query = useQuery({
    ...boxesQuery({ stockId: stock.id, page, number, size, lock }),
    select: pageOfBoxes,
    placeholderData: keepPreviousData,
  })
  useLiveLocks(stock.id)
  const isSearching = number !== '' || size !== '' || lock !== ''
  const go = (next: Searches & { readonly page?: number }): void => {
    const wanted = {
      number,
      size,
      lock,
      ...next,
      page: next.page === undefined || next.page === 1 ? '' : String(next.page),
    }
    const kept = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== ''))
    void navigate({ to: '/boxes', search: { stockId: stock.id, ...kept }, replace: next.page === undefined })
  }
  return (
    <TableCard
      label={t('list')}
      tools={
        <>
          <SearchField
            label={t('searchNumber')}
            icon={<IconSearch size={18} stroke={1.75} />}
            value={number}
            maxLength={30}
            onSearch={(text) => go({ number: text })}
          />
          <SearchField
            label={t('searchSize')}
            icon={<IconDimensions size={18} stroke={1.75} />}
            inputMode="decimal"
            value={size}
            maxLength={8}
            onSearch={(text) => go({ size: text })}
          />
          <SearchField
            label={t('searchLock')}
            icon={<IconLock size={18} stroke={1.75} />}
            value={lock}
            maxLength={10}
            onSearch={(text) => go({ lock: text })}
          />
        </>
      }
      query={query}
      skeleton={<SkeletonRows rows={9} />}
      isEmpty={({ items }) => items.length === 0}
      empty={
        isSearching || page > 1 ? (
          <EmptyState
            title={shell('empty.nothingFound')}
            action={
              <Button variant="default" onClick={() => go({ number: '', size: '', lock: '' })}>
                {shell('empty.clear')}
              </Button>
            }
          />
        ) : (
          <EmptyState title={t('emptyTitle')} text={t('emptyText')} />
        )
      }
      foot={({ pageSize, total }) => (
        <TableFoot page={page} pageSize={pageSize} total={total} onPage={(next) => go({ page: next })} />
      )}
    >
      {({ items }) => <BoxesTable boxes={items} stock={stock} />}
    </TableCard>
  )
}
