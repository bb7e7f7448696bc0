import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { listRises } from '@stowage/api/rises'
import { queryOf } from '../../../client/index.ts'
import { AskedSection, EmptyState, SkeletonRows } from '../../../ui/index.ts'
import { TableFoot } from '../table-foot.tsx'
import { NoticesTable } from './notices-table.tsx'

interface NoticesCardProps {
  readonly stock: { readonly id: string; readonly timeZone: string }
}

/** While a mail is being written its notice is looked at again so often. */
const LOOK_AGAIN_MS = 2000

/** The notices of a warehouse, newest first: what they say, whether their mail went out, and which can be taken back. */
export function NoticesCard({ stock }: NoticesCardProps) {
  const t = useTranslations('rises.notices')
  const [page, setPage] = useState(1)
  const query = useQuery({
    ...queryOf(listRises, { query: { stockId: stock.id, page: String(page) } }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.items.some((one) => one.state === 'announced' || one.mailStatus === 'waiting') === true
        ? LOOK_AGAIN_MS
        : false,
  })
  return (
    <AskedSection
      title={t('title')}
      query={query}
      flush
      skeleton={<SkeletonRows rows={4} height={52} />}
      isEmpty={({ total }) => total === 0}
      empty={<EmptyState text={t('empty')} />}
      {...(query.data !== undefined && query.data.total > query.data.pageSize
        ? {
            foot: (
              <TableFoot
                page={page}
                pageSize={query.data.pageSize}
                total={query.data.total}
                onPage={setPage}
              />
            ),
          }
        : {})}
    >
      {({ items }) => <NoticesTable notices={items} timeZone={stock.timeZone} />}
    </AskedSection>
  )
}
