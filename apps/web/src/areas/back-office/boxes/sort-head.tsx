import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
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
  return (
    <button
      type="button"
      className={classes.sort}
      aria-pressed={isUp || isDown}
      title={t('sortBy', { column: label })}
      onClick={() => onSort(isUp ? `-${by}` : by)}
    >
      {label}
      {isUp && <IconArrowUp size={14} stroke={2} aria-label="↑" />}
      {isDown && <IconArrowDown size={14} stroke={2} aria-label="↓" />}
    </button>
  )
}
