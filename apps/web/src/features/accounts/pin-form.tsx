import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { updateUser } from '@stowage/api/accounts'
import { call } from '../../client/index.ts'
import {
  confirm,
  FieldStack,
  FormProblem,
  PasswordField,
  Section,
  toast,
  useApiForm,
} from '../../ui/index.ts'
import type { Account } from './documents.ts'
import { useKeepAccount } from './account-query.ts'
import classes from './account-form.module.css'

/** Where a link from a shut door leads: /users/{id}#pin. */
const anchor = 'pin'

/** The owner's PIN for doors without the internet: 6 digits. */
export function PinForm({ account }: { readonly account: Account }) {
  const [round, setRound] = useState(0)
  const hash = useRouterState({ select: (state) => state.location.hash })
  useEffect(() => {
    // Who was sent here from a shut door has no time to look for it.
    if (hash === anchor) document.getElementById(anchor)?.scrollIntoView({ block: 'start' })
  }, [hash])
  return <Form key={round} account={account} onChanged={() => setRound(round + 1)} />
}

function Form({ account, onChanged }: { readonly account: Account; readonly onChanged: () => void }) {
  const t = useTranslations('backoffice.pin')
  const keep = useKeepAccount()
  const { form, problem, isBusy, onSubmit } = useApiForm({
    initialValues: { pinCode: '' },
    schema: updateUser.body,
    formats: { pinCode: t('wrong') },
    onSubmit: async (body) => {
      keep(await call(updateUser, { params: { id: account.id }, body }))
      toast({ text: t('saved') })
      onChanged()
    },
  })
  const remove = useMutation({
    mutationFn: async () => await call(updateUser, { params: { id: account.id }, body: { pinCode: null } }),
    onSuccess: (changed) => {
      keep(changed)
      toast({ text: t('removed') })
    },
  })
  const ask = async (): Promise<void> => {
    if (await confirm({ title: t('removeTitle'), text: t('removeText'), yes: t('remove') })) remove.mutate()
  }
  return (
    <Section id={anchor} title={t('title')} aside={account.hasPinCode ? t('isSet') : t('isNotSet')}>
      <form onSubmit={onSubmit} noValidate>
        <FieldStack>
          <PasswordField
            size="sm"
            label={account.hasPinCode ? t('new') : t('label')}
            description={t('hint')}
            inputMode="numeric"
            autoComplete="off"
            maxLength={6}
            required
            {...form.text('pinCode')}
          />
          <FormProblem>{problem}</FormProblem>
          <div className={classes.actions}>
            <Button type="submit" variant="default" loading={isBusy}>
              {t('save')}
            </Button>
            {account.hasPinCode && (
              <Button variant="subtle" color="gray" loading={remove.isPending} onClick={() => void ask()}>
                {t('remove')}
              </Button>
            )}
          </div>
        </FieldStack>
      </form>
    </Section>
  )
}
