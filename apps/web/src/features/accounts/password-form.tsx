import { Button } from '@mantine/core'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { updateUser } from '@stowage/api/accounts'
import { call, useUser } from '../../client/index.ts'
import {
  confirm,
  FieldRow,
  FieldStack,
  FormProblem,
  PasswordField,
  Section,
  toast,
  useApiForm,
} from '../../ui/index.ts'
import type { Account } from './documents.ts'
import classes from './account-form.module.css'

/** A new password: one's own, or for somebody else by a superUser, which is asked first because it signs him out everywhere. */
export function PasswordForm({ account, other }: PasswordFormProps) {
  const [round, setRound] = useState(0)
  return <Form key={round} account={account} other={other} onChanged={() => setRound(round + 1)} />
}

interface PasswordFormProps {
  readonly account: Account
  /** Another way to a new password, beside the button. */
  readonly other?: ReactNode
}

/** The menu leads here: /users/{id}#password. */
const anchor = 'password'

function Form({ account, other, onChanged }: PasswordFormProps & { readonly onChanged: () => void }) {
  const t = useTranslations('backoffice.password')
  const isOwn = useUser()?.id === account.id
  const name = account.displayName
  const hash = useRouterState({ select: (state) => state.location.hash })
  useEffect(() => {
    if (isOwn && hash === anchor) document.getElementById(anchor)?.querySelector('input')?.focus()
  }, [isOwn, hash])
  const { form, problem, isBusy, onSubmit } = useApiForm({
    initialValues: { password: '', passwordConfirmation: '' },
    schema: updateUser.body,
    // An empty pair is two missing fields; the call itself would take it for a change of something else.
    toBody: ({ password, passwordConfirmation }) => ({ password, passwordConfirmation }),
    lengths: { password: [8, 60], passwordConfirmation: [8, 60] },
    confirm: async () =>
      isOwn ||
      (await confirm({ title: t('resetTitle', { name }), text: t('resetText'), yes: t('resetYes') })),
    onSubmit: async (pair) => {
      await call(updateUser, { params: { id: account.id }, body: pair })
      toast({ text: isOwn ? t('changed') : t('reset', { name }) })
      onChanged()
    },
  })
  return (
    <Section title={isOwn ? t('title') : t('resetHeading')} id={anchor}>
      <form onSubmit={onSubmit} noValidate>
        <FieldStack>
          <p className={classes.text}>{isOwn ? t('lead') : t('resetLead')}</p>
          <FieldRow>
            <PasswordField
              size="sm"
              label={t('password')}
              autoComplete="new-password"
              required
              {...form.text('password')}
            />
            <PasswordField
              size="sm"
              label={t('confirmation')}
              autoComplete="new-password"
              required
              {...form.text('passwordConfirmation')}
            />
          </FieldRow>
          <FormProblem>{problem}</FormProblem>
          <div className={classes.actions}>
            <Button type="submit" variant="default" loading={isBusy}>
              {isOwn ? t('submit') : t('resetSubmit')}
            </Button>
            {other}
          </div>
        </FieldStack>
      </form>
    </Section>
  )
}
