import type { ReactNode } from 'react'
import { ErrorState, SkeletonRows, type Asked } from '../../ui/index.ts'
import { TableFoot } from './table-foot.tsx'
import classes from './table-card.module.css'

/** What the calls of long lists answer when they are asked for a page. */
interface PageOfRows {
  readonly items: readonly unknown[]
  readonly total: number
  readonly pageSize: number
}

interface TableCardProps<P extends PageOfRows> {
  /** The name of the table for who does not see the page's title above it. */
  readonly label: string
  /** Searches and filters. */
  readonly tools?: ReactNode
  readonly query: Asked<P> & { readonly isPlaceholderData: boolean }
  /** Which page the address asks for, from 1. */
  readonly page: number
  readonly onPage: (page: number) => void
  /** So many rows hold the place of the first answer. */
  readonly expectedRows?: number
  readonly empty: ReactNode
  readonly children: (page: P) => ReactNode
}

/** A table with its searches in the head and its pages in the foot (picture 16); known rows stay while others are fetched. */
export function TableCard<P extends PageOfRows>({
  label,
  tools,
  query,
  page,
  onPage,
  expectedRows = 12,
  empty,
  children,
}: TableCardProps<P>) {
  const { data, error, refetch, isPlaceholderData } = query
  const hasRows = data !== undefined && data.items.length > 0
  return (
    <section className={classes.card} aria-label={label}>
      {tools !== undefined && (
        <div className={classes.tools} role="search">
          {tools}
        </div>
      )}
      {hasRows ? (
        <div
          className={classes.rows}
          aria-busy={isPlaceholderData}
          data-stale={isPlaceholderData || undefined}
        >
          {children(data)}
        </div>
      ) : (
        <div className={classes.body}>
          {data !== undefined ? (
            empty
          ) : error === null ? (
            <SkeletonRows rows={expectedRows} />
          ) : (
            <ErrorState error={error} onRetry={() => void refetch()} />
          )}
        </div>
      )}
      {hasRows && (
        <div className={classes.foot}>
          <TableFoot page={page} pageSize={data.pageSize} total={data.total} onPage={onPage} />
        </div>
      )}
    </section>
  )
}
