import { NativeSelect, TextInput } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/index.ts'
import { FieldRow } from '../../ui/index.ts'
import type { AccountPartProps } from './account-part.ts'
import { useCountries } from './countries.ts'

/** Where the account lives and in which currency it is billed. */
export function AccountAddress({
  form,
  may,
  isNew = false,
  country,
}: AccountPartProps & { readonly country: string }) {
  const t = useTranslations('backoffice.account')
  const format = useFormat()
  const countries = useCountries()
  const isKnown = countries.some(({ value }) => value === country)
  const options = isKnown ? countries : [{ value: country, label: format.country(country) }, ...countries]
  const currencies = ['', 'EUR', 'RUB', 'USD', 'PLN'].map((value) => ({
    value,
    label: value === '' ? t('currencyOfStock') : value,
  }))
  return (
    <>
      <FieldRow>
        <NativeSelect
          label={t('country')}
          required={isNew}
          withAsterisk={isNew}
          data={options}
          disabled={!may('country')}
          {...form.text('country')}
        />
        <TextInput
          label={t('city')}
          required={isNew}
          withAsterisk={isNew}
          disabled={!may('city')}
          {...form.text('city')}
        />
        <TextInput
          label={t('zip')}
          required={isNew}
          withAsterisk={isNew}
          disabled={!may('zip')}
          {...form.text('zip')}
        />
      </FieldRow>
      <FieldRow>
        <TextInput
          label={t('address')}
          required={isNew}
          withAsterisk={isNew}
          disabled={!may('address')}
          {...form.text('address')}
        />
        <TextInput label={t('house')} disabled={!may('house')} {...form.text('house')} />
        {may('currency') && (
          <NativeSelect label={t('currency')} data={currencies} {...form.text('currency')} />
        )}
      </FieldRow>
    </>
  )
}
