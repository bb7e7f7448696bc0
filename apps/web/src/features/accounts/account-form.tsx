import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { updateUser } from '@stowage/api/accounts'
import { call, useUser } from '../../client/index.ts'
import {
  FieldRow,
  FieldStack,
  FormProblem,
  Section,
  toast,
  useRecordForm,
  useUnsaved,
} from '../../ui/index.ts'
import { AccountAddress } from './account-address.tsx'
import { AccountPerson } from './account-person.tsx'
import { AccountRights } from './account-rights.tsx'
import {
  accountLengths,
  accountValues,
  changedBody,
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
  const isSuperUser = me?.role === 'superUser'
  const may = (name: keyof AccountValues): boolean =>
    isSuperUser || (me?.id === account.id && ownersFields.has(name))
  const { form, problem, isBusy, isChanged, onSubmit } = useRecordForm<Account, AccountValues>({
    record: account,
    valuesOf: accountValues,
    schema: updateUser.body,
    toBody: changedBody,
    lengths: accountLengths,
    save: async (body, updated) => {
      const changed = await call(updateUser, { params: { id: account.id }, body: { ...body, updated } })
      keep(changed)
      toast({ text: t('saved'), ms: 2000 })
      return changed
    },
    reread: async () => await client.fetchQuery({ ...accountQuery(account.id), staleTime: 0 }),
  })
  useUnsaved(isChanged && !isBusy)
  const parts = { form, may }
  return (
    <Section title={t('title')} {...(isChanged ? { tone: 'teal' as const } : {})}>
      <form onSubmit={onSubmit} noValidate>
        <FieldStack>
          {isSuperUser && <AccountRights form={form} isOwn={me?.id === account.id} />}
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
          <AccountAddress {...parts} country={account.country} />
          <Checkbox label={t('isAdult')} disabled={!may('isAdult')} {...form.tick('isAdult')} />
          <Checkbox
            label={t('advertising')}
            disabled={!may('isAdvertisingAgree')}
            {...form.tick('isAdvertisingAgree')}
          />
          {!isSuperUser && (
            <p className={classes.text}>
              {me?.role === 'client' ? <Link to="/support">{t('others')}</Link> : t('othersOfStaff')}
            </p>
          )}
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
