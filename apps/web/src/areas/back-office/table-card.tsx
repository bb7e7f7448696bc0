import type { ReactNode } from 'react'
import { ErrorState, type Asked } from '../../ui/index.ts'
import classes from './table-card.module.css'

interface TableCardProps<T> {
  /** The name of the table for who does not see the page's title above it. */
  readonly label: string
  /** Searches and filters. */
  readonly tools?: ReactNode
  readonly query: Asked<T> & { readonly isPlaceholderData: boolean }
  readonly skeleton: ReactNode
  readonly isEmpty: (data: T) => boolean
  readonly empty: ReactNode
  readonly children: (data: T) => ReactNode
  readonly foot?: (data: T) => ReactNode
}

/** A table with its searches in the head and its pages in the foot (picture 16); known rows stay while others are fetched. */
export function TableCard<T>({
  label,
  tools,
  query,
  skeleton,
  isEmpty,
  empty,
  children,
  foot,
}: TableCardProps<T>) {
  const { data, error, refetch, isPlaceholderData } = query
  const hasRows = data !== undefined && !isEmpty(data)
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
            skeleton
          ) : (
            <ErrorState error={error} onRetry={() => void refetch()} />
          )}
        </div>
      )}
      {hasRows && foot !== undefined && <div className={classes.foot}>{foot(data)}</div>}
    </section>
  )
}
