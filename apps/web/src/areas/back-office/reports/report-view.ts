import type { ReportGrain } from '@stowage/api/report-words'
import type { LinkProps } from '@tanstack/react-router'

/** A list that a figure leads to. */
export type Target = Pick<LinkProps, 'to' | 'search' | 'params'>

/** How a figure is written; in a file all but words and days are numbers. */
export type Kind = 'text' | 'count' | 'area' | 'money' | 'percent' | 'days' | 'day'
export type Value = string | number | null

export interface Column<Row> {
  readonly key: string
  readonly title: string
  readonly kind: Kind
  readonly value: (row: Row) => Value
  /** Of several rows together: added up unless said otherwise; null: it cannot be said of them. */
  readonly total?: ((rows: readonly Row[]) => Value) | null
  /** The list behind a figure. */
  readonly link?: (row: Row) => Target | null
}

export interface Chart {
  readonly kind: 'bar' | 'stacked' | 'line'
  readonly series: readonly { readonly name: string; readonly label: string }[]
  readonly points: readonly { readonly label: string; readonly values: readonly number[] }[]
  readonly format: (value: number) => string
  /** Said beneath it: which part of the table is drawn. */
  readonly note?: string | undefined
}

/** A report as it is drawn, written and printed. */
export interface View<Row = never> {
  readonly rows: readonly Row[]
  readonly columns: readonly Column<Row>[]
  /** Whose money a row is; rows of one currency have a total of their own, and no other. */
  readonly currencyOf: ((row: Row) => string) | null
  /** False where rows are not parts of a whole: the points of a time that are states. */
  readonly hasTotal: boolean
  /** Several where there is money of several currencies. */
  readonly charts: readonly Chart[]
}
/** A view whose rows only it knows. */
export type AnyView = View<unknown>

/** Hides what a view's rows are: whoever shows it asks its columns. */
export const viewOf = <Row>(view: View<Row>): AnyView => view as unknown as AnyView

export interface Group<Row> {
  readonly currency: string | null
  readonly rows: readonly Row[]
}
/** The rows of each currency by themselves: money of two is never added. */
export function groupsOf<Row>({ rows, currencyOf }: Pick<View<Row>, 'rows' | 'currencyOf'>): Group<Row>[] {
  if (currencyOf === null) return [{ currency: null, rows }]
  const groups = new Map<string, Row[]>()
  for (const row of rows) groups.set(currencyOf(row), [...(groups.get(currencyOf(row)) ?? []), row])
  return [...groups].map(([currency, own]) => ({ currency, rows: own }))
}

/** What a column says of several rows together. */
export function totalOf<Row>(column: Column<Row>, rows: readonly Row[]): Value {
  if (column.total === null || column.kind === 'text' || column.kind === 'day') return null
  if (column.total !== undefined) return column.total(rows)
  return rounded(rows.reduce((sum, row) => sum + Number(column.value(row) ?? 0), 0))
}

/** Sums of sizes have a tail in floating point. */
const rounded = (value: number): number => Math.round(value * 100) / 100

export const sumOf = <Row>(rows: readonly Row[], value: (row: Row) => number): number =>
  rounded(rows.reduce((sum, row) => sum + value(row), 0))

/** A part of a whole in percent with one decimal; null of nothing. */
export const share = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 1000) / 10

/** What per unit, rounded as money is; null of nothing. */
export const per = (amount: number, units: number): number | null =>
  units === 0 ? null : Math.round(amount / units)

/** Rows added up under the same key, in the order of their first. */
export function together<Row, Out>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  add: (rows: readonly Row[]) => Out,
): Out[] {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row))
    if (group === undefined) groups.set(keyOf(row), [row])
    else group.push(row)
  }
  return [...groups.values()].map(add)
}

/** How a step is called: a day, the week of one, a month, a quarter, a year. */
export function stepName(
  day: string,
  grain: ReportGrain,
  words: {
    readonly day: (day: string) => string
    readonly month: (month: string) => string
    readonly quarter: (values: { quarter: number; year: string }) => string
  },
): string {
  switch (grain) {
    case 'day':
    case 'week':
      return words.day(day)
    case 'month':
      return words.month(day.slice(0, 7))
    case 'quarter':
      return words.quarter({ quarter: Math.ceil(Number(day.slice(5, 7)) / 3), year: day.slice(0, 4) })
    case 'year':
      return day.slice(0, 4)
  }
}
