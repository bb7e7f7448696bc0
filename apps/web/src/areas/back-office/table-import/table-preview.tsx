import { Button, Checkbox } from '@mantine/core'
import { useState, type ComponentProps, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { ColumnChoice } from '@stowage/domain/table-cells'
import { FormProblem } from '../../../ui/index.ts'
import { ScrollTable } from '../boxes/scroll-table.tsx'
import { ColumnChoices } from './column-choices.tsx'
import classes from '../boxes/boxes.module.css'

interface Problem {
  readonly field: string
  readonly code: number
  /** It is the row that is wrong: what fits into the cell is not the point. */
  readonly flaw?: string | undefined
  readonly message: string
  readonly typed: string
}
interface Row {
  readonly line: number
  readonly problems: readonly Problem[]
}

export interface PreviewColumn<R extends Row> {
  readonly title: string
  /** Which column of the file it shows; nothing where it shows what follows from several. */
  readonly field?: string
  text(row: R): string
}

interface TablePreviewProps<R extends Row> {
  readonly preview: {
    readonly problem: 'empty' | 'noColumn' | 'noSize' | 'twice' | 'tooMany' | null
    readonly heads: ComponentProps<typeof ColumnChoices>['heads']
    readonly unread: readonly string[]
    readonly twice: readonly string[]
    readonly rows: readonly R[]
  }
  readonly columns: readonly PreviewColumn<R>[]
  /** All columns that such a table may have, and what was said of those of this file. */
  readonly fields: readonly string[]
  readonly choices: readonly ColumnChoice[]
  readonly onChoose: (choices: readonly ColumnChoice[]) => void
  /** What else has to be agreed to before the button, and whether it is. */
  readonly question?: { readonly node: ReactNode; readonly isAnswered: boolean } | undefined
  /** A column of the file by its head. */
  headOf(field: string): string
  readonly ready: string
  readonly create: string
  readonly isBusy: boolean
  readonly onCreate: () => void
}

/** More rows than this nobody reads; those with errors stand in front of the others anyway. */
const SHOWN = 200

/** What a table would make, and what is wrong in which line. */
export function TablePreview<R extends Row>(props: TablePreviewProps<R>) {
  const t = useTranslations('imports')
  const [isOnlyBad, setOnlyBad] = useState(false)
  const { problem, rows, unread } = props.preview
  const bad = rows.filter(({ problems }) => problems.length > 0)
  const isGood = problem === null && bad.length === 0 && unread.length === 0
  const shown = isOnlyBad ? bad : rows
  const columnChoices = (
    <ColumnChoices
      heads={props.preview.heads}
      twice={props.preview.twice}
      columns={props.fields}
      choices={props.choices}
      headOf={props.headOf}
      onChoose={props.onChoose}
    />
  )
  if (problem !== null)
    return (
      <>
        {columnChoices}
        <FormProblem>{t(`problem.${problem}`)}</FormProblem>
      </>
    )
  return (
    <>
      {columnChoices}
      {unread.length > 0 ? null : isGood ? (
        <p className={classes.plain} role="status">
          {props.ready}
        </p>
      ) : (
        <FormProblem>{t('bad', { bad: bad.length, all: rows.length })}</FormProblem>
      )}
      {bad.length > 0 && bad.length < rows.length && (
        <Checkbox
          label={t('onlyBad')}
          checked={isOnlyBad}
          onChange={(event) => setOnlyBad(event.currentTarget.checked)}
        />
      )}
      <Rows rows={shown.slice(0, SHOWN)} columns={props.columns} headOf={props.headOf} />
      {shown.length > SHOWN && <p className={classes.quiet}>{t('shown', { count: SHOWN })}</p>}
      {isGood && props.question?.node}
      <div>
        <Button
          size="md"
          disabled={!isGood || props.question?.isAnswered === false}
          loading={props.isBusy}
          onClick={props.onCreate}
        >
          {props.create}
        </Button>
      </div>
    </>
  )
}

function Rows<R extends Row>({
  rows,
  columns,
  headOf,
}: Pick<TablePreviewProps<R>, 'columns' | 'headOf'> & { readonly rows: readonly R[] }) {
  const t = useTranslations('imports')
  return (
    <ScrollTable label={t('preview')}>
      <table className={classes.rows}>
        <thead>
          <tr>
            <th scope="col">{t('line')}</th>
            <th scope="col">{t('errors')}</th>
            {columns.map(({ title }) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.line}>
              <td>{row.line}</td>
              <td>
                {row.problems.length === 0 ? (
                  t('fine')
                ) : (
                  <ul className={classes.bad}>
                    {row.problems.map((problem) => (
                      <li key={`${problem.field} ${problem.code}`}>
                        <Wrong problem={problem} name={headOf(problem.field)} />
                      </li>
                    ))}
                  </ul>
                )}
              </td>
              {columns.map((column) => (
                <Cell key={column.title} row={row} column={column} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollTable>
  )
}

/** Wrong in its length or its form: that alone says nothing to who looks for what is asked. */
const saysLittle = new Set([1004, 1005])

/** What is wrong in a cell, and what would fit there. */
function Wrong({ problem, name }: { readonly problem: Problem; readonly name: string }) {
  const t = useTranslations('imports')
  const { field, code, flaw, message } = problem
  const fits = `fits.${field}` as 'fits.phone'
  if (flaw !== undefined || !saysLittle.has(code) || !t.has(fits)) return t('wrong', { name, message })
  return t('wrongFits', { name, message, fits: t(fits) })
}

/** A bad cell shows what was typed, so that it is found in the file; an empty one a dash. */
function Cell<R extends Row>({ row, column }: { readonly row: R; readonly column: PreviewColumn<R> }) {
  const problem = row.problems.find(({ field }) => field === column.field)
  if (problem === undefined) return <td>{column.text(row) || '–'}</td>
  return <td className={classes.wrong}>{problem.typed === '' ? '–' : problem.typed}</td>
}
