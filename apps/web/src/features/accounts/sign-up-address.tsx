import { NativeSelect, TextInput } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { FieldRow, type Fields } from '../../ui/index.ts'
import { useCountries } from './countries.ts'
import type { SignUpValues } from './sign-up-values.ts'
import classes from './accounts.module.css'

export function SignUpAddress({ form }: { readonly form: Fields<SignUpValues> }) {
  const t = useTranslations('accounts.signUp')
  const countries = useCountries()
  return (
    <>
      <FieldRow>
        <NativeSelect
          label={t('country')}
          autoComplete="country"
          data={countries}
          size="md"
          {...form.text('country')}
        />
        <TextInput
          label={t('city')}
          autoComplete="address-level2"
          required
          size="md"
          {...form.text('city')}
        />
      </FieldRow>
      <div className={classes.addressRow}>
        <TextInput
          label={t('address')}
          autoComplete="street-address"
          required
          size="md"
          {...form.text('address')}
        />
        <TextInput label={t('zip')} autoComplete="postal-code" required size="md" {...form.text('zip')} />
      </div>
    </>
  )
}
