import { useTranslations } from 'use-intl'
import { unitOf } from '@stowage/domain/box'
import { useFormat } from '../../../i18n/index.ts'
import { DataTable, type DataTableColumn } from '../../../ui/index.ts'
import { boxColumn } from './box-column.tsx'
import type { Candidate } from './rises.ts'
import classes from './rises.module.css'

interface CandidatesTableProps {
  readonly candidates: readonly Candidate[]
  /** Of the warehouse, between a notice and its day. */
  readonly noticeDays: number
  readonly chosen: ReadonlySet<string>
  readonly onChoose: (chosen: ReadonlySet<string>) => void
}

/** What each contract pays, what its box would cost a new tenant, and from when and how far it may rise. */
export function CandidatesTable({ candidates, noticeDays, chosen, onChoose }: CandidatesTableProps) {
  const t = useTranslations('rises.candidates')
  const refusals = useTranslations('rises.refusal')
  const format = useFormat()
  const money = ({ currency }: Candidate, amount: number): string => format.money({ amount, currency })
  const columns: DataTableColumn<Candidate>[] = [
    boxColumn(t('box')),
    {
      accessor: 'userName',
      title: t('tenant'),
      render: (one) => (
        <span className={classes.two}>
          <span>{one.userName}</span>
          <span>
            {[format.size(one.physicalSize, unitOf(one.unitNumber)), one.categoryName ?? '']
              .filter((word) => word !== '')
              .join(', ')}
          </span>
        </span>
      ),
    },
    {
      accessor: 'rate',
      title: t('rate'),
      textAlign: 'right',
      noWrap: true,
      render: (one) => (
        <span className={classes.two}>
          <span>{money(one, one.rate)}</span>
          <span>{t('since', { day: format.day(one.rateSince) })}</span>
        </span>
      ),
    },
    {
      accessor: 'streetRate',
      title: t('street'),
      textAlign: 'right',
      noWrap: true,
      render: (one) =>
        one.streetRate == null ? (
          t('noStreet')
        ) : (
          <span className={classes.two}>
            <span>{money(one, one.streetRate)}</span>
            {(one.belowPercent ?? 0) > 0 && (
              <span>{t('lower', { percent: format.percent(one.belowPercent ?? 0) })}</span>
            )}
          </span>
        ),
    },
    {
      accessor: 'promisedUntil',
      title: t('promised'),
      noWrap: true,
      render: (one) =>
        one.promisedUntil == null ? t('noEnd') : t('until', { day: format.day(one.promisedUntil) }),
    },
    {
      accessor: 'from',
      title: t('from'),
      render: (one) =>
        one.refusal != null ? (
          <span className={classes.was}>{refusals(one.refusal)}</span>
        ) : (
          <span className={classes.two}>
            <span>{one.from == null ? '–' : format.day(one.from)}</span>
            {one.waitsFor != null && <span>{t(`waits.${one.waitsFor}`, { days: noticeDays })}</span>}
            {one.highestRate != null && <span>{t('highest', { amount: money(one, one.highestRate) })}</span>}
          </span>
        ),
    },
  ]
  return (
    <DataTable
      records={[...candidates]}
      columns={columns}
      idAccessor="contractId"
      scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': t('title') } }}
      height={candidates.length > 10 ? 'max(380px, calc(100dvh - 420px))' : 'auto'}
      selectedRecords={candidates.filter(({ contractId }) => chosen.has(contractId))}
      onSelectedRecordsChange={(records) => {
        // What is chosen on other pages stays.
        const next = new Set(chosen)
        for (const { contractId } of candidates) next.delete(contractId)
        for (const { contractId } of records) next.add(contractId)
        onChoose(next)
      }}
      isRecordSelectable={({ refusal }) => refusal == null}
      allRecordsSelectionCheckboxProps={{ 'aria-label': t('selectAll') }}
      getRecordSelectionCheckboxProps={(one) => ({ 'aria-label': t('select', { unit: one.unitNumber }) })}
    />
  )
}
