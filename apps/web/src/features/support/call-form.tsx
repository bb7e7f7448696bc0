import { TextInput } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { addAppeal } from '@stowage/api/support'
import { limits } from '@stowage/domain/limits'
import { answeredOnce, call, useUser } from '../../client/index.ts'
import { FieldStack, FormProblem, SubmitButton, toast, useApiForm } from '../../ui/index.ts'
import { MessageField, tooLong } from './message-field.tsx'

/** A request to be called back: a number is enough, a visitor says his name as well (decision 5). */
export function CallForm({ onDone }: { readonly onDone?: () => void }) {
  const t = useTranslations('support')
  const shell = useTranslations('shell')
  const user = useUser()
  const isVisitor = user == null
  const { form, problem, isBusy, onSubmit } = useApiForm({
    initialValues: { name: '', phone: user?.phone ?? '', message: '' },
    schema: addAppeal.body,
    toBody: (values) => ({ ...values, type: 'callback' }),
    across: (values) => [
      ...(isVisitor && values.name.trim() === '' ? [{ field: 'name', code: 1003 }] : []),
      ...tooLong(values.message),
    ],
    lengths: { name: [1, 128], phone: [...limits.text.phone], message: [0, limits.text.supportMessage[1]] },
    onSubmit: async ({ name, phone, message }) => {
      const body = { name: name || null, phone, message, type: 'callback' as const }
      await answeredOnce(
        ['call back', body],
        async (idempotencyKey) => await call(addAppeal, { body }, { idempotencyKey }),
      )
      toast({ text: t('form.called', { phone }), ms: 9000 })
      form.set('message', '')
      onDone?.()
    },
  })
  return (
    <form onSubmit={onSubmit} noValidate>
      <FieldStack>
        <p>
          {t('page.callLead')} {t('form.onlyForThis')}
        </p>
        {isVisitor && (
          <TextInput
            size="md"
            label={t('form.name')}
            autoComplete="name"
            required
            data-autofocus
            {...form.text('name')}
          />
        )}
        <TextInput
          size="md"
          label={t('form.phone')}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          required
          {...form.text('phone')}
        />
        <MessageField label={`${t('form.about')}, ${shell('optional')}`} rows={2} {...form.text('message')} />
        <FormProblem>{problem}</FormProblem>
        <SubmitButton isBusy={isBusy}>{t('form.callMe')}</SubmitButton>
      </FieldStack>
    </form>
  )
}
