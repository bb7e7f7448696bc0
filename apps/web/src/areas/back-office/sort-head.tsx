import { IconArrowDown, IconArrowUp, IconSelector } from '@tabler/icons-react'
import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { DataTableColumn } from '../../ui/index.ts'
import classes from './sort-head.module.css'

interface SortHeadProps<Key extends string> {
  readonly label: ReactNode
  readonly by: Key
  /** An order of the call, with `-` for the other way round. */
  readonly sort: string
  readonly onSort: (sort: Key | `-${Key}`) => void
}

/** The head of a column by which the server sorts: a press sorts upwards, the next one downwards. */
export function SortHead<Key extends string>({ label, by, sort, onSort }: SortHeadProps<Key>) {
  const t = useTranslations('shell.table')
  const isUp = sort === by
  const isDown = sort === `-${by}`
  const order = isUp ? 'ascending' : isDown ? 'descending' : null
  const Icon = isUp ? IconArrowUp : isDown ? IconArrowDown : IconSelector
  const button = useRef<HTMLButtonElement>(null)
  // The order is the column's, and the head of the column is the table's: it takes no attributes of ours.
  useLayoutEffect(() => {
    const head = button.current?.closest('th')
    if (order === null) head?.removeAttribute('aria-sort')
    else head?.setAttribute('aria-sort', order)
  }, [order])
  return (
    <button
      ref={button}
      type="button"
      className={classes.sort}
      data-sorted={order ?? undefined}
      title={typeof label === 'string' ? t('sortBy', { column: label }) : undefined}
      onClick={() => onSort(isUp ? `-${by}` : by)}
    >
      {label}
      <Icon size={14} stroke={2} aria-hidden="true" />
    </button>
  )
}

/**
 * Columns with the heads of ours where they are `sortable`; their names are those of the call's orders. The table's own heads
 * are buttons instead of heads, and do not say the order.
 */
export function withSortHeads<Row>(
  columns: readonly DataTableColumn<Row>[],
  sort: string,
  onSort: (sort: string) => void,
): DataTableColumn<Row>[] {
  return columns.map((column) => {
    if (column.sortable !== true) return column
    const title = <SortHead label={column.title} by={String(column.accessor)} sort={sort} onSort={onSort} />
    return { ...column, sortable: false, title }
  })
}
