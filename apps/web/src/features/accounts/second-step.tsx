import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { loginSecondFactor, loginSetUpSecondFactor } from '@stowage/api/session'
import type { Answer } from '@stowage/api/endpoint'
import { call, enter, isApiError, type CurrentUser } from '../../client/index.ts'
import {
  ErrorState,
  FieldStack,
  FormProblem,
  SkeletonRows,
  SubmitButton,
  useApiForm,
} from '../../ui/index.ts'
import { CodeField } from './code-field.tsx'
import { FactorSecret } from './factor-secret.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import classes from './security.module.css'
import links from './accounts.module.css'

export interface SecondStepProps {
  readonly email: string
  readonly step: { readonly mfaToken: string; readonly mustSetUp: boolean }
  readonly onSignedIn: (user: CurrentUser) => void
  /** Back to e-mail and password; with a sentence where the step's time is over. */
  readonly onBack: (problem?: string) => void
}

/** The second step of signing in: the code of the app, or setting the app up where the role asks for it. */
export default function SecondStep({ email, step, onSignedIn, onBack }: SecondStepProps) {
  const t = useTranslations('security.step')
  const client = useQueryClient()
  const { mfaToken, mustSetUp } = step
  const [isRecovery, setRecovery] = useState(false)
  const [entered, setEntered] = useState<Answer<typeof loginSecondFactor>>()
  const input = useRef<HTMLInputElement>(null)
  // The button that led here is gone: who types goes on typing.
  useEffect(() => input.current?.focus(), [isRecovery])
  const go = async (session: Answer<typeof loginSecondFactor>): Promise<void> => {
    await enter(client, session)
    onSignedIn(session.user)
  }
  const { form, problem, isBusy, onSubmit } = useApiForm({
    initialValues: { code: '' },
    schema: loginSecondFactor.body,
    toBody: ({ code }) => ({ code, mfaToken }),
    onSubmit: async ({ code }) => {
      try {
        const session = await call(loginSecondFactor, { body: { code, mfaToken } })
        // The session begins when the codes are kept: the page that waits for it would take them away.
        if (session.recoveryCodes === undefined) await go(session)
        else setEntered(session)
      } catch (error) {
        if (!isApiError(error, 9142)) throw error
        onBack(error.errors[0]?.message)
      }
    },
  })
  if (entered?.recoveryCodes)
    return <RecoveryCodes codes={entered.recoveryCodes} onDone={() => void go(entered)} />
  return (
    <form onSubmit={onSubmit} noValidate>
      <FieldStack>
        <p className={classes.text}>{mustSetUp ? t('setUpLead') : t('lead', { email })}</p>
        {mustSetUp && <Secret mfaToken={mfaToken} />}
        <FormProblem>{problem}</FormProblem>
        <CodeField
          key={String(isRecovery)}
          isRecovery={isRecovery}
          sendsItself
          ref={input}
          {...form.text('code')}
        />
        <SubmitButton isBusy={isBusy}>{t('submit')}</SubmitButton>
        <div className={classes.links}>
          {!mustSetUp && (
            <button
              type="button"
              className={links.link}
              onClick={() => {
                form.set('code', '')
                setRecovery(!isRecovery)
              }}
            >
              {isRecovery ? t('useApp') : t('useRecovery')}
            </button>
          )}
          <button type="button" className={links.link} onClick={() => onBack()}>
            {t('back')}
          </button>
        </div>
      </FieldStack>
    </form>
  )
}

function Secret({ mfaToken }: { readonly mfaToken: string }) {
  // Asked once: each asking makes another secret, and the one in the app would fit no more.
  const { data, error, refetch } = useQuery({
    queryKey: ['second-factor', 'set-up', mfaToken],
    queryFn: async () => await call(loginSetUpSecondFactor, { body: { mfaToken } }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
    meta: { quiet: true },
  })
  if (data !== undefined) return <FactorSecret {...data} />
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />
  return <SkeletonRows rows={5} />
}
