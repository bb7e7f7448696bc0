import { useTranslations } from 'use-intl'
import { ExportButton } from '../export-button.tsx'
import type { CsvColumn, ListPage } from '../export-csv.ts'
import { asPage, type DeskRow } from './desk-query.ts'

interface DeskExportProps<Row> {
  /** What the file is called, before its day. */
  readonly name: string
  /** Asks the list's call for one page, as the screen filters and sorts it. */
  readonly ask: (
    part: { readonly page: string; readonly pageSize: string },
    signal: AbortSignal,
  ) => Promise<ListPage<Row> | readonly unknown[]>
  readonly columns: readonly CsvColumn<Row>[]
}

/** Of a file, so many rows come at once. */
const pageSize = '500'

/** A whole list of the desk as a file. */
export function DeskExport<Row extends DeskRow>({ name, ask, columns }: DeskExportProps<Row>) {
  return (
    <ExportButton<Row>
      name={name}
      idOf={({ id }) => id}
      page={async (page, signal) => asPage(await ask({ page: String(page), pageSize }, signal))}
      columns={columns}
    />
  )
}

/** The columns that the files have in common. */
export function useExportColumns() {
  const t = useTranslations('desk')
  const client: CsvColumn<DeskRow> = { title: t('client'), cell: ({ userInfo }) => userInfo.fullName }
  const contract: CsvColumn<DeskRow> = { title: t('contract'), cell: (row) => row.contractNumber }
  const box: CsvColumn<DeskRow> = { title: t('box'), cell: ({ unitNumber }) => unitNumber }
  const stock: CsvColumn<DeskRow> = { title: t('stock'), cell: (row) => row.stock.name }
  return { client, contract, box, stock }
}
