import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { listRiseCandidates } from '@stowage/api/rises'
import { queryOf } from '../../../client/index.ts'
import { useFormat } from '../../../i18n/index.ts'
import { EmptyState, NothingFound } from '../../../ui/index.ts'
import { pageIn } from '../page-in.ts'
import { StockLead } from '../page-of-stock.tsx'
import { TableCard } from '../table-card.tsx'
import { CandidatesTable } from './candidates-table.tsx'
import { RiseWish } from './rise-wish.tsx'
import { belowSteps, categoriesOf, wantedCandidates, wantedOf } from './rises.ts'

const PAGE_SIZE = 50

/** The running contracts of a warehouse with what they pay; some are chosen, and what a rise comes to is computed. */
export function CandidatesCard({ stockId }: { readonly stockId: string }) {
  const t = useTranslations('rises')
  const words = useTranslations('rises.candidates')
  const format = useFormat()
  const navigate = useNavigate({ from: '/rent-rises' })
  const { page: pageText, ...given } = useSearch({ from: '/inside/rent-rises' })
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const query = useQuery(queryOf(listRiseCandidates, { query: { stockId } }))
  const { data } = query
  const wanted = wantedOf(given)
  const items = wantedCandidates(data?.items ?? [], wanted)
  const page = Math.min(pageIn(pageText), Math.max(1, Math.ceil(items.length / PAGE_SIZE)))
  const shown = items.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
  const go = (next: { category?: string; below?: string }, to = 1): void =>
    void navigate({
      to: '/rent-rises',
      search: (before) => {
        const { category, below } = { ...before, ...next }
        return {
          stockId,
          ...(category === undefined || category === '' ? {} : { category }),
          ...(below === undefined || below === '' ? {} : { below }),
          ...(to === 1 ? {} : { page: String(to) }),
        }
      },
    })
  const isFiltered = wanted.category !== null || wanted.below !== null
  return (
    <div>
      {data !== undefined && (
        <StockLead>{t('lead', { days: data.noticeDays, cap: format.percent(data.capPercent) })}</StockLead>
      )}
      <TableCard
        label={words('title')}
        tools={
          <>
            <NativeSelect
              aria-label={words('category')}
              data={[{ value: '', label: words('allCategories') }, ...categoriesOf(data?.items ?? [])]}
              value={wanted.category ?? ''}
              onChange={(event) => go({ category: event.currentTarget.value })}
            />
            <NativeSelect
              aria-label={words('below')}
              data={[
                { value: '', label: words('anyBelow') },
                ...belowSteps.map((step) => ({
                  value: String(step),
                  label: words('belowBy', { percent: format.percent(step) }),
                })),
              ]}
              value={wanted.below === null ? '' : String(wanted.below)}
              onChange={(event) => go({ below: event.currentTarget.value })}
            />
          </>
        }
        query={{
          ...query,
          isPlaceholderData: false,
          data: data && { items: shown, total: items.length, pageSize: PAGE_SIZE },
        }}
        page={page}
        onPage={(to) => go({}, to)}
        empty={
          isFiltered ? (
            <NothingFound onClear={() => go({ category: '', below: '' })} />
          ) : (
            <EmptyState text={words('empty')} />
          )
        }
      >
        {() => (
          <>
            <CandidatesTable
              noticeDays={data?.noticeDays ?? 0}
              candidates={shown}
              chosen={chosen}
              onChoose={setChosen}
            />
            {chosen.size > 0 && <RiseWish ids={[...chosen]} onClear={() => setChosen(new Set())} />}
          </>
        )}
      </TableCard>
    </div>
  )
}
