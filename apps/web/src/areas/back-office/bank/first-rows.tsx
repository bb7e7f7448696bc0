import { ScrollArea } from '@mantine/core'
import { useTranslations } from 'use-intl'
import type { CsvForm } from '@stowage/api/bank'
import type { Preview } from './bank.ts'
import classes from './bank.module.css'

interface FirstRowsProps {
  readonly form: CsvForm
  readonly rows: Preview['rows']
}

const SHOWN = 6

/** The heading of a file and its first rows as they are, so that whoever reads them sees whether letters and columns are right. */
export function FirstRows({ form, rows }: FirstRowsProps) {
  const t = useTranslations('bank.upload')
  const from = Math.max(0, form.skip - 1)
  const shown = rows.slice(from, from + SHOWN)
  const width = Math.max(0, ...shown.map((row) => row.length))
  return (
    <ScrollArea
      className={classes.scroll}
      type="auto"
      viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': t('rows') }}
    >
      <table>
        <thead>
          <tr>
            {Array.from({ length: width }, (_, at) => (
              <th key={t('columnOf', { number: at + 1 })} scope="col">
                {t('columnOf', { number: at + 1 })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row, line) => (
            <tr key={t('row', { number: from + line + 1 })}>
              {row.map((cell, at) => (
                <td key={t('columnOf', { number: at + 1 })}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  )
}
