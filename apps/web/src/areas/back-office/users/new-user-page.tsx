import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { createUser, listUsers, searchUsers } from '@stowage/api/accounts'
import { accountTypeIssues } from '@stowage/domain/account'
import { call, keyOf } from '../../../client/index.ts'
import {
  AccountAddress,
  accountLengths,
  AccountPerson,
  AccountRights,
  newAccountBody,
  newAccountValues,
  useLanguageOptions,
  type NewAccountValues,
} from '../../../features/accounts/index.ts'
import { useLanguage } from '../../../i18n/index.ts'
import { FieldRow, PageHeader, PasswordField, toast, useApiForm, useUnsaved } from '../../../ui/index.ts'
import { RecordSection } from '../record-form.tsx'

/** The success stands this long before the list is shown again (specification 9). */
const createdMs = 1500
const lengths = { ...accountLengths, password: [6, 256] } as const

/** /users/add: an account of any role for somebody else. */
export default function NewUserPage(): ReactNode {
  const t = useTranslations('people.add')
  const labels = useTranslations('backoffice.account')
  const shell = useTranslations('shell')
  const navigate = useNavigate()
  const client = useQueryClient()
  const { language } = useLanguage()
  const languages = useLanguageOptions()
  const [empty] = useState({ ...newAccountValues, language })
  const [isDone, setIsDone] = useState(false)
  const account = useApiForm<NewAccountValues>({
    initialValues: empty,
    schema: createUser.body,
    toBody: newAccountBody,
    across: accountTypeIssues,
    lengths,
    onSubmit: async (values) => {
      if (isDone) return
      const made = await call(createUser, { body: newAccountBody(values) })
      setIsDone(true)
      toast({ text: t('created', { name: made.displayName }), ms: createdMs })
      void client.invalidateQueries({ queryKey: keyOf(listUsers) })
      void client.invalidateQueries({ queryKey: keyOf(searchUsers) })
    },
  })
  // The wait is no work: nothing turns meanwhile.
  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(() => void navigate({ to: '/users', ignoreBlocker: true }), createdMs)
    return () => clearTimeout(timer)
  }, [isDone, navigate])
  const { form } = account
  const isBusy = account.isBusy || isDone
  useUnsaved(JSON.stringify(form.values) !== JSON.stringify(empty) && !isBusy)
  const parts = { form, may: () => true, isNew: true }
  return (
    <>
      <PageHeader
        title={t('title')}
        crumbs={[
          <Link key="users" to="/users">
            {shell('nav.users')}
          </Link>,
        ]}
      />
      <RecordSection title={t('facts')} state={{ ...account, isBusy }} submit={t('submit')}>
        <AccountRights form={form} isOwn={false} isNew />
        <AccountPerson {...parts} />
        <FieldRow>
          <TextInput
            label={labels('email')}
            type="email"
            autoComplete="off"
            required
            withAsterisk
            {...form.text('email')}
          />
          <TextInput
            label={labels('phone')}
            type="tel"
            inputMode="tel"
            autoComplete="off"
            required
            withAsterisk
            {...form.text('phone')}
          />
          <NativeSelect label={t('language')} data={languages} {...form.text('language')} />
        </FieldRow>
        <PasswordField
          size="sm"
          label={t('password')}
          description={t('passwordHint')}
          autoComplete="new-password"
          required
          withAsterisk
          {...form.text('password')}
        />
        <AccountAddress {...parts} country={newAccountValues.country} />
        <Checkbox label={labels('isAdult')} {...form.tick('isAdult')} />
        <Checkbox label={labels('advertising')} {...form.tick('isAdvertisingAgree')} />
      </RecordSection>
    </>
  )
}
