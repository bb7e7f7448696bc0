import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { askSmsCode, confirmSmsNumber } from '@stowage/api/sms'
import { call } from '../../client/index.ts'
import { FieldStack, FormProblem, toast, useApiForm } from '../../ui/index.ts'
import classes from './sms.module.css'
import { useKeepSms } from './sms-query.ts'

interface SmsCodeFormProps {
  readonly number: string
  readonly onOther: () => void
}

/** The code that came, put in by the phone itself where it can. */
export function SmsCodeForm({ number, onOther }: SmsCodeFormProps) {
  const t = useTranslations('sms.card')
  const keep = useKeepSms()
  const { form, problem, isBusy, onSubmit } = useApiForm({
    initialValues: { code: '' },
    schema: confirmSmsNumber.body,
    formats: { code: t('wrong') },
    onSubmit: async (body) => {
      keep(await call(confirmSmsNumber, { body }))
      toast({ text: t('done') })
    },
  })
  const again = useMutation({
    mutationFn: async () => await call(askSmsCode, { body: { number } }),
    onSuccess: (settings) => {
      keep(settings)
      toast({ text: t('sent', { number }) })
    },
  })
  return (
    <form onSubmit={onSubmit} noValidate>
      <FieldStack>
        <p className={classes.text}>{t('waits', { number })}</p>
        <TextInput
          label={t('code')}
          description={t('codeHint')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
          required
          {...form.text('code')}
        />
        <FormProblem>{problem}</FormProblem>
        <div className={classes.actions}>
          <Button type="submit" variant="light" loading={isBusy}>
            {t('confirm')}
          </Button>
          <Button variant="subtle" color="gray" loading={again.isPending} onClick={() => again.mutate()}>
            {t('again')}
          </Button>
          <Button variant="subtle" color="gray" onClick={onOther}>
            {t('other')}
          </Button>
        </div>
      </FieldStack>
    </form>
  )
}
