import { Button, TextInput } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { askSmsCode } from '@stowage/api/sms'
import { call } from '../../client/index.ts'
import { FieldStack, FormProblem, toast, useApiForm } from '../../ui/index.ts'
import classes from './sms.module.css'
import { useKeepSms } from './sms-query.ts'

interface SmsNumberFormProps {
  /** What stands there first. */
  readonly phone: string
  readonly onSent: () => void
  readonly onCancel?: (() => void) | undefined
}

/** Where the code is to go. */
export function SmsNumberForm({ phone, onSent, onCancel }: SmsNumberFormProps) {
  const t = useTranslations('sms.card')
  const keep = useKeepSms()
  const { form, problem, isBusy, onSubmit } = useApiForm({
    initialValues: { number: phone },
    schema: askSmsCode.body,
    formats: { number: t('badPhone') },
    lengths: { number: [3, 30] },
    onSubmit: async (body) => {
      const settings = await call(askSmsCode, { body })
      keep(settings)
      toast({ text: t('sent', { number: settings.number ?? '' }) })
      onSent()
    },
  })
  return (
    <form onSubmit={onSubmit} noValidate>
      <FieldStack>
        <TextInput
          label={t('phone')}
          description={t('phoneHint')}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          maxLength={30}
          required
          {...form.text('number')}
        />
        <FormProblem>{problem}</FormProblem>
        <div className={classes.actions}>
          <Button type="submit" variant="light" loading={isBusy}>
            {t('send')}
          </Button>
          {onCancel && (
            <Button variant="subtle" color="gray" onClick={onCancel}>
              {t('cancel')}
            </Button>
          )}
        </div>
      </FieldStack>
    </form>
  )
}
