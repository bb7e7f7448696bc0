import { Button } from '@mantine/core'
import { IconShieldCheck, IconShieldOff } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { resetSecondFactor } from '@stowage/api/second-factor'
import { call } from '../../client/index.ts'
import { confirm, Pill, Section, toast } from '../../ui/index.ts'
import type { Account } from './documents.ts'
import { useKeepAccount } from './account-query.ts'
import classes from './security.module.css'

/** Whether somebody has a second factor; a superUser takes it off for who has lost phone and codes. */
export function OtherFactorCard({ account }: { readonly account: Account }) {
  const t = useTranslations('security.other')
  const factor = useTranslations('security.factor')
  const keep = useKeepAccount()
  const { hasSecondFactor: isOn, displayName: name } = account
  const reset = useMutation({
    mutationFn: async () => await call(resetSecondFactor, { params: { id: account.id } }),
    onSuccess: (changed) => {
      keep(changed)
      toast({ text: t('done') })
    },
  })
  const ask = async (): Promise<void> => {
    if (
      await confirm({
        title: t('resetTitle', { name }),
        text: t('resetText', { name }),
        yes: t('resetYes'),
        danger: true,
      })
    )
      reset.mutate()
  }
  return (
    <Section
      title={t('title')}
      aside={
        <Pill tone={isOn ? 'green' : 'gray'} icon={isOn ? IconShieldCheck : IconShieldOff}>
          {isOn ? factor('on') : factor('off')}
        </Pill>
      }
    >
      <p className={classes.text}>{isOn ? t('lead', { name }) : t('none', { name })}</p>
      {isOn && (
        <div className={classes.actions}>
          <Button variant="default" loading={reset.isPending} onClick={() => void ask()}>
            {t('reset')}
          </Button>
        </div>
      )}
    </Section>
  )
}
