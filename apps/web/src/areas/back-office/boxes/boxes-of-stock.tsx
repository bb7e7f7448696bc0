import { Button } from '@mantine/core'
import { IconDimensions, IconLock, IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import type { BoxSort, BoxState } from '@stowage/api/box-search'
import { useUser } from '../../../client/index.ts'
import { EmptyState, NothingFound } from '../../../ui/index.ts'
import { pageIn } from '../page-in.ts'
import { SearchField } from '../search-field.tsx'
import type { Stock } from '../stocks/stock.ts'
import { TableCard } from '../table-card.tsx'
import { boxesQuery, pageOfBoxes, sortIn, stateIn, type Wanted } from './boxes-query.ts'
import { BoxesTable } from './boxes-table.tsx'
import { BoxesTools } from './boxes-tools.tsx'
import { PriceNotes } from './price-notes.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { useBoxColumns } from './use-box-columns.ts'
import { useLiveLocks } from './use-live-locks.ts'
import { useSelection } from './use-selection.ts'

interface Next {
  readonly number?: string
  readonly size?: string
  readonly lock?: string
  readonly state?: BoxState | ''
  readonly sort?: BoxSort
  readonly page?: number
}

/** Nine boxes a page with three searches, states and any order (specification 2.8); all of it in the address. */
export function BoxesOfStock({ stock }: { readonly stock: Stock }) {
  const t = useTranslations('backoffice.boxes')
  const words = useTranslations('boxes.list')
  const navigate = useNavigate({ from: '/boxes' })
  const isSuperUser = useUser()?.role === 'superUser'
  const {
    page: pageText,
    number = '',
    size = '',
    lock = '',
    state,
    sort,
  } = useSearch({ from: '/inside/boxes' })
  const page = pageIn(pageText)
  const wanted: Wanted = { stockId: stock.id, number, size, lock, state: stateIn(state), sort: sortIn(sort) }
  const query = useQuery({
    ...boxesQuery(wanted, page),
    select: pageOfBoxes,
    placeholderData: keepPreviousData,
  })
  useLiveLocks(stock.id)
  const selection = useSelection()
  const columns = useBoxColumns()
  const isNarrowed = number !== '' || size !== '' || lock !== '' || wanted.state !== null
  // Onto the address as it will be, not as it is shown: a second field may be searched in while the first one's answer comes.
  const go = ({ page: nextPage, ...next }: Next): void =>
    void navigate({
      to: '/boxes',
      search: (before) => {
        const all = {
          ...before,
          ...next,
          page: nextPage === undefined || nextPage === 1 ? '' : String(nextPage),
        }
        if (all.sort === 'size') all.sort = ''
        const kept = Object.entries(all).filter(([, value]) => value !== '' && value !== undefined)
        return { ...Object.fromEntries(kept), stockId: stock.id }
      },
      replace: nextPage === undefined,
    })
  return (
    <>
      <PriceNotes
        stock={stock}
        unpriced={query.data?.counts.unpriced ?? 0}
        onShow={() => go({ state: 'unpriced', number: '', size: '', lock: '' })}
      />
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
            <BoxesTools
              stock={stock}
              wanted={wanted}
              counts={query.data?.counts}
              picker={columns.picker}
              onState={(next) => go({ state: next })}
            />
          </>
        }
        query={query}
        page={page}
        onPage={(next) => go({ page: next })}
        expectedRows={9}
        empty={
          isNarrowed || page > 1 ? (
            <NothingFound onClear={() => go({ number: '', size: '', lock: '', state: '' })} />
          ) : (
            <EmptyState
              title={t('emptyTitle')}
              {...(isSuperUser
                ? {
                    text: words('emptyText'),
                    action: (
                      <Button
                        renderRoot={(props) => (
                          <Link to="/boxes/add" search={{ stockId: stock.id }} {...props} />
                        )}
                      >
                        {words('add')}
                      </Button>
                    ),
                  }
                : {})}
            />
          )
        }
      >
        {({ items, total }) => (
          <>
            {isSuperUser && selection.count > 0 && (
              <SelectionBar stock={stock} wanted={wanted} total={total} selection={selection} />
            )}
            <BoxesTable
              boxes={items}
              stock={stock}
              sort={wanted.sort}
              onSort={(next) => go({ sort: next })}
              isHidden={columns.isHidden}
              {...(isSuperUser ? { selection } : {})}
            />
          </>
        )}
      </TableCard>
    </>
  )
}
