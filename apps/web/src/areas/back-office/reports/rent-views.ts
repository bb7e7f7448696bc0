import type { Answer } from '@stowage/api/endpoint'
import type { reportPrices, reportRentRoll } from '@stowage/api/report-figures'
import type { ReportSide } from './report-query.ts'
import { per, sumOf, together, viewOf, type AnyView, type View } from './report-view.ts'
import { ORDER } from './space-views.ts'
import { column, drawnInEach, type ReportWords } from './words.ts'

type Prices = Answer<typeof reportPrices>
type RentRoll = Answer<typeof reportRentRoll>

/** Money of two currencies stays apart whatever else is put together. */
export function pricesView(answer: Prices, by: ReportSide, words: ReportWords): AnyView {
  const { t } = words
  const sorted =
    by === 'stock'
      ? answer.rows
      : answer.rows.toSorted((a, b) => ORDER.indexOf(a.sizeGroup) - ORDER.indexOf(b.sizeGroup))
  const rows = together(
    sorted,
    ({ stock, sizeGroup, currency }) => `${by === 'stock' ? stock.id : sizeGroup} ${currency}`,
    (own) => ({
      id: own[0]?.stock.id ?? '',
      name: by === 'stock' ? (own[0]?.stock.name ?? '') : t(`sizes.${own[0]?.sizeGroup ?? 's'}`),
      currency: own[0]?.currency ?? '',
      boxes: sumOf(own, (row) => row.boxes),
      area: sumOf(own, (row) => row.area),
      asked: sumOf(own, (row) => row.asked),
      contracts: sumOf(own, (row) => row.contracts),
      areaLet: sumOf(own, (row) => row.areaLet),
      rent: sumOf(own, (row) => row.rent),
    }),
  )
  type Row = (typeof rows)[number]
  return viewOf<Row>({
    rows,
    columns: [
      column('name', t(by === 'stock' ? 'columns.stock' : 'columns.size'), 'text', (row) => row.name, {
        link: (row) => (by === 'stock' ? words.toBoxes({ stockId: row.id }) : null),
      }),
      column('boxes', t('columns.pricedBoxes'), 'count', (row) => row.boxes),
      column('area', t('columns.area'), 'area', (row) => row.area),
      column('asked', t('columns.askedPerArea'), 'money', (row) => per(row.asked, row.area), {
        total: (all) =>
          per(
            sumOf(all, (row) => row.asked),
            sumOf(all, (row) => row.area),
          ),
      }),
      column('contracts', t('columns.contracts'), 'count', (row) => row.contracts),
      column('areaLet', t('columns.areaLet'), 'area', (row) => row.areaLet),
      column('paid', t('columns.rentPerArea'), 'money', (row) => per(row.rent, row.areaLet), {
        total: (all) =>
          per(
            sumOf(all, (row) => row.rent),
            sumOf(all, (row) => row.areaLet),
          ),
      }),
    ],
    currencyOf: (row) => row.currency,
    hasTotal: true,
    charts: drawnInEach(words, rows, {
      kind: 'bar',
      label: (row) => row.name,
      series: [
        { label: t('columns.askedPerArea'), value: (row) => per(row.asked, row.area) ?? 0 },
        { label: t('columns.rentPerArea'), value: (row) => per(row.rent, row.areaLet) ?? 0 },
      ],
    }),
  })
}

/** What the stocks bring a month; their contracts one by one stand beneath it. */
export function rentStocksView(answer: RentRoll, words: ReportWords): AnyView {
  const { t } = words
  type Row = RentRoll['stocks'][number]
  return viewOf<Row>({
    rows: answer.stocks,
    columns: [
      column('stock', t('columns.stock'), 'text', (row) => row.stock.name, {
        link: (row) => words.toContracts({ stockId: row.stock.id, status: 'opened' }),
      }),
      column('contracts', t('columns.contracts'), 'count', (row) => row.contracts),
      column('area', t('columns.areaLet'), 'area', (row) => row.area),
      column('rent', t('columns.monthRent'), 'money', (row) => row.rent),
      column('average', t('columns.averageRent'), 'money', (row) => per(row.rent, row.contracts), {
        total: (all) =>
          per(
            sumOf(all, (row) => row.rent),
            sumOf(all, (row) => row.contracts),
          ),
      }),
    ],
    currencyOf: (row) => row.currency,
    hasTotal: true,
    charts: drawnInEach(words, answer.stocks, {
      kind: 'bar',
      label: (row) => row.stock.name,
      series: [{ label: t('columns.monthRent'), value: (row) => row.rent }],
    }),
  })
}

export type RentRow = RentRoll['items'][number]
export function rentRollView(rows: readonly RentRow[], words: ReportWords): View<RentRow> {
  const { t, format } = words
  return {
    rows,
    columns: [
      column('stock', t('columns.stock'), 'text', (row) => row.stock.name),
      column('box', t('columns.box'), 'text', (row) => row.unitNumber),
      column('size', t('columns.boxSize'), 'text', (row) => format.size(row.size, row.unit)),
      column('client', t('columns.client'), 'text', (row) => row.client.fullName, {
        link: (row) => words.toPerson(row.client.id),
      }),
      column('contract', t('columns.contract'), 'text', (row) => row.contractNumber, {
        link: (row) => words.toContract(row.client.id, row.id),
      }),
      column('start', t('columns.start'), 'day', (row) => row.startDate),
      column('end', t('columns.end'), 'day', (row) => row.endDate),
      column('rent', t('columns.monthRent'), 'money', (row) => row.rent),
      column('deposit', t('columns.deposit'), 'money', (row) => row.deposit),
      column('unpaid', t('columns.unpaid'), 'money', (row) => row.unpaid),
    ],
    currencyOf: (row) => row.currency,
    hasTotal: false,
    charts: [],
  }
}
