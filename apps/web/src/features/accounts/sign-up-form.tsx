import { Checkbox, SegmentedControl, TextInput } from '@mantine/core'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { signUp } from '@stowage/api/accounts'
import { accountTypeIssues } from '@stowage/domain/account'
import { call } from '../../client/index.ts'
import { useLanguage } from '../../i18n/index.ts'
import { FieldRow, FieldStack, FormProblem, PasswordField, SubmitButton, useApiForm } from '../../ui/index.ts'
import { LegalLinks } from './legal-links.tsx'
import { SignUpAddress } from './sign-up-address.tsx'
import { SignUpDocuments } from './sign-up-documents.tsx'
import { emptySignUp, signUpBody, signUpLengths, type SignUpValues } from './sign-up-values.ts'
import classes from './accounts.module.css'

interface SignUpFormProps {
  /** The account exists; nobody is signed in yet. */
  readonly onSignedUp: (account: {
    readonly email: string
    readonly password: string
  }) => void | Promise<void>
}

/** Opens an account for a person or an organisation (specification 5). */
export function SignUpForm({ onSignedUp }: SignUpFormProps) {
  const t = useTranslations('accounts.signUp')
  const shell = useTranslations('shell')
  const { language } = useLanguage()
  const typeId = useId()
  const { form, problem, isBusy, onSubmit } = useApiForm<SignUpValues>({
    initialValues: emptySignUp,
    schema: signUp.body,
    toBody: (values) => signUpBody(values, language),
    across: accountTypeIssues,
    lengths: signUpLengths,
    onSubmit: async (values) => {
      await call(signUp, { body: signUpBody(values, language) })
      await onSignedUp({ email: values.email.trim(), password: values.password })
    },
  })
  const isLegal = form.values.accountType === 'legal'
  const optional = (label: string) => `${label}, ${shell('optional')}`
  return (
    <form onSubmit={onSubmit} noValidate>
      <FieldStack>
        <div>
          <div className={classes.groupLabel} id={typeId}>
            {t('accountType')}
          </div>
          <SegmentedControl
            fullWidth
            size="md"
            aria-labelledby={typeId}
            data={[
              { value: 'individual', label: t('individual') },
              { value: 'legal', label: t('legal') },
            ]}
            value={form.values.accountType}
            onChange={(type) => form.set('accountType', type === 'legal' ? 'legal' : 'individual')}
          />
        </div>
        {isLegal ? (
          <>
            <TextInput
              label={t('company')}
              autoComplete="organization"
              required
              size="md"
              {...form.text('company')}
            />
            <TextInput
              label={optional(t('registrationNumber'))}
              size="md"
              {...form.text('registrationNumber')}
            />
            <Checkbox label={t('entrepreneur')} {...form.tick('isIndividualEntrepreneur')} />
          </>
        ) : (
          <FieldRow>
            <TextInput
              label={t('firstName')}
              autoComplete="given-name"
              required
              size="md"
              {...form.text('firstName')}
            />
            <TextInput
              label={t('lastName')}
              autoComplete="family-name"
              required
              size="md"
              {...form.text('lastName')}
            />
          </FieldRow>
        )}
        <FieldRow>
          <TextInput
            label={t('email')}
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            required
            size="md"
            {...form.text('email')}
          />
          <TextInput
            label={t('phone')}
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            required
            size="md"
            {...form.text('phone')}
          />
        </FieldRow>
        <PasswordField
          label={t('password')}
          description={t('passwordHint')}
          autoComplete="new-password"
          required
          size="md"
          {...form.text('password')}
        />
        <SignUpAddress form={form} />
        {!isLegal && <SignUpDocuments form={form} />}
        <Checkbox label={t('isAdult')} description={t('isAdultHint')} {...form.tick('isAdult')} />
        <Checkbox label={t('advertising')} {...form.tick('isAdvertisingAgree')} />
        <FormProblem>{problem}</FormProblem>
        <SubmitButton isBusy={isBusy}>{t('submit')}</SubmitButton>
        <LegalLinks />
      </FieldStack>
    </form>
  )
}
