import { Button, Menu } from '@mantine/core'
import { IconDownload, IconX } from '@tabler/icons-react'
import { reportRentRoll } from '@stowage/api/report-figures'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../../client/index.ts'
import { useToday } from '../../../features/catalog/index.ts'
import { useLanguage } from '../../../i18n/index.ts'
import { toast, useErrorText } from '../../../ui/index.ts'
import {
  csvFileName,
  csvMoney,
  csvOf,
  downloadCsv,
  fetchAllRows,
  mostRows,
  type CsvColumn,
} from '../export-csv.ts'
import { rentRollView } from './rent-views.ts'
import { askedOf, type ReportWanted } from './report-query.ts'
import { viewOf, type AnyView, type Column, type Kind, type Value } from './report-view.ts'
import { useReportWords } from './words.ts'
import type { XlsxKind } from './write-xlsx.ts'

interface ExportReportProps {
  readonly title: string
  readonly wanted: ReportWanted
  readonly view: AnyView | undefined
}

/** The table as a file. Of the rent roll all contracts, page after page; of every other report what is on the screen. */
export function ExportReport({ title, wanted, view }: ExportReportProps) {
  const t = useTranslations('reports')
  const shell = useTranslations('shell.export')
  const words = useReportWords()
  const { language } = useLanguage()
  const errorText = useErrorText()
  const today = useToday(Intl.DateTimeFormat().resolvedOptions().timeZone)
  const stopper = useRef<AbortController>(null)
  const [isBusy, setBusy] = useState(false)
  useEffect(() => () => stopper.current?.abort(), [])

  const whole = async (signal: AbortSignal): Promise<AnyView | undefined> => {
    if (wanted.report !== 'rent-roll') return view
    const { rows, total, isCut } = await fetchAllRows({
      page: async (page, turn) =>
        await call(
          reportRentRoll,
          { query: { ...askedOf(wanted), page: String(page), pageSize: '500' } },
          { signal: turn },
        ),
      idOf: ({ id }) => id,
      signal,
    })
    if (isCut)
      toast({
        text: shell('cut', { rows: words.format.number(mostRows), total: words.format.number(total) }),
        tone: 'amber',
        ms: 0,
      })
    return viewOf(rentRollView(rows, words))
  }
  const write = async (kind: 'csv' | 'xlsx'): Promise<void> => {
    const mine = new AbortController()
    stopper.current = mine
    setBusy(true)
    try {
      const shown = await whole(mine.signal)
      if (shown === undefined) return
      const name = csvFileName(title, today)
      if (kind === 'csv') downloadCsv(csvOf(csvColumns(shown, t('currency')), shown.rows, language), name)
      else {
        const { writeXlsx } = await import('./write-xlsx.ts')
        downloadCsv(await writeXlsx(xlsxTable(shown, title, t('currency'))), name.replace(/\.csv$/, '.xlsx'))
      }
      toast({ text: shell('done', { count: shown.rows.length }) })
    } catch (error) {
      if (!mine.signal.aborted) toast({ title: shell('failed'), text: errorText(error).text, tone: 'red' })
    } finally {
      setBusy(false)
    }
  }

  if (isBusy && wanted.report === 'rent-roll')
    return (
      <Button
        variant="default"
        leftSection={<IconX size={18} stroke={1.75} />}
        onClick={() => stopper.current?.abort()}
      >
        {shell('stop')}
      </Button>
    )
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          disabled={view === undefined || view.rows.length === 0}
          leftSection={<IconDownload size={18} stroke={1.75} />}
        >
          {t('download')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void write('csv')}>{t('asCsv')}</Menu.Item>
        <Menu.Item onClick={() => void write('xlsx')}>{t('asXlsx')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** Money in its cell, and whose beside it. */
function csvColumns(view: AnyView, currency: string): CsvColumn<unknown>[] {
  const { currencyOf } = view
  return [
    ...view.columns.map(({ title, kind, value }) => ({
      title,
      cell: (row: unknown) => {
        const found = value(row)
        return kind === 'money' && typeof found === 'number' ? csvMoney(found) : found
      },
    })),
    ...(currencyOf === null ? [] : [{ title: currency, cell: currencyOf }]),
  ]
}

const kinds: Readonly<Record<Kind, XlsxKind>> = {
  text: 'text',
  count: 'count',
  area: 'decimal',
  money: 'money',
  percent: 'percent',
  days: 'decimal',
  day: 'day',
}
const read = (column: Column<unknown>, row: unknown): Value => column.value(row)

function xlsxTable(view: AnyView, name: string, currency: string) {
  const { currencyOf } = view
  return {
    name,
    columns: [
      ...view.columns.map(({ title, kind }) => ({ title, kind: kinds[kind] })),
      ...(currencyOf === null ? [] : [{ title: currency, kind: 'text' as const }]),
    ],
    rows: view.rows.map((row) => [
      ...view.columns.map((column) => read(column, row)),
      ...(currencyOf === null ? [] : [currencyOf(row)]),
    ]),
  }
}
