import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { previewImport } from '@stowage/api/boxes'
import type { Answer } from '@stowage/api/endpoint'
import { boxColumnName, type BoxColumn } from '@stowage/domain/box-table'
import { useFormat, useLanguage } from '../../../i18n/index.ts'
import { FormProblem } from '../../../ui/index.ts'
import { ScrollTable } from './scroll-table.tsx'
import classes from './boxes.module.css'

type Preview = Answer<typeof previewImport>
type Row = Preview['rows'][number]

interface ImportPreviewProps {
  readonly preview: Preview
  readonly currency: string
  readonly isBusy: boolean
  readonly onCreate: () => void
}

/** More rows than this nobody reads; those with errors stand in front of the others anyway. */
const SHOWN = 200

/** The boxes of a table as they would be made, and what is wrong in which line. */
export function ImportPreview({ preview, currency, isBusy, onCreate }: ImportPreviewProps) {
  const t = useTranslations('boxes.import')
  const [isOnlyBad, setOnlyBad] = useState(false)
  const { problem, rows, unread } = preview
  const bad = rows.filter(({ problems }) => problems.length > 0)
  const isGood = problem === null && bad.length === 0
  const shown = isOnlyBad ? bad : rows
  if (problem !== null) return <FormProblem>{t(`problem.${problem}`)}</FormProblem>
  return (
    <>
      {unread.length > 0 && <p className={classes.plain}>{t('unread', { names: unread.join(', ') })}</p>}
      {isGood ? (
        <p className={classes.plain} role="status">
          {t('ready', { count: rows.length })}
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
      <PreviewTable rows={shown.slice(0, SHOWN)} currency={currency} />
      {shown.length > SHOWN && <p className={classes.quiet}>{t('shown', { count: SHOWN })}</p>}
      <div>
        <Button size="md" disabled={!isGood} loading={isBusy} onClick={onCreate}>
          {t('create', { count: rows.length })}
        </Button>
      </div>
    </>
  )
}

function PreviewTable({ rows, currency }: { readonly rows: readonly Row[]; readonly currency: string }) {
  const t = useTranslations('boxes.import')
  const words = useTranslations('boxes')
  const format = useFormat()
  const { language } = useLanguage()
  const priceOf = ({ monthRate }: Row): string =>
    monthRate == null ? t('unpriced') : format.price({ amount: monthRate, currency })
  return (
    <ScrollTable label={t('facts')}>
      <table className={classes.rows}>
        <thead>
          <tr>
            <th scope="col">{t('line')}</th>
            <th scope="col">{t('errors')}</th>
            <th scope="col">{words('form.number')}</th>
            <th scope="col">{words('form.size')}</th>
            <th scope="col">{words('form.floor')}</th>
            <th scope="col">{words('form.lock')}</th>
            <th scope="col">{words('form.category')}</th>
            <th scope="col">{words('bulk.rate')}</th>
            <th scope="col">{words('form.description')}</th>
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
                    {row.problems.map(({ field, code, message }) => (
                      <li key={`${field} ${code}`}>
                        {boxColumnName(field, language)}: {message}
                      </li>
                    ))}
                  </ul>
                )}
              </td>
              <Cell row={row} column="unitNumber" text={row.unitNumber} />
              <Cell row={row} column="size" text={format.number(row.size)} />
              <Cell row={row} column="floor" text={row.floor == null ? '–' : format.number(row.floor)} />
              <Cell row={row} column="lockId" text={row.lockId ?? '–'} />
              <td>{row.category ?? '–'}</td>
              <Cell row={row} column="ownRate" text={priceOf(row)} />
              <Cell row={row} column="description" text={row.description ?? ''} />
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollTable>
  )
}

interface CellProps {
  readonly row: Row
  readonly column: BoxColumn
  /** What was read, as the list of boxes will show it. */
  readonly text: string
}

/** A bad cell shows what was typed, so that it is found in the file; an empty one a dash. */
function Cell({ row, column, text }: CellProps) {
  const problem = row.problems.find(({ field }) => field === column)
  if (problem === undefined) return <td>{text}</td>
  return <td className={classes.wrong}>{problem.typed === '' ? '–' : problem.typed}</td>
}
