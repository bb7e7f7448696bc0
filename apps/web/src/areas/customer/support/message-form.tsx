import { TextInput } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { addAppeal } from '@stowage/api/support'
import { limits } from '@stowage/domain/limits'
import { answeredOnce, call, keep, kept, useUser } from '../../../client/index.ts'
import { MessageField, tooLong } from '../../../features/support/index.ts'
import { FieldStack, FormProblem, SubmitButton, toast, useApiForm } from '../../../ui/index.ts'
import classes from './support.module.css'

const draftName = 'supportMessage'

/** What was written and not sent, from the last visit to this page. */
function draft(): string {
  const value = kept(draftName)
  return typeof value === 'string' ? value : ''
}

/** A message of a tenant: his name and address are known and cannot be changed here; what he wrote stays until it is sent. */
export function MessageForm() {
  const t = useTranslations('support.form')
  const user = useUser()
  const { form, problem, isBusy, onSubmit } = useApiForm({
    initialValues: { phone: user?.phone ?? '', message: draft() },
    schema: addAppeal.body,
    toBody: (values) => ({ ...values, type: 'message' }),
    across: ({ message }) => [
      ...(message.trim() === '' ? [{ field: 'message', code: 1003 }] : []),
      ...tooLong(message),
    ],
    lengths: { phone: [...limits.text.phone], message: [...limits.text.supportMessage] },
    onSubmit: async ({ phone, message }) => {
      const body = {
        phone,
        message,
        type: 'message' as const,
        name: user?.displayName ?? null,
        email: user?.email ?? null,
        accountId: user?.id ?? null,
      }
      await answeredOnce(
        ['message', body],
        async (idempotencyKey) => await call(addAppeal, { body }, { idempotencyKey }),
      )
      toast({ text: t('sent') })
      form.set('message', '')
    },
  })
  const { message } = form.values
  useEffect(() => keep(draftName, message), [message])
  return (
    <form onSubmit={onSubmit} noValidate>
      <FieldStack>
        <dl className={classes.facts}>
          <dt>{t('name')}</dt>
          <dd>{user?.displayName}</dd>
          <dt>{t('email')}</dt>
          <dd>{user?.email}</dd>
        </dl>
        <TextInput
          size="md"
          label={t('phone')}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          required
          {...form.text('phone')}
        />
        <MessageField label={t('message')} required {...form.text('message')} />
        <FormProblem>{problem}</FormProblem>
        <SubmitButton isBusy={isBusy}>{t('send')}</SubmitButton>
      </FieldStack>
    </form>
  )
}
