import { Button } from '@mantine/core'
import { IconCheck, IconClock } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { resendConfirmation } from '@stowage/api/sessions'
import { call } from '../../client/index.ts'
import { Pill, Section, toast } from '../../ui/index.ts'
import type { Account } from './documents.ts'
import classes from './security.module.css'

/** Whether the address is confirmed; its owner asks for the mail once more. It stands in the way of nothing. */
export function EmailCard({ account, isOwn }: { readonly account: Account; readonly isOwn: boolean }) {
  const t = useTranslations('security.email')
  const { email, isEmailConfirmed: isDone } = account
  const resend = useMutation({
    mutationFn: async () => await call(resendConfirmation),
    onSuccess: () => toast({ text: t('sent', { email }) }),
  })
  return (
    <Section
      title={t('title')}
      aside={
        <Pill tone={isDone ? 'green' : 'amber'} icon={isDone ? IconCheck : IconClock}>
          {isDone ? t('confirmed') : t('open')}
        </Pill>
      }
    >
      <p className={classes.text}>
        {isDone ? t('done', { email }) : isOwn ? t('lead', { email }) : t('leadOther', { email })}
      </p>
      {isOwn && !isDone && (
        <div className={classes.actions}>
          <Button variant="light" loading={resend.isPending} onClick={() => resend.mutate()}>
            {t('resend')}
          </Button>
        </div>
      )}
    </Section>
  )
}
