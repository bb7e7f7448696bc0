import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { ReportGrain } from '@stowage/api/report-words'
import { useUser } from '../../../client/index.ts'
import { allows, needs } from '../../../features/accounts/index.ts'
import { useFormat } from '../../../i18n/index.ts'
import {
  stepName,
  together,
  type Chart,
  type Column,
  type Kind,
  type Target,
  type Value,
} from './report-view.ts'

/** What views are written with: texts, figures, and which lists this reader may be led to. */
export function useReportWords() {
  const t = useTranslations('reports')
  const format = useFormat()
  const user = useUser()
  return useMemo(() => {
    const cell = (kind: Kind, value: Value, currency: string | null): string => {
      if (value === null) return t('none')
      if (typeof value === 'string') return kind === 'day' ? format.day(value) : value
      if (kind === 'money') return format.money({ amount: value, currency: currency ?? 'EUR' })
      if (kind === 'percent') return format.percent(value)
      if (kind === 'area') return format.size(value)
      return format.number(value)
    }
    const leads = (need: keyof typeof needs) => allows(user, needs[need])
    return {
      t,
      format,
      cell,
      step: (day: string, grain: ReportGrain) =>
        stepName(day, grain, {
          day: format.day,
          month: format.month,
          quarter: (values) => t('quarter', values),
        }),
      toBoxes: (search: { stockId: string }): Target | null =>
        leads('boxes') ? { to: '/boxes', search } : null,
      toContracts: (search: { stockId: string; status: string }): Target | null =>
        leads('endingContracts') ? { to: '/ending-contracts', search } : null,
      toDebtors: (search: { stockId: string; currency: string }): Target | null =>
        leads('debtors') ? { to: '/debtors', search } : null,
      toRequests: (search: { stockId?: string; size?: string }): Target | null =>
        leads('appeals')
          ? { to: '/appeal', search: { type: 'availability', status: 'pending', ...search } }
          : null,
      toMonths: (): Target | null => (leads('monthClose') ? { to: '/month-close', search: {} } : null),
      toPerson: (id: string): Target | null =>
        leads('users') ? { to: '/users/$id', params: { id }, search: {} } : null,
      toContract: (userId: string, contractId: string): Target | null =>
        leads('users')
          ? { to: '/users/$userId/contracts/$contractId', params: { userId, contractId }, search: {} }
          : null,
    }
  }, [t, format, user])
}
export type ReportWords = ReturnType<typeof useReportWords>

export const column = <Row>(
  key: string,
  title: string,
  kind: Kind,
  value: (row: Row) => Value,
  more: Partial<Pick<Column<Row>, 'total' | 'link'>> = {},
): Column<Row> => ({ key, title, kind, value, ...more })

/** So many bars are still to be told apart; the table has them all. */
const MOST_BARS = 20

interface Drawn<Row> {
  readonly kind: Chart['kind']
  readonly label: (row: Row) => string
  readonly series: readonly { readonly label: string; readonly value: (row: Row) => number }[]
  readonly format: (value: number) => string
  /** Rows in time are drawn as they come; others the largest first, and no more than fit. */
  readonly isTime?: boolean
  readonly note?: string
}

/** Draws rows; nothing where there is nothing to compare. */
export function drawn<Row>(words: ReportWords, rows: readonly Row[], how: Drawn<Row>): readonly Chart[] {
  const size = (row: Row): number => how.series.reduce((sum, { value }) => sum + Math.abs(value(row)), 0)
  const cut =
    how.isTime === true || rows.length <= MOST_BARS
      ? rows
      : rows.toSorted((a, b) => size(b) - size(a)).slice(0, MOST_BARS)
  if (cut.length === 0) return []
  const largest = cut.length < rows.length ? words.t('largest', { count: MOST_BARS }) : undefined
  const note = [how.note, largest].filter((text) => text !== undefined).join(' ')
  const chart: Chart = {
    kind: how.kind,
    series: how.series.map(({ label }, index) => ({ name: `s${index}`, label })),
    points: cut.map((row) => ({ label: how.label(row), values: how.series.map(({ value }) => value(row)) })),
    format: how.format,
    note: note === '' ? undefined : note,
  }
  return [chart]
}

/** Minor units, below which an axis of money has cents. */
const SMALL = 100_00

/** Money is drawn of each currency by itself: two have no axis in common. */
export function drawnInEach<Row extends { readonly currency: string }>(
  words: ReportWords,
  rows: readonly Row[],
  how: Omit<Drawn<Row>, 'format' | 'note'>,
): readonly Chart[] {
  return together(
    rows,
    (row) => row.currency,
    (own) => {
      const currency = own[0]?.currency ?? 'EUR'
      const most = Math.max(...own.flatMap((row) => how.series.map(({ value }) => Math.abs(value(row)))))
      // Cents say nothing of thousands, and nearly everything of a price per square metre.
      const step = most < SMALL ? 1 : 100
      return drawn(words, own, {
        ...how,
        format: (amount) => words.format.price({ amount: Math.round(amount / step) * step, currency }),
        note: words.t('drawnIn', { currency }),
      })
    },
  ).flat()
}
