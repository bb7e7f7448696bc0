import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ActionIcon } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import type { Answer } from '@stowage/api/endpoint'
import type { reportRentRoll } from '@stowage/api/report-figures'
import { EmptyState, ErrorState, PageHeader, SkeletonRows } from '../../../ui/index.ts'
import { askReport, drawReport } from './ask-report.ts'
import { ExportReport } from './export-report.tsx'
import { RentRollList } from './rent-roll-list.tsx'
import { ReportChart } from './report-chart.tsx'
import { ReportFilters } from './report-filters.tsx'
import { filtersOf, type ReportGiven, type ReportWanted } from './report-query.ts'
import { ReportTable } from './report-table.tsx'
import { useStockNames } from './use-stock-names.ts'
import { useReportWords } from './words.ts'
import classes from './reports.module.css'

interface ReportPanelProps {
  readonly wanted: ReportWanted
  readonly today: string
  readonly go: (next: ReportGiven) => void
}

/** What reports say of themselves: the days, or the moment, and up to when their copy had followed. */
interface Framed {
  readonly from?: string
  readonly to?: string
  readonly at?: string
  readonly asOf?: string | null
  readonly on?: string | null
}

/** One report: what it counts, what is chosen of it, its picture and its table. */
export function ReportPanel({ wanted, today, go }: ReportPanelProps) {
  const words = useReportWords()
  const { t, format } = words
  const query = useQuery({ ...askReport(wanted), placeholderData: keepPreviousData })
  const { data, error, refetch, isPlaceholderData } = query
  const view = data === undefined ? undefined : drawReport(wanted, data, words)
  const title = t(`names.${wanted.report}`)
  const frame = data as Framed | undefined
  const where = useStockNames(wanted.stockIds)
  const atReader = (instant: string): string =>
    format.instant(instant, Intl.DateTimeFormat().resolvedOptions().timeZone)
  // Where it was read from a copy of the database, that may be behind.
  const upTo = frame?.asOf ? t('upTo', { at: atReader(frame.asOf) }) : undefined
  const when =
    frame?.from !== undefined && frame.to !== undefined
      ? t('period', { from: format.day(frame.from), to: format.day(frame.to) })
      : frame?.on != null
        ? t('endOf', { day: format.day(frame.on) })
        : frame?.at !== undefined && upTo === undefined
          ? t('now', { at: atReader(frame.at) })
          : undefined
  return (
    <div className={classes.panel}>
      <PageHeader
        title={title}
        lead={[when, where, upTo].filter((text) => text !== undefined).join(' · ')}
        actions={
          <>
            <ExportReport title={title} wanted={wanted} view={view} />
            <ActionIcon
              className={classes.print}
              variant="default"
              size={36}
              aria-label={t('print')}
              title={t('print')}
              onClick={() => window.print()}
            >
              <IconPrinter size={18} stroke={1.75} />
            </ActionIcon>
          </>
        }
      />
      <p className={classes.help}>{t(`help.${wanted.report}`)}</p>
      <ReportFilters wanted={wanted} today={today} filters={filtersOf[wanted.report]} go={go} />
      {error !== null && !isPlaceholderData && data === undefined ? (
        <div className={`${classes.card} ${classes.words}`}>
          <ErrorState error={error} onRetry={() => void refetch()} />
        </div>
      ) : view === undefined ? (
        <div className={`${classes.card} ${classes.words}`}>
          <SkeletonRows rows={10} />
        </div>
      ) : view.rows.length === 0 ? (
        <div className={`${classes.card} ${classes.words}`}>
          <EmptyState text={t('empty')} />
        </div>
      ) : (
        <div
          className={classes.figures}
          aria-busy={isPlaceholderData}
          data-stale={isPlaceholderData || undefined}
        >
          {view.charts.map((chart, index) => (
            <ReportChart key={chart.note ?? index} title={title} chart={chart} />
          ))}
          <ReportTable title={title} view={view} words={words} />
          {wanted.report === 'rent-roll' && (
            <RentRollList
              answer={data as Answer<typeof reportRentRoll>}
              words={words}
              onPage={(page) => go({ page: String(page) })}
            />
          )}
        </div>
      )}
    </div>
  )
}
