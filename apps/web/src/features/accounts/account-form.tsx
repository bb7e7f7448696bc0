import { useQueryClient } from '@tanstack/react-query'
import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { updateUser } from '@stowage/api/accounts'
import { call, isApiError, useUser } from '../../client/index.ts'
import { FieldRow, FieldStack, FormProblem, Section, toast, useApiForm } from '../../ui/index.ts'
import { AccountAddress } from './account-address.tsx'
import { AccountPerson } from './account-person.tsx'
import { AccountRights } from './account-rights.tsx'
import {
  accountLengths,
  accountValues,
  changedFields,
  ownersFields,
  type AccountValues,
} from './account-values.ts'
import type { Account } from './documents.ts'
import { accountQuery, useKeepAccount } from './account-query.ts'
import { useLanguageOptions } from './use-language-options.ts'
import classes from './account-form.module.css'

/**
 * The fields of an account. A superUser edits them all, the owner his own few; the rest is shown and cannot be changed
 * (decision 10).
 */
export function AccountForm({ account }: { readonly account: Account }) {
  const t = useTranslations('backoffice.account')
  const shell = useTranslations('shell')
  const client = useQueryClient()
  const keep = useKeepAccount()
  const me = useUser()
  const languages = useLanguageOptions()
  const [start, setStart] = useState(() => beginning(account))
  const isSuperUser = me?.role === 'superUser'
  const may = (name: keyof AccountValues): boolean =>
    isSuperUser || (me?.id === account.id && ownersFields.has(name))
  const { form, problem, isBusy, onSubmit } = useApiForm<AccountValues>({
    initialValues: start.values,
    schema: updateUser.body,
    toBody: (values) => changedFields(start.values, values),
    lengths: accountLengths,
    onSubmit: async (values) => {
      try {
        const changed = await call(updateUser, {
          params: { id: account.id },
          body: { ...changedFields(start.values, values), updated: start.updated },
        })
        setStart(beginning(changed))
        keep(changed)
        toast({ text: t('saved') })
      } catch (error) {
        // Somebody was faster: what was typed stays, and the next press puts it onto the record as it is now.
        if (isApiError(error, 9109)) {
          const { updated = null } = await client.fetchQuery({ ...accountQuery(account.id), staleTime: 0 })
          setStart((known) => ({ ...known, updated }))
        }
        throw error
      }
    },
  })
  const isChanged = Object.keys(changedFields(start.values, form.values)).length > 0
  // Changed elsewhere, and nothing typed here: the form shows the record as it is now.
  if (!isChanged && (account.updated ?? null) !== start.updated) {
    const fresh = beginning(account)
    setStart(fresh)
    form.begin(fresh.values)
  }
  const parts = { form, may, account }
  return (
    <Section title={t('title')} {...(isChanged ? { tone: 'teal' as const } : {})}>
      <form onSubmit={onSubmit} noValidate>
        <FieldStack>
          {isSuperUser && <AccountRights {...parts} isOwn={me?.id === account.id} />}
          <AccountPerson {...parts} />
          <FieldRow>
            <TextInput
              label={t('email')}
              type="email"
              autoComplete="off"
              disabled={!may('email')}
              {...form.text('email')}
            />
            <TextInput
              label={t('phone')}
              type="tel"
              inputMode="tel"
              disabled={!may('phone')}
              {...form.text('phone')}
            />
            <NativeSelect
              label={shell('language')}
              data={languages}
              disabled={!may('language')}
              {...form.text('language')}
            />
          </FieldRow>
          <AccountAddress {...parts} />
          <Checkbox label={t('isAdult')} disabled={!may('isAdult')} {...form.tick('isAdult')} />
          <Checkbox
            label={t('advertising')}
            disabled={!may('isAdvertisingAgree')}
            {...form.tick('isAdvertisingAgree')}
          />
          {!isSuperUser && <p className={classes.text}>{t('others')}</p>}
          <FormProblem>{problem}</FormProblem>
          <div className={classes.actions}>
            <Button type="submit" disabled={!isChanged} loading={isBusy}>
              {shell('save')}
            </Button>
          </div>
        </FieldStack>
      </form>
    </Section>
  )
}

/** What the form starts from; what travels is what differs from it. */
function beginning(account: Account): { readonly values: AccountValues; readonly updated: string | null } {
  return { values: accountValues(account), updated: account.updated ?? null }
}
