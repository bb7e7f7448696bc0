import { NativeSelect, NumberInput } from '@mantine/core'
import { useTranslations } from 'use-intl'
import type { CsvForm } from '@stowage/api/bank'
import { currencies } from '@stowage/domain/money'
import type { Preview } from './bank.ts'
import { ColumnFields } from './column-fields.tsx'
import { FirstRows } from './first-rows.tsx'
import classes from './bank.module.css'

interface CsvFormFieldsProps {
  readonly form: CsvForm
  readonly rows: Preview['rows']
  readonly problem: { readonly fault: string; readonly place: string } | null
  readonly isBusy: boolean
  readonly onChange: (form: CsvForm) => void
}

const encodings = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16 BE',
  'windows-1250': 'Windows-1250',
  'windows-1251': 'Windows-1251',
  'windows-1252': 'Windows-1252',
  cp852: 'CP852',
  cp866: 'CP866',
} as const satisfies Record<CsvForm['encoding'], string>
const separators = { ';': 'semicolon', ',': 'comma', '\t': 'tab', '|': 'bar' } as const
const faults = [
  'empty',
  'kind',
  'encoding',
  'noStatement',
  'amount',
  'day',
  'currency',
  'tooMany',
  'csv',
  'column',
  'noAccount',
] as const

/** How a CSV file is read; each change shows at once what comes of it. */
export function CsvFormFields({ form, rows, problem, isBusy, onChange }: CsvFormFieldsProps) {
  const t = useTranslations('bank.form')
  const fault = useTranslations('bank.fault')
  const keysOf = <K extends string>(record: Readonly<Record<K, unknown>>): K[] => Object.keys(record) as K[]
  const what =
    problem === null
      ? ''
      : fault(faults.find((one) => one === problem.fault) ?? 'other', { place: problem.place })
  return (
    <section className={classes.part} aria-label={t('title')} aria-busy={isBusy}>
      <h3>{t('title')}</h3>
      <p className={classes.hint}>{t('hint')}</p>
      {problem !== null && (
        <p className={classes.problem} role="status">
          {t('problem', { what })}
        </p>
      )}
      <FirstRows form={form} rows={rows} />
      <div className={classes.fields}>
        <NativeSelect
          label={t('encoding')}
          value={form.encoding}
          data={keysOf(encodings).map((value) => ({ value, label: encodings[value] }))}
          onChange={(event) =>
            onChange({ ...form, encoding: event.currentTarget.value as CsvForm['encoding'] })
          }
        />
        <NativeSelect
          label={t('separator')}
          value={form.separator}
          data={keysOf(separators).map((value) => ({ value, label: t(`separators.${separators[value]}`) }))}
          onChange={(event) =>
            onChange({ ...form, separator: event.currentTarget.value as CsvForm['separator'] })
          }
        />
        <NumberInput
          label={t('skip')}
          min={0}
          max={100}
          allowDecimal={false}
          value={form.skip}
          onChange={(skip) => typeof skip === 'number' && onChange({ ...form, skip })}
        />
        <NativeSelect
          label={t('dateForm')}
          value={form.dateForm}
          data={(['DMY', 'YMD', 'MDY'] as const).map((value) => ({ value, label: t(`dates.${value}`) }))}
          onChange={(event) =>
            onChange({ ...form, dateForm: event.currentTarget.value as CsvForm['dateForm'] })
          }
        />
        <NativeSelect
          label={t('decimal')}
          value={form.decimal}
          data={[
            { value: ',', label: t('decimals.comma') },
            { value: '.', label: t('decimals.point') },
          ]}
          onChange={(event) => onChange({ ...form, decimal: event.currentTarget.value === '.' ? '.' : ',' })}
        />
        <NativeSelect
          label={t('currency')}
          value={form.currency ?? ''}
          data={[
            { value: '', label: t('fromColumn') },
            ...currencies.map((value) => ({ value, label: value })),
          ]}
          onChange={(event) => {
            const currency = currencies.find((one) => one === event.currentTarget.value) ?? null
            onChange({ ...form, currency })
          }}
        />
      </div>
      <ColumnFields form={form} rows={rows} onChange={onChange} />
    </section>
  )
}
