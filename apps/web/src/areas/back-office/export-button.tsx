import { Button } from '@mantine/core'
import { IconDownload, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useToday } from '../../features/catalog/index.ts'
import { useFormat, useLanguage } from '../../i18n/index.ts'
import { toast, useErrorText } from '../../ui/index.ts'
import { csvFileName, csvOf, downloadCsv, fetchAllRows, type CsvColumn, type ListPage } from './export-csv.ts'

interface ExportButtonProps<Row> {
  /** What the file is called, before its day. */
  readonly name: string
  readonly columns: readonly CsvColumn<Row>[]
  /** A page of the list with the filter and order of the screen, the larger the better. */
  readonly page: (page: number, signal: AbortSignal) => Promise<ListPage<Row>>
  readonly idOf: (row: Row) => string
  /** Where the call counts no further: a file as long as this may not be all there is. */
  readonly countStopsAt?: number
}

/** Downloads a whole list, not only the page that is shown, as CSV; says how far it is and can be stopped. */
export function ExportButton<Row>({ name, columns, page, idOf, countStopsAt }: ExportButtonProps<Row>) {
  const t = useTranslations('shell.export')
  const format = useFormat()
  const errorText = useErrorText()
  const { language } = useLanguage()
  const today = useToday(Intl.DateTimeFormat().resolvedOptions().timeZone)
  const stopper = useRef<AbortController>(null)
  const [progress, setProgress] = useState<{ fetched: number; of: number } | null>(null)
  // Whoever leaves the screen does not want the file any more.
  useEffect(() => () => stopper.current?.abort(), [])

  const start = async (): Promise<void> => {
    const mine = new AbortController()
    stopper.current = mine
    setProgress({ fetched: 0, of: 0 })
    try {
      const { rows, total, isCut } = await fetchAllRows({
        page,
        idOf,
        signal: mine.signal,
        onProgress: (fetched, of) => setProgress({ fetched, of }),
      })
      downloadCsv(csvOf(columns, rows, language), csvFileName(name, today))
      if (rows.length === countStopsAt)
        toast({ text: t('more', { rows: format.number(rows.length) }), tone: 'amber', ms: 0 })
      else if (isCut)
        toast({
          text: t('cut', { rows: format.number(rows.length), total: format.number(total) }),
          tone: 'amber',
          ms: 0,
        })
      else toast({ text: t('done', { count: rows.length }) })
    } catch (error) {
      if (!mine.signal.aborted) toast({ title: t('failed'), text: errorText(error).text, tone: 'red' })
    } finally {
      if (stopper.current === mine) stopper.current = null
      setProgress(null)
    }
  }

  if (progress === null)
    return (
      <Button
        variant="default"
        leftSection={<IconDownload size={18} stroke={1.75} />}
        onClick={() => void start()}
      >
        {t('button')}
      </Button>
    )
  return (
    <Button
      variant="default"
      leftSection={<IconX size={18} stroke={1.75} />}
      aria-label={t('stop')}
      title={t('stop')}
      onClick={() => stopper.current?.abort()}
    >
      {t('progress', { fetched: format.number(progress.fetched), of: format.number(progress.of) })}
    </Button>
  )
}
