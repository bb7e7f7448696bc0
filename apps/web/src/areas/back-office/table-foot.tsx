import { Pagination } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/index.ts'
import classes from './table-foot.module.css'

interface TableFootProps {
  /** From 1. */
  readonly page: number
  readonly pageSize: number
  readonly total: number
  readonly onPage: (page: number) => void
}

/** Count and pages under a table: two pages at each end, five around the present one (specification 2.6). */
export function TableFoot({ page, pageSize, total, onPage }: TableFootProps) {
  const t = useTranslations('shell.table')
  const format = useFormat()
  const pages = Math.max(1, Math.ceil(total / pageSize))
  const from = total === 0 ? 0 : (page - 1) * pageSize + 1
  const names = { next: t('next'), previous: t('previous'), first: t('previous'), last: t('next') }
  return (
    <div className={classes.foot}>
      <span>
        {t('shown', {
          from: format.number(from),
          to: format.number(Math.min(total, page * pageSize)),
          total: format.number(total),
        })}
      </span>
      {pages > 1 && (
        <Pagination
          total={pages}
          value={page}
          onChange={onPage}
          siblings={2}
          boundaries={2}
          size="sm"
          radius={6}
          getItemProps={(item) => ({ 'aria-label': t('page', { page: item }) })}
          getControlProps={(control) => ({ 'aria-label': names[control] })}
        />
      )}
    </div>
  )
}
