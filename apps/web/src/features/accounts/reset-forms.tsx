import { useTranslations } from 'use-intl'
import { confirmPasswordReset, requestPasswordReset } from '@stowage/api/accounts'
import { call } from '../../client/index.ts'
import { FieldStack, FormProblem, PasswordField, SubmitButton, useApiForm } from '../../ui/index.ts'
import { SignInEmail } from './sign-in-email.tsx'

interface RequestResetFormProps {
  readonly email?: string | undefined
  readonly onSent: (email: string) => void
}

/** Asks for the mail with the link; whether the address is known is told to nobody. */
export function RequestResetForm({ email = '', onSent }: RequestResetFormProps) {
  const t = useTranslations('accounts.reset')
  const { form, problem, isBusy, onSubmit } = useApiForm({
    initialValues: { email },
    schema: requestPasswordReset.body,
    onSubmit: async (values) => {
      await call(requestPasswordReset, { body: values })
      onSent(values.email.trim())
    },
  })
  return (
    <form onSubmit={onSubmit} noValidate>
      <FieldStack>
        <FormProblem>{problem}</FormProblem>
        <SignInEmail label={t('email')} {...form.text('email')} />
        <SubmitButton isBusy={isBusy}>{t('submit')}</SubmitButton>
      </FieldStack>
    </form>
  )
}

interface ConfirmResetFormProps {
  /** Out of the link in the mail. */
  readonly code: string
  readonly onChanged: () => void
}

/** Sets the new password. */
export function ConfirmResetForm({ code, onChanged }: ConfirmResetFormProps) {
  const t = useTranslations('accounts.reset')
  const { form, problem, isBusy, onSubmit } = useApiForm({
    initialValues: { password: '', passwordConfirmation: '' },
    schema: confirmPasswordReset.body,
    toBody: (values) => ({ ...values, code }),
    lengths: { password: [8, 60], passwordConfirmation: [8, 60] },
    onSubmit: async (values) => {
      await call(confirmPasswordReset, { body: { ...values, code } })
      onChanged()
    },
  })
  return (
    <form onSubmit={onSubmit} noValidate>
      <FieldStack>
        <FormProblem>{problem}</FormProblem>
        <PasswordField
          label={t('password')}
          autoComplete="new-password"
          required
          {...form.text('password')}
        />
        <PasswordField
          label={t('confirmation')}
          autoComplete="new-password"
          required
          {...form.text('passwordConfirmation')}
        />
        <SubmitButton isBusy={isBusy}>{t('confirmSubmit')}</SubmitButton>
      </FieldStack>
    </form>
  )
}
