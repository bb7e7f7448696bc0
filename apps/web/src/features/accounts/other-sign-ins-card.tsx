import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { endSessionsOf } from '@stowage/api/sessions'
import { call } from '../../client/index.ts'
import { confirm, Section, toast } from '../../ui/index.ts'
import type { Account } from './documents.ts'
import classes from './security.module.css'

/** A superUser ends all sign-ins of somebody: a lost phone, a stolen account, a member of staff who leaves. */
export function OtherSignInsCard({ account }: { readonly account: Account }) {
  const t = useTranslations('security.otherSignIns')
  const { id, displayName: name } = account
  const end = useMutation({
    mutationFn: async () => await call(endSessionsOf, { params: { id } }),
    onSuccess: ({ ended }) => toast({ text: t('done', { count: ended }) }),
  })
  const ask = async (): Promise<void> => {
    if (
      await confirm({
        title: t('endTitle', { name }),
        text: t('endText', { name }),
        yes: t('endYes'),
        danger: true,
      })
    )
      end.mutate()
  }
  return (
    <Section title={t('title')}>
      <p className={classes.text}>{t('lead', { name })}</p>
      <div className={classes.actions}>
        <Button variant="default" loading={end.isPending} onClick={() => void ask()}>
          {t('end')}
        </Button>
      </div>
    </Section>
  )
}
