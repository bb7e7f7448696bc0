import { NativeSelect, TextInput } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useCountries } from '../../../features/accounts/index.ts'
import { FieldRow, type Fields } from '../../../ui/index.ts'
import type { SellerValues } from './seller.ts'

/** A legal entity: who it is, its tax numbers, its bank. */
export function SellerFields({ form }: { readonly form: Fields<SellerValues> }) {
  const t = useTranslations('sites.seller')
  const plain = { autoComplete: 'off' } as const
  return (
    <>
      <TextInput label={t('name')} required {...plain} {...form.text('name')} />
      <FieldRow>
        <NativeSelect label={t('country')} required data={useCountries()} {...form.text('country')} />
        <TextInput label={t('address')} required {...plain} {...form.text('address')} />
      </FieldRow>
      <FieldRow>
        <TextInput label={t('email')} required type="email" {...plain} {...form.text('email')} />
        <TextInput label={t('phone')} required type="tel" {...plain} {...form.text('phone')} />
      </FieldRow>
      <FieldRow>
        <TextInput label={t('taxNumber')} {...plain} {...form.text('taxNumber')} />
        <TextInput label={t('vatId')} {...plain} {...form.text('vatId')} />
        <TextInput label={t('registration')} {...plain} {...form.text('registrationNumber')} />
      </FieldRow>
      <FieldRow>
        <TextInput label={t('iban')} {...plain} {...form.text('iban')} />
      </FieldRow>
      <FieldRow>
        <TextInput label={t('bank')} {...plain} {...form.text('bankName')} />
        <TextInput label={t('bic')} {...plain} {...form.text('bic')} />
      </FieldRow>
      <FieldRow>
        <TextInput
          label={t('creditorId')}
          description={t('creditorIdWhy')}
          {...plain}
          {...form.text('creditorId')}
        />
      </FieldRow>
      <FieldRow>
        <TextInput
          label={t('tolerance')}
          description={t('toleranceWhy')}
          inputMode="decimal"
          {...plain}
          {...form.text('paymentTolerance')}
        />
      </FieldRow>
    </>
  )
}
