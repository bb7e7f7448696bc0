import { Checkbox, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { currencies } from '@stowage/domain/money'
import { payMethods } from '@stowage/domain/pay-method'
import { useCompany } from '../../../features/catalog/index.ts'
import { FieldRow, type Fields } from '../../../ui/index.ts'
import type { PayKeeperValues, Processor, StripeValues } from './processor.ts'
import { SecretField } from './secret-field.tsx'

interface FieldsOf<V> {
  readonly form: Fields<V>
  /** Undefined: a new one. */
  readonly processor?: Processor | undefined
}

const plain = { autoComplete: 'off', spellCheck: false } as const

/** A cabinet: where it is, who we are there, and what signs its messages. */
export function PayKeeperFields({ form, processor }: FieldsOf<PayKeeperValues>) {
  const t = useTranslations('processors.form')
  const isDemo = useCompany()?.demo === true
  return (
    <>
      <TextInput
        label={t('label')}
        description={t('labelHint')}
        required
        {...plain}
        {...form.text('label')}
      />
      <TextInput
        label={t('url')}
        description={t('urlHint')}
        required
        inputMode="url"
        {...plain}
        {...form.text('url')}
      />
      <FieldRow>
        <TextInput
          label={t('login')}
          description={t('loginHint')}
          required
          {...plain}
          {...form.text('login')}
        />
        <NativeSelect
          label={t('currency')}
          description={t('roubles')}
          data={isDemo ? [...currencies] : ['RUB']}
          {...form.text('currency')}
        />
      </FieldRow>
      <SecretField name="password" label={t('password')} processor={processor} {...form.text('password')} />
      <SecretField
        name="secretWord"
        label={t('secretWord')}
        hint={t('secretWordHint')}
        processor={processor}
        {...form.text('secretWord')}
      />
    </>
  )
}

/** An account: what it takes, and its keys. */
export function StripeFields({ form, processor }: FieldsOf<StripeValues>) {
  const t = useTranslations('processors.form')
  const word = useTranslations('processors.method')
  const isDemo = useCompany()?.demo === true
  const hints = { card: undefined, sepa: t('sepaEuro'), paypal: t('paypalHint') }
  const { value: methods, ...methodsField } = form.pick('methods')
  const { value: taken, ...currenciesField } = form.pick('currencies')
  return (
    <>
      <TextInput
        label={t('label')}
        description={t('labelHint')}
        required
        {...plain}
        {...form.text('label')}
      />
      <Checkbox.Group
        label={t('methods')}
        required
        value={[...methods]}
        error={methodsField.error}
        onChange={(chosen) => methodsField.onChange(payMethods.filter((method) => chosen.includes(method)))}
      >
        <Stack mt={8} gap={10}>
          {payMethods.map((method) => (
            <Checkbox key={method} value={method} label={word(method)} description={hints[method]} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Checkbox.Group
        label={t('currencies')}
        required
        value={[...taken]}
        error={currenciesField.error}
        onChange={(chosen) => currenciesField.onChange(currencies.filter((one) => chosen.includes(one)))}
      >
        <Group mt={8} gap="lg">
          {currencies.map((one) => (
            <Checkbox key={one} value={one} label={one} />
          ))}
        </Group>
      </Checkbox.Group>
      <SecretField
        name="secretKey"
        label={t('secretKey')}
        hint={t('secretKeyHint')}
        processor={processor}
        {...form.text('secretKey')}
      />
      <SecretField
        name="webhookSecret"
        label={t('webhookSecret')}
        hint={t(processor === undefined ? 'webhookSecretFirst' : 'webhookSecretHint')}
        processor={processor}
        {...form.text('webhookSecret')}
      />
      {isDemo && (
        <TextInput
          label={t('simulator')}
          description={t('simulatorHint')}
          inputMode="url"
          {...plain}
          {...form.text('url')}
        />
      )}
    </>
  )
}
