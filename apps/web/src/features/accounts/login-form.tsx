import { Anchor } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { login } from '@stowage/api/session'
import { isApiError, signIn, type CurrentUser } from '../../client/index.ts'
import { FieldStack, FormProblem, PasswordField, SubmitButton, useApiForm } from '../../ui/index.ts'
import { SecondStep } from './late-second-step.tsx'
import { SignInEmail } from './sign-in-email.tsx'
import classes from './accounts.module.css'

interface LoginFormProps {
  readonly email?: string | undefined
  readonly onSignedIn: (user: CurrentUser) => void
}

interface Step {
  readonly email: string
  readonly mfaToken: string
  readonly mustSetUp: boolean
}

/** E-mail and password, then a code where the account has a second factor or its role asks for one. */
export function LoginForm({ email = '', onSignedIn }: LoginFormProps) {
  const [step, setStep] = useState<Step>()
  const [back, setBack] = useState({ email, said: null as string | null })
  if (step !== undefined)
    return (
      <SecondStep
        email={step.email}
        step={step}
        onSignedIn={onSignedIn}
        onBack={(said = '') => {
          setBack({ email: step.email, said: said === '' ? null : said })
          setStep(undefined)
        }}
      />
    )
  return <Pair email={back.email} said={back.said} onSignedIn={onSignedIn} onStep={setStep} />
}

interface PairProps {
  readonly email: string
  /** Why it is asked again. */
  readonly said: string | null
  readonly onSignedIn: (user: CurrentUser) => void
  readonly onStep: (step: Step) => void
}

/** A refusal is said, the password stays for another try. */
function Pair({ email, said, onSignedIn, onStep }: PairProps) {
  const t = useTranslations('accounts.login')
  const client = useQueryClient()
  const { form, problem, isBusy, onSubmit } = useApiForm({
    initialValues: { email, password: '' },
    schema: login.body,
    onSubmit: async (pair) => {
      try {
        onSignedIn(await signIn(client, pair))
      } catch (error) {
        const more = isApiError(error, 9102) ? error.errors[0] : undefined
        if (more?.mfaToken === undefined) throw error
        onStep({ email: pair.email, mfaToken: more.mfaToken, mustSetUp: more.mustSetUp === true })
      }
    },
  })
  return (
    <form onSubmit={onSubmit} noValidate>
      <FieldStack>
        <FormProblem>{problem ?? said}</FormProblem>
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
