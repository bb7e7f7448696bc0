import { NativeSelect, TextInput } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { earlyLeaves } from '@stowage/domain/tariff'
import { FieldRow, type Fields } from '../../../ui/index.ts'
import { FirstMonthFields } from './first-month-fields.tsx'
import { StepsEditor } from './steps-editor.tsx'
import type { TariffValues } from './tariff.ts'

interface TariffFieldsProps {
  readonly form: Fields<TariffValues>
  /** Of the warehouse: its price comes first. */
  readonly currency: string
}

const plain = { autoComplete: 'off' } as const
const figure = { ...plain, inputMode: 'numeric' } as const

/** Names, term, what binds the tenant, discounts by month, the first month, and what leaving early costs. */
export function TariffFields({ form, currency }: TariffFieldsProps) {
  const t = useTranslations('tariffs')
  const { values, errors } = form
  /** What does not fit to the rest is said in its own words; what is missing or no number, as everywhere. */
  const unfit = (name: 'maxMonths' | 'minStayMonths' | 'earlyLeave', words: string) =>
    errors[name] !== undefined && values[name] !== '' ? words : errors[name]
  return (
    <>
      <FieldRow>
        {(['nameRu', 'nameEn', 'nameDe', 'namePl'] as const).map((name) => (
          <TextInput
            key={name}
            label={t('inLanguage', { language: t(`languages.${languageOf[name]}`) })}
            required
            {...plain}
            {...form.text(name)}
          />
        ))}
      </FieldRow>
      <FieldRow>
        <TextInput
          label={t('alias')}
          description={t('aliasHint')}
          required
          {...plain}
          {...form.text('alias')}
        />
        <NativeSelect
          label={t('kind')}
          description={'\u00a0'}
          data={(['fixed', 'open'] as const).map((kind) => ({ value: kind, label: t(kind) }))}
          {...form.text('kind')}
        />
      </FieldRow>
      {values.kind === 'fixed' && (
        <FieldRow>
          <TextInput label={t('minMonths')} required {...figure} {...form.text('minMonths')} />
          <TextInput
            label={t('maxMonths')}
            required
            {...figure}
            {...form.text('maxMonths')}
            error={unfit('maxMonths', t('rangeWrong'))}
          />
        </FieldRow>
      )}
      <FieldRow>
        <TextInput
          label={t('minStayMonths')}
          description={t('minStayHint')}
          required
          {...figure}
          {...form.text('minStayMonths')}
          error={unfit('minStayMonths', t('minStayWrong'))}
        />
        <TextInput
          label={t('noticeDays')}
          description={t('noticeHint')}
          required
          {...figure}
          {...form.text('noticeDays')}
        />
      </FieldRow>
      <NativeSelect
        label={t('earlyLeave')}
        data={earlyLeaves.map((rule) => ({ value: rule, label: t(`earlyLong.${rule}`) }))}
        {...form.text('earlyLeave')}
        error={unfit('earlyLeave', t('earlyWrong'))}
      />
      <StepsEditor form={form} />
      <FirstMonthFields form={form} currency={currency} />
    </>
  )
}

const languageOf = { nameRu: 'ru', nameEn: 'en', nameDe: 'de', namePl: 'pl' } as const
