import type { Answer } from '@stowage/api/endpoint'
import type { reportMoves, reportOccupancy } from '@stowage/api/report-figures'
import type { ReportSide } from './report-query.ts'
import { share, sumOf, together, viewOf, type AnyView, type Column } from './report-view.ts'
import { column, drawn, type ReportWords } from './words.ts'

type Occupancy = Answer<typeof reportOccupancy>
type Filled = Omit<Occupancy['points'][number], 'day'>
type Moves = Answer<typeof reportMoves>
type Moved = Omit<Moves['points'][number], 'day'>

const filled = (words: ReportWords): Column<Filled>[] => {
  const { t } = words
  return [
    column('boxes', t('columns.boxes'), 'count', (row) => row.boxes),
    column('let', t('columns.let'), 'count', (row) => row.let),
    column('reserved', t('columns.reserved'), 'count', (row) => row.reserved),
    column('free', t('columns.free'), 'count', (row) => row.boxes - row.let - row.reserved),
    column('rate', t('columns.occupancy'), 'percent', (row) => share(row.let, row.boxes), {
      total: (rows) =>
        share(
          sumOf(rows, (row) => row.let),
          sumOf(rows, (row) => row.boxes),
        ),
    }),
    column('area', t('columns.area'), 'area', (row) => row.area),
    column('areaLet', t('columns.areaLet'), 'area', (row) => row.areaLet),
    column('areaRate', t('columns.occupancyByArea'), 'percent', (row) => share(row.areaLet, row.area), {
      total: (rows) =>
        share(
          sumOf(rows, (row) => row.areaLet),
          sumOf(rows, (row) => row.area),
        ),
    }),
  ]
}
const added = (rows: readonly Filled[]): Filled => ({
  boxes: sumOf(rows, (row) => row.boxes),
  let: sumOf(rows, (row) => row.let),
  reserved: sumOf(rows, (row) => row.reserved),
  area: sumOf(rows, (row) => row.area),
  areaLet: sumOf(rows, (row) => row.areaLet),
})

export function occupancyView(answer: Occupancy, by: ReportSide, words: ReportWords): AnyView {
  const { t, format } = words
  const rates = [
    { label: t('columns.occupancy'), value: (row: Filled) => share(row.let, row.boxes) ?? 0 },
    { label: t('columns.occupancyByArea'), value: (row: Filled) => share(row.areaLet, row.area) ?? 0 },
  ]
  if (by === 'time') {
    type Row = Occupancy['points'][number]
    return viewOf<Row>({
      rows: answer.points,
      columns: [column('day', t('columns.endOf'), 'day', (row) => row.day), ...filled(words)],
      currencyOf: null,
      hasTotal: false,
      charts: drawn(words, answer.points, {
        kind: 'line',
        label: (row) => format.day(row.day),
        series: rates,
        format: format.percent,
        isTime: true,
      }),
    })
  }
  type Row = Filled & { readonly id: string; readonly name: string }
  const rows =
    by === 'stock'
      ? together(
          answer.rows,
          ({ stock }) => stock.id,
          (own): Row => ({
            id: own[0]?.stock.id ?? '',
            name: own[0]?.stock.name ?? '',
            ...added(own),
          }),
        )
      : together(
          answer.rows.toSorted((a, b) => ORDER.indexOf(a.sizeGroup) - ORDER.indexOf(b.sizeGroup)),
          ({ sizeGroup }) => sizeGroup,
          (own): Row => ({
            id: own[0]?.sizeGroup ?? '',
            name: t(`sizes.${own[0]?.sizeGroup ?? 's'}`),
            ...added(own),
          }),
        )
  return viewOf<Row>({
    rows,
    columns: [
      column('name', t(by === 'stock' ? 'columns.stock' : 'columns.size'), 'text', (row) => row.name, {
        link: (row) => (by === 'stock' ? words.toBoxes({ stockId: row.id }) : null),
      }),
      ...filled(words),
    ],
    currencyOf: null,
    hasTotal: true,
    charts: drawn(words, rows, {
      kind: 'bar',
      label: (row) => row.name,
      series: rates,
      format: format.percent,
    }),
  })
}

export const ORDER = ['s', 'm', 'l', 'xl']

export function movesView(answer: Moves, by: ReportSide, words: ReportWords): AnyView {
  const { t, format } = words
  type Row = Moved & { readonly id: string; readonly name: string }
  const rows: readonly Row[] =
    by === 'time'
      ? answer.points.map((row) => ({ ...row, id: row.day, name: words.step(row.day, answer.grain) }))
      : answer.rows.map(({ stock, ...row }) => ({ ...row, id: stock.id, name: stock.name }))
  const first = by === 'time' ? t(`grains.${answer.grain}`) : t('columns.stock')
  const link =
    by === 'time' ? {} : { link: (row: Row) => words.toContracts({ stockId: row.id, status: 'all' }) }
  return viewOf<Row>({
    rows,
    columns: [
      column('name', first, 'text', (row) => row.name, link),
      column('in', t('columns.movedIn'), 'count', (row) => row.movedIn),
      column('out', t('columns.movedOut'), 'count', (row) => row.movedOut),
      column('net', t('columns.netMoves'), 'count', (row) => row.movedIn - row.movedOut),
      column('areaIn', t('columns.areaIn'), 'area', (row) => row.areaIn),
      column('areaOut', t('columns.areaOut'), 'area', (row) => row.areaOut),
      column('areaNet', t('columns.areaNet'), 'area', (row) =>
        sumOf([row], (one) => one.areaIn - one.areaOut),
      ),
      column('transfers', t('columns.transfers'), 'count', (row) => row.transfers),
    ],
    currencyOf: null,
    hasTotal: true,
    charts: drawn(words, rows, {
      kind: 'bar',
      label: (row) => row.name,
      series: [
        { label: t('columns.movedIn'), value: (row) => row.movedIn },
        { label: t('columns.movedOut'), value: (row) => row.movedOut },
      ],
      format: format.number,
      isTime: by === 'time',
    }),
  })
}
