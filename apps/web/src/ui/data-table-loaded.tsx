import 'mantine-datatable/styles.layer.css'
import { DataTable, type DataTableProps } from 'mantine-datatable'
import { useTranslations } from 'use-intl'
import classes from './data-table.module.css'

/** mantine-datatable in our clothes: 38 px rows, hairlines, sticky head, count and pages in the foot. */
export default function DataTableLoaded<T>(props: DataTableProps<T>) {
  const t = useTranslations('shell.table')
  const usual = {
    className: classes.table,
    highlightOnHover: true,
    withTableBorder: false,
    // 30 px of a button and these make the row of 38.
    verticalSpacing: 4,
    horizontalSpacing: 14,
    fz: 14,
    noRecordsText: t('empty'),
    minHeight: props.records?.length === 0 ? 150 : undefined,
    paginationText: ({ from, to, totalRecords }: { from: number; to: number; totalRecords: number }) =>
      t('shown', { from, to, total: totalRecords }),
    getPaginationControlProps: (control: string) => ({
      'aria-label': control === 'next' ? t('next') : control === 'previous' ? t('previous') : control,
    }),
  }
  // Which of the library's many unions of properties applies is the caller's choice, checked there.
  const merged = { ...usual, ...props } as DataTableProps<T>
  return <DataTable<T> {...merged} />
}
