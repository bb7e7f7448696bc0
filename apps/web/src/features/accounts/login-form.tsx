import { Anchor } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { login } from '@stowage/api/session'
import { signIn, type CurrentUser } from '../../client/index.ts'
import { FieldStack, FormProblem, PasswordField, SubmitButton, useApiForm } from '../../ui/index.ts'
import { SignInEmail } from './sign-in-email.tsx'
import classes from './accounts.module.css'

interface LoginFormProps {
  readonly email?: string | undefined
  readonly onSignedIn: (user: CurrentUser) => void
}

/** E-mail and password; a refusal is said, the password stays for another try. */
export function LoginForm({ email = '', onSignedIn }: LoginFormProps) {
  const t = useTranslations('accounts.login')
  const client = useQueryClient()
  const { form, problem, isBusy, onSubmit } = useApiForm({
    initialValues: { email, password: '' },
    schema: login.body,
    onSubmit: async (pair) => onSignedIn(await signIn(client, pair)),
  })
  return (
    <form onSubmit={onSubmit} noValidate>
      <FieldStack>
        <FormProblem>{problem}</FormProblem>
        <SignInEmail label={t('email')} {...form.text('email')} />
        <div>
          <PasswordField
            label={t('password')}
            autoComplete="current-password"
            required
            {...form.text('password')}
          />
          <div className={classes.forgot}>
            <Anchor size="sm" renderRoot={(props) => <Link to="/reset-password" {...props} />}>
              {t('forgot')}
            </Anchor>
          </div>
        </div>
        <SubmitButton isBusy={isBusy}>{t('submit')}</SubmitButton>
      </FieldStack>
    </form>
  )
}
