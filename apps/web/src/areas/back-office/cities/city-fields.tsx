import { NativeSelect, TextInput } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useCountries } from '../../../features/accounts/index.ts'
import { useFormat } from '../../../i18n/index.ts'
import { FieldRow, type Fields } from '../../../ui/index.ts'
import type { CityValues } from './city.ts'

/** Country first, as the specification shows it, then the name; weight and centre are for lists and maps. */
export function CityFields({ form }: { readonly form: Fields<CityValues> }) {
  const t = useTranslations('registers.cities')
  const format = useFormat()
  const countries = useCountries()
  const { country } = form.values
  const options = countries.some(({ value }) => value === country)
    ? countries
    : [{ value: country, label: format.country(country) }, ...countries]
  return (
    <>
      <FieldRow>
        <NativeSelect label={t('country')} required data={options} {...form.text('country')} />
        <TextInput label={t('city')} required autoComplete="off" {...form.text('city')} />
      </FieldRow>
      <FieldRow>
        <TextInput label={t('size')} description={t('sizeHint')} inputMode="numeric" {...form.text('size')} />
        <TextInput label={t('latitude')} inputMode="decimal" {...form.text('latitude')} />
        <TextInput label={t('longitude')} inputMode="decimal" {...form.text('longitude')} />
      </FieldRow>
    </>
  )
}
