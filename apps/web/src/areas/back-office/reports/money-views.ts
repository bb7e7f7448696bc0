import type { Answer } from '@stowage/api/endpoint'
import type { reportAgedDebt, reportDeposits, reportRevenue, reportVat } from '@stowage/api/report-figures'
import type { ReportSide } from './report-query.ts'
import { viewOf, type AnyView, type Column } from './report-view.ts'
import { column, drawnInEach, type ReportWords } from './words.ts'

type Revenue = Answer<typeof reportRevenue>
type Earned = Omit<Revenue['points'][number], 'day'>
type AgedDebt = Answer<typeof reportAgedDebt>
type Deposits = Answer<typeof reportDeposits>
type Vat = Answer<typeof reportVat>

export function revenueView(answer: Revenue, by: ReportSide, words: ReportWords): AnyView {
  const { t } = words
  type Row = Earned & { readonly name: string }
  const rows: readonly Row[] =
    by === 'time'
      ? answer.points.map((row) => ({ ...row, name: words.step(row.day, answer.grain) }))
      : answer.rows.map(({ stock, ...row }) => ({ ...row, name: stock.name }))
  const first = by === 'time' ? t(`grains.${answer.grain}`) : t('columns.stock')
  const kinds = ['rent', 'insurance', 'penalty'] as const
  return viewOf<Row>({
    rows,
    columns: [
      column('name', first, 'text', (row) => row.name, by === 'time' ? { link: () => words.toMonths() } : {}),
      ...kinds.map((kind): Column<Row> => column(kind, t(`kinds.${kind}`), 'money', (row) => row[kind])),
      column('total', t('columns.revenue'), 'money', (row) => row.total),
      column('writtenOff', t('columns.writtenOff'), 'money', (row) => row.writtenOff),
    ],
    currencyOf: (row) => row.currency,
    hasTotal: true,
    charts: drawnInEach(words, rows, {
      kind: 'stacked',
      label: (row) => row.name,
      series: kinds.map((kind) => ({ label: t(`kinds.${kind}`), value: (row: Row) => row[kind] })),
      isTime: by === 'time',
    }),
  })
}

export function agedDebtView(answer: AgedDebt, words: ReportWords): AnyView {
  const { t } = words
  type Row = AgedDebt['rows'][number]
  const ages = ['notDue', 'upTo30', 'upTo60', 'upTo90', 'older'] as const
  return viewOf<Row>({
    rows: answer.rows,
    columns: [
      column('stock', t('columns.stock'), 'text', (row) => row.stock.name, {
        // Who owes is a list of now.
        link: (row) =>
          answer.on === null ? words.toDebtors({ stockId: row.stock.id, currency: row.currency }) : null,
      }),
      ...ages.map((age): Column<Row> => column(age, t(`ages.${age}`), 'money', (row) => row[age])),
      column('total', t('columns.total'), 'money', (row) => row.total),
      column('documents', t('columns.documents'), 'count', (row) => row.documents),
      column('contracts', t('columns.contracts'), 'count', (row) => row.contracts),
    ],
    currencyOf: (row) => row.currency,
    hasTotal: true,
    charts: drawnInEach(words, answer.rows, {
      kind: 'stacked',
      label: (row) => row.stock.name,
      series: ages.map((age) => ({ label: t(`ages.${age}`), value: (row: Row) => row[age] })),
    }),
  })
}

export function depositsView(answer: Deposits, by: ReportSide, words: ReportWords): AnyView {
  const { t } = words
  if (by === 'time') {
    type Row = Deposits['points'][number]
    return viewOf<Row>({
      rows: answer.points,
      columns: [
        column('day', t(`grains.${answer.grain}`), 'text', (row) => words.step(row.day, answer.grain)),
        column('held', t('columns.heldAtEnd'), 'money', (row) => row.held),
      ],
      currencyOf: (row) => row.currency,
      hasTotal: false,
      charts: drawnInEach(words, answer.points, {
        kind: 'line',
        label: (row) => words.step(row.day, answer.grain),
        series: [{ label: t('columns.heldAtEnd'), value: (row) => row.held }],
        isTime: true,
      }),
    })
  }
  type Row = Deposits['rows'][number]
  return viewOf<Row>({
    rows: answer.rows,
    columns: [
      column('stock', t('columns.stock'), 'text', (row) => row.stock.name, {
        link: (row) => ({ to: '/reports', search: { report: 'rent-roll', stocks: row.stock.id } }),
      }),
      column('opening', t('columns.heldAtBegin'), 'money', (row) => row.opening),
      column('taken', t('columns.taken'), 'money', (row) => row.taken),
      column('returned', t('columns.returned'), 'money', (row) => row.returned),
      column('held', t('columns.heldAtEnd'), 'money', (row) => row.held),
      column('asked', t('columns.depositAsked'), 'money', (row) => row.asked),
    ],
    currencyOf: (row) => row.currency,
    hasTotal: true,
    charts: drawnInEach(words, answer.rows, {
      kind: 'bar',
      label: (row) => row.stock.name,
      series: [{ label: t('columns.heldAtEnd'), value: (row) => row.held }],
    }),
  })
}

export function vatView(answer: Vat, by: ReportSide, words: ReportWords): AnyView {
  const { t, format } = words
  const charts = drawnInEach(words, answer.points, {
    kind: 'stacked',
    label: (row) => words.step(row.day, answer.grain),
    series: [
      { label: t('taxes.vat'), value: (row) => row.vat },
      { label: t('taxes.insuranceTax'), value: (row) => row.insuranceTax },
    ],
    isTime: true,
  })
  if (by === 'time') {
    type Row = Vat['points'][number]
    return viewOf<Row>({
      rows: answer.points,
      columns: [
        column('day', t(`grains.${answer.grain}`), 'text', (row) => words.step(row.day, answer.grain), {
          link: () => words.toMonths(),
        }),
        column('vat', t('taxes.vat'), 'money', (row) => row.vat),
        column('insuranceTax', t('taxes.insuranceTax'), 'money', (row) => row.insuranceTax),
      ],
      currencyOf: (row) => row.currency,
      hasTotal: true,
      charts,
    })
  }
  type Row = Vat['rows'][number]
  return viewOf<Row>({
    rows: answer.rows,
    columns: [
      column('seller', t('columns.seller'), 'text', (row) => row.seller.name),
      column('line', t('columns.kind'), 'text', (row) => t(`kinds.${row.line}`)),
      column('percent', t('columns.rate'), 'text', (row) => format.percent(row.percent)),
      column('netInvoiced', t('columns.netInvoiced'), 'money', (row) => row.netInvoiced),
      column('netCredited', t('columns.netCredited'), 'money', (row) => row.netCredited),
      column('net', t('columns.net'), 'money', (row) => row.net),
      // Two taxes for two offices: one is not added to the other.
      column('vat', t('taxes.vat'), 'money', (row) => (row.tax === 'vat' ? row.vat : null)),
      column('insuranceTax', t('taxes.insuranceTax'), 'money', (row) =>
        row.tax === 'insuranceTax' ? row.vat : null,
      ),
    ],
    currencyOf: (row) => row.currency,
    hasTotal: true,
    charts,
  })
}
