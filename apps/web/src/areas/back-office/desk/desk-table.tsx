import { withSortHeads } from '../sort-head.tsx'
import { DataTable, type DataTableColumn } from '../../../ui/index.ts'

interface DeskTableProps<Row> {
  readonly rows: readonly Row[]
  readonly columns: DataTableColumn<Row>[]
  /** An order of the call, with `-` for the other way round; sortable columns have its names. */
  readonly sort: string
  readonly onSort: (sort: string) => void
}

/** A list of the desk: its head stays while many rows scroll, its order is the server's. */
export function DeskTable<Row extends { readonly id: string }>({
  rows,
  columns,
  sort,
  onSort,
}: DeskTableProps<Row>) {
  return (
    <DataTable
      records={[...rows]}
      columns={withSortHeads(columns, sort, onSort)}
      idAccessor="id"
      pinLastColumn
      height={rows.length > 12 ? 'max(420px, calc(100dvh - 330px))' : 'auto'}
    />
  )
}
