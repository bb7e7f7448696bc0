import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useLayoutEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import type { BoxSort, BoxSortKey } from '@stowage/api/box-search'
import classes from './boxes.module.css'

interface SortHeadProps {
  readonly label: string
  readonly by: BoxSortKey
  readonly sort: BoxSort
  readonly onSort: (sort: BoxSort) => void
}

/** The head of a column by which the server sorts: a press sorts upwards, the next one downwards. */
export function SortHead({ label, by, sort, onSort }: SortHeadProps) {
  const t = useTranslations('boxes.list')
  const isUp = sort === by
  const isDown = sort === `-${by}`
  const order = isUp ? 'ascending' : isDown ? 'descending' : null
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
      title={t('sortBy', { column: label })}
      onClick={() => onSort(isUp ? `-${by}` : by)}
    >
      {label}
      {isUp && <IconArrowUp size={14} stroke={2} aria-hidden="true" />}
      {isDown && <IconArrowDown size={14} stroke={2} aria-hidden="true" />}
    </button>
  )
}
