import type { Answer } from '@stowage/api/endpoint'
import type { reportDemand, reportStays } from '@stowage/api/report-figures'
import type { ReportSide } from './report-query.ts'
import { sumOf, together, viewOf, type AnyView } from './report-view.ts'
import { column, drawn, type ReportWords } from './words.ts'
import { ORDER } from './space-views.ts'

type Stays = Answer<typeof reportStays>
type Demand = Answer<typeof reportDemand>

export function staysView(answer: Stays, by: ReportSide, words: ReportWords): AnyView {
  const { t, format } = words
  const counts = [
    { label: t('columns.left'), value: (row: { left: number }) => row.left },
    { label: t('columns.running'), value: (row: { running: number }) => row.running },
  ] as const
  if (by === 'length') {
    type Row = Stays['classes'][number]
    return viewOf<Row>({
      rows: answer.classes,
      columns: [
        column('stay', t('columns.stay'), 'text', (row) => t(`stays.${row.stay}`)),
        column('left', t('columns.left'), 'count', (row) => row.left),
        column('running', t('columns.running'), 'count', (row) => row.running),
      ],
      currencyOf: null,
      hasTotal: true,
      charts: drawn(words, answer.classes, {
        kind: 'bar',
        label: (row) => t(`stays.${row.stay}`),
        series: [...counts],
        format: format.number,
        isTime: true,
      }),
    })
  }
  type Row = Stays['rows'][number]
  // The middle of several stocks is no sum of theirs: the answer brings it.
  const all = (pick: (row: Stays['all']) => number | null) => ({ total: () => pick(answer.all) })
  return viewOf<Row>({
    rows: answer.rows,
    columns: [
      column('stock', t('columns.stock'), 'text', (row) => row.stock.name, {
        link: (row) => words.toContracts({ stockId: row.stock.id, status: 'all' }),
      }),
      column('left', t('columns.left'), 'count', (row) => row.left),
      column(
        'averageLeft',
        t('columns.averageLeft'),
        'days',
        (row) => row.averageLeft,
        all((row) => row.averageLeft),
      ),
      column(
        'medianLeft',
        t('columns.medianLeft'),
        'days',
        (row) => row.medianLeft,
        all((row) => row.medianLeft),
      ),
      column('running', t('columns.running'), 'count', (row) => row.running),
      column(
        'averageRunning',
        t('columns.averageRunning'),
        'days',
        (row) => row.averageRunning,
        all((row) => row.averageRunning),
      ),
      column(
        'medianRunning',
        t('columns.medianRunning'),
        'days',
        (row) => row.medianRunning,
        all((row) => row.medianRunning),
      ),
    ],
    currencyOf: null,
    hasTotal: true,
    charts: drawn(words, answer.rows, {
      kind: 'bar',
      label: (row) => row.stock.name,
      series: [
        { label: t('columns.averageLeft'), value: (row) => row.averageLeft ?? 0 },
        { label: t('columns.averageRunning'), value: (row) => row.averageRunning ?? 0 },
      ],
      format: format.number,
    }),
  })
}

export function demandView(answer: Demand, by: ReportSide, words: ReportWords): AnyView {
  const { t, format } = words
  interface Row {
    readonly id: string
    readonly name: string
    readonly asked: number
    readonly offered: number
    readonly booked: number
    readonly waiting: number | null
  }
  const added = (rows: Demand['rows']) => ({
    asked: sumOf(rows, (row) => row.asked),
    offered: sumOf(rows, (row) => row.offered),
    booked: sumOf(rows, (row) => row.booked),
    waiting: sumOf(rows, (row) => row.waiting),
  })
  const rows: readonly Row[] =
    by === 'time'
      ? answer.points.map((row) => ({
          ...row,
          id: row.day,
          name: words.step(row.day, answer.grain),
          waiting: null,
        }))
      : by === 'stock'
        ? together(
            answer.rows,
            ({ stock }) => stock?.id ?? '',
            (own) => ({
              id: own[0]?.stock?.id ?? '',
              name: own[0]?.stock?.name ?? t('anyStock'),
              ...added([...own]),
            }),
          )
        : together(
            answer.rows.toSorted(
              (a, b) => ORDER.indexOf(a.sizeGroup ?? 'xl') - ORDER.indexOf(b.sizeGroup ?? 'xl'),
            ),
            ({ sizeGroup }) => sizeGroup ?? '',
            (own) => ({
              id: own[0]?.sizeGroup ?? '',
              name: own[0]?.sizeGroup == null ? t('anySize') : t(`sizes.${own[0].sizeGroup}`),
              ...added([...own]),
            }),
          )
  const first =
    by === 'time' ? t(`grains.${answer.grain}`) : t(by === 'stock' ? 'columns.stock' : 'columns.size')
  const link =
    by === 'time'
      ? {}
      : {
          link: (row: Row) =>
            row.id === '' ? null : words.toRequests(by === 'stock' ? { stockId: row.id } : { size: row.id }),
        }
  return viewOf<Row>({
    rows,
    columns: [
      column<Row>('name', first, 'text', (row) => row.name, link),
      column<Row>('asked', t('columns.asked'), 'count', (row) => row.asked),
      column<Row>('offered', t('columns.offered'), 'count', (row) => row.offered),
      column<Row>('booked', t('columns.booked'), 'count', (row) => row.booked),
      ...(by === 'time' ? [] : [column<Row>('waiting', t('columns.waiting'), 'count', (row) => row.waiting)]),
    ],
    currencyOf: null,
    hasTotal: true,
    charts: drawn(words, rows, {
      kind: 'bar',
      label: (row) => row.name,
      series: [
        { label: t('columns.asked'), value: (row) => row.asked },
        { label: t('columns.offered'), value: (row) => row.offered },
        { label: t('columns.booked'), value: (row) => row.booked },
      ],
      format: format.number,
      isTime: by === 'time',
    }),
  })
}
