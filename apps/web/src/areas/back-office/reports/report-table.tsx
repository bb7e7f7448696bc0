import { ScrollArea } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { groupsOf, totalOf, type AnyView, type Column } from './report-view.ts'
import type { ReportWords } from './words.ts'
import classes from './reports.module.css'

interface ReportTableProps {
  readonly title: string
  readonly isTitled?: boolean
  readonly view: AnyView
  readonly words: ReportWords
  readonly foot?: ReactNode
}

/** The rows with what they come to: one sum per currency, and none where rows are states at different times. */
export function ReportTable({ title, isTitled = false, view, words, foot }: ReportTableProps) {
  const groups = groupsOf(view)
  const isAlone = groups.length === 1
  return (
    <section className={classes.card}>
      <ScrollArea
        type="auto"
        offsetScrollbars="present"
        viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': title }}
      >
        <table className={classes.table} data-wide={view.columns.length > 7 || undefined}>
          <caption className={isTitled ? undefined : 'st-spoken'}>{title}</caption>
          <thead>
            <tr>
              {view.columns.map(({ key, title: name, kind }) => (
                <th key={key} scope="col" data-words={isWords(kind) || undefined}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          {groups.map(({ currency, rows }) => (
            <tbody key={currency ?? ''}>
              {/* Without a sum under them nothing else says where the next currency begins. */}
              {!isAlone && !view.hasTotal && currency !== null && (
                <tr className={classes.currency}>
                  <th scope="rowgroup" colSpan={view.columns.length}>
                    {currency}
                  </th>
                </tr>
              )}
              {rows.map((row, index) => (
                <tr key={index}>
                  {view.columns.map((column, place) => (
                    <Figure
                      key={column.key}
                      isFirst={place === 0}
                      column={column}
                      row={row}
                      currency={currency}
                      words={words}
                    />
                  ))}
                </tr>
              ))}
              {view.hasTotal && rows.length > 1 && (
                <tr className={classes.total}>
                  {view.columns.map((column, place) =>
                    place === 0 ? (
                      <th key={column.key} scope="row">
                        {isAlone || currency === null ? words.t('total') : words.t('totalOf', { currency })}
                      </th>
                    ) : (
                      <td key={column.key} data-words={isWords(column.kind) || undefined}>
                        <Total column={column} rows={rows} currency={currency} words={words} />
                      </td>
                    ),
                  )}
                </tr>
              )}
            </tbody>
          ))}
        </table>
      </ScrollArea>
      {foot !== undefined && <div className={classes.foot}>{foot}</div>}
    </section>
  )
}

const isWords = (kind: Column<unknown>['kind']): boolean => kind === 'text' || kind === 'day'

function Total({
  column,
  rows,
  currency,
  words,
}: {
  readonly column: Column<unknown>
  readonly rows: readonly unknown[]
  readonly currency: string | null
  readonly words: ReportWords
}) {
  const value = totalOf(column, rows)
  return value === null ? null : words.cell(column.kind, value, currency)
}

interface FigureProps {
  readonly isFirst: boolean
  readonly column: Column<unknown>
  readonly row: unknown
  readonly currency: string | null
  readonly words: ReportWords
}
function Figure({ isFirst, column, row, currency, words }: FigureProps) {
  const text = words.cell(column.kind, column.value(row), currency)
  const target = column.link?.(row) ?? null
  const shown = target === null ? text : <Link {...target}>{text}</Link>
  return isFirst ? (
    <th scope="row">{shown}</th>
  ) : (
    <td data-words={isWords(column.kind) || undefined}>{shown}</td>
  )
}
