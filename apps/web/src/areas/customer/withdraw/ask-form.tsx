import { useState } from 'react'
import { TextInput } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { askWithdrawal } from '@stowage/api/withdrawals'
import { limits } from '@stowage/domain/limits'
import { call } from '../../../client/index.ts'
import { FieldStack, FormProblem, Section, SubmitButton, useApiForm } from '../../../ui/index.ts'
import classes from './withdraw-page.module.css'

/** The first step: which contract, and whose. Whether they are known is told to nobody. */
export function AskForm() {
  const t = useTranslations('life.withdraw')
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { form, problem, isBusy, onSubmit } = useApiForm({
    initialValues: { contractNumber: '', email: '' },
    schema: askWithdrawal.body,
    lengths: { contractNumber: [1, 40], email: limits.text.email },
    onSubmit: async (values) => {
      await call(askWithdrawal, { body: values })
      setSentTo(values.email.trim())
    },
  })
  if (sentTo !== null)
    return (
      <Section title={t('sentTitle')}>
        <p className={classes.text} role="status">
          {t('sent', { email: sentTo, hours: limits.withdrawal.linkHours })}
        </p>
      </Section>
    )
  return (
    <>
      <p className={classes.text}>{t('lead', { days: limits.withdrawal.days })}</p>
      <ol className={classes.steps}>
        <li>{t('stepOne')}</li>
        <li>{t('stepTwo')}</li>
      </ol>
      <Section title={t('which')}>
        <form onSubmit={onSubmit} noValidate>
          <FieldStack>
            <FormProblem>{problem}</FormProblem>
            <TextInput
              label={t('number')}
              description={t('numberHint')}
              autoComplete="off"
              required
              {...form.text('contractNumber')}
            />
            <TextInput
              label={t('email')}
              type="email"
              autoComplete="email"
              required
              {...form.text('email')}
            />
            <SubmitButton isBusy={isBusy}>{t('ask')}</SubmitButton>
          </FieldStack>
        </form>
      </Section>
    </>
  )
}
