import { NativeSelect } from '@mantine/core'
import { useTranslations } from 'use-intl'
import type { CsvForm } from '@stowage/api/bank'
import type { Preview } from './bank.ts'
import classes from './bank.module.css'

interface ColumnFieldsProps {
  readonly form: CsvForm
  readonly rows: Preview['rows']
  readonly onChange: (form: CsvForm) => void
}

type Columns = CsvForm['columns']
const single = ['amount', 'credit', 'debit', 'currency', 'payer', 'account', 'id'] as const

/** Which column of a file holds what; columns are called by their headings. */
export function ColumnFields({ form, rows, onChange }: ColumnFieldsProps) {
  const t = useTranslations('bank.form')
  const { columns } = form
  const heading = rows[form.skip - 1] ?? []
  const width = Math.max(0, ...rows.map((row) => row.length))
  const choices = Array.from({ length: width }, (_, at) => ({
    value: String(at),
    label: t('column', { number: at + 1, title: heading[at] ?? '' }).replace(/: $/, ''),
  }))
  const optional = [{ value: '', label: t('none') }, ...choices]
  const set = (change: Partial<Columns>): void => onChange({ ...form, columns: { ...columns, ...change } })
  const read = (value: string): number | null => (value === '' ? null : Number(value))
  const labels = {
    amount: t('amount'),
    credit: t('credit'),
    debit: t('debit'),
    currency: t('currencyColumn'),
    payer: t('payer'),
    account: t('account'),
    id: t('id'),
  }
  /** One with signs, or two: the other way is emptied. */
  const other = (name: (typeof single)[number], value: number | null): Partial<Columns> =>
    value === null
      ? {}
      : name === 'amount'
        ? { credit: null, debit: null }
        : name === 'credit' || name === 'debit'
          ? { amount: null }
          : {}
  return (
    <div className={classes.fields}>
      <NativeSelect
        label={t('date')}
        value={String(columns.date)}
        data={choices}
        onChange={(event) => set({ date: Number(event.currentTarget.value) })}
      />
      {single.map((name) => (
        <NativeSelect
          key={name}
          label={labels[name]}
          value={columns[name] === null ? '' : String(columns[name])}
          data={optional}
          onChange={(event) => {
            const value = read(event.currentTarget.value)
            set({ ...other(name, value), [name]: value })
          }}
        />
      ))}
      {([0, 1] as const).map((at) => (
        <NativeSelect
          key={at}
          label={at === 0 ? t('purpose') : t('purpose2')}
          value={columns.purpose[at] === undefined ? '' : String(columns.purpose[at])}
          data={optional}
          onChange={(event) => {
            const value = read(event.currentTarget.value)
            const next = at === 0 ? [value, columns.purpose[1]] : [columns.purpose[0], value]
            set({ purpose: next.filter((one) => typeof one === 'number') })
          }}
        />
      ))}
    </div>
  )
}
