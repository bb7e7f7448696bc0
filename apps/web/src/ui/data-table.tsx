import { lazy, Suspense, type ReactElement } from 'react'
import type { DataTableProps } from 'mantine-datatable'
import { SkeletonRows } from './skeletons.tsx'
import classes from './data-table.module.css'

export type { DataTableColumn } from 'mantine-datatable'

const Loaded = lazy(async () => await import('./data-table-loaded.tsx')) as unknown as <T>(
  props: DataTableProps<T>,
) => ReactElement

/** The dense table of the back office (theme.md 7), loaded with the first page that has one. */
export function DataTable<T>(props: DataTableProps<T>) {
  return (
    <Suspense
      fallback={
        <div className={classes.coming}>
          <SkeletonRows rows={8} />
        </div>
      }
    >
      <Loaded {...props} />
    </Suspense>
  )
}
