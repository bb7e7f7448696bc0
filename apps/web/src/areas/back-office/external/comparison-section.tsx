import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Answer } from '@stowage/api/endpoint'
import { compareExternal } from '@stowage/api/management-system'
import { queryOf } from '../../../client/index.ts'
import { useToday } from '../../../features/catalog/index.ts'
import { useFormat, useLanguage } from '../../../i18n/index.ts'
import { AskedSection, DataTable, type DataTableColumn } from '../../../ui/index.ts'
import { DayRangeField, type DayRange } from '../day-range-field.tsx'
import { csvFileName, csvMoney, csvOf, downloadCsv } from '../export-csv.ts'
import classes from './external.module.css'

type Difference = Answer<typeof compareExternal>['differences'][number]

interface ComparisonProps {
  readonly stockId: string
  readonly range: DayRange
  readonly onRange: (range: DayRange) => void
}

const mostShown = 200

/** The parallel run: every difference between what we would have invoiced and what the external system did. */
export function ComparisonSection({ stockId, range, onRange }: ComparisonProps) {
  const t = useTranslations('sources.comparison')
  const format = useFormat()
  const today = useToday(Intl.DateTimeFormat().resolvedOptions().timeZone)
  const from = range[0] ?? `${today.slice(0, 7)}-01`
  const until = range[1] ?? today
  const query = useQuery(queryOf(compareExternal, { params: { stockId }, query: { from, until } }))
  return (
    <AskedSection
      title={t('title')}
      flush
      query={query}
      aside={<Download differences={query.data?.differences ?? []} />}
    >
      {({ periods, equal, differences }) => (
        <>
          <div className={classes.compared}>
            <DayRangeField
              label={t('begun')}
              value={[from, until]}
              max={`${Number(today.slice(0, 4)) + 1}-12-31`}
              onChange={onRange}
            />
            <p>
              {periods === 0
                ? t('nothing')
                : t('count', { periods: format.number(periods), equal: format.number(equal) })}
            </p>
          </div>
          {differences.length > 0 && <Table differences={differences.slice(0, mostShown)} />}
          {differences.length > mostShown && (
            <p className={classes.more}>{t('more', { shown: mostShown, all: differences.length })}</p>
          )}
        </>
      )}
    </AskedSection>
  )
}

function Table({ differences }: { readonly differences: readonly Difference[] }) {
  const t = useTranslations('sources.comparison')
  const format = useFormat()
  const said = ({ currency, what }: Difference, value: number | string | null | undefined): string =>
    value == null
      ? '–'
      : typeof value === 'string'
        ? format.day(value)
        : what === 'until'
          ? String(value)
          : format.money({ amount: value, currency })
  const columns: DataTableColumn<Difference & { readonly key: string }>[] = [
    { accessor: 'contractNumber', title: t('contract'), noWrap: true },
    { accessor: 'periodFrom', title: t('period'), noWrap: true, render: (one) => format.day(one.periodFrom) },
    {
      accessor: 'invoiceNumber',
      title: t('invoice'),
      noWrap: true,
      render: ({ invoiceNumber }) => invoiceNumber ?? '–',
    },
    { accessor: 'what', title: t('what'), render: ({ what }) => t(`kind.${what}`) },
    {
      accessor: 'ours',
      title: t('ours'),
      textAlign: 'right',
      noWrap: true,
      render: (one) => said(one, one.ours),
    },
    {
      accessor: 'theirs',
      title: t('theirs'),
      textAlign: 'right',
      noWrap: true,
      render: (one) => said(one, one.theirs),
    },
  ]
  return (
    <DataTable
      records={differences.map((one, index) => ({ ...one, key: String(index) }))}
      columns={columns}
      idAccessor="key"
      scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': t('title') } }}
    />
  )
}

function Download({ differences }: { readonly differences: readonly Difference[] }) {
  const t = useTranslations('sources.comparison')
  const { language } = useLanguage()
  const today = useToday(Intl.DateTimeFormat().resolvedOptions().timeZone)
  const cell = (value: number | string | null | undefined) =>
    typeof value === 'number' ? csvMoney(value) : value
  const save = (): void =>
    downloadCsv(
      csvOf(
        [
          { title: t('contract'), cell: ({ contractNumber }: Difference) => contractNumber },
          { title: t('period'), cell: ({ periodFrom }) => periodFrom },
          { title: t('invoice'), cell: ({ invoiceNumber }) => invoiceNumber },
          { title: t('what'), cell: ({ what }) => t(`kind.${what}`) },
          { title: t('ours'), cell: ({ ours }) => cell(ours) },
          { title: t('theirs'), cell: ({ theirs }) => cell(theirs) },
          { title: t('currency'), cell: ({ currency }) => currency },
        ],
        differences,
        language,
      ),
      csvFileName(t('title'), today),
    )
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconDownload size={16} stroke={1.75} />}
      disabled={differences.length === 0}
      onClick={save}
    >
      {t('csv')}
    </Button>
  )
}
