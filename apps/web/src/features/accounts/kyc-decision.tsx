import { Button } from '@mantine/core'
import { IconShieldCheck, IconShieldOff } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { updateUser } from '@stowage/api/accounts'
import { call, isApiError } from '../../client/index.ts'
import { confirm, toast } from '../../ui/index.ts'
import { accountQuery, useKeepAccount } from './account-query.ts'
import type { Account } from './documents.ts'
import classes from './kyc.module.css'

interface KycDecisionProps {
  /** As it was when its documents were looked at. */
  readonly account: Account
  /** It has changed since: its documents are to be looked at anew. */
  readonly onStale: () => void
  readonly onDecided: (account: Account) => void
  /** Why it cannot be verified now. */
  readonly blocked: 'nothingToVerify' | 'replaceFirst' | null
}

/** Verifies a profile or takes that back, each after a question (specification 4). */
export function KycDecision({ account, blocked, onStale, onDecided }: KycDecisionProps) {
  const t = useTranslations('backoffice.kyc')
  const keep = useKeepAccount()
  const client = useQueryClient()
  const name = account.displayName
  const decide = useMutation({
    mutationFn: async (isKycVerified: boolean) =>
      await call(updateUser, {
        params: { id: account.id },
        body: { isKycVerified, updated: account.updated },
      }),
    onSuccess: (changed) => {
      keep(changed)
      onDecided(changed)
      toast({ text: changed.isKycVerified ? t('verified', { name }) : t('cancelled', { name }) })
    },
    onError: async (error) => {
      if (!isApiError(error, 9109)) return
      await client.invalidateQueries({ queryKey: accountQuery(account.id).queryKey })
      onStale()
    },
  })
  const verify = async (): Promise<void> => {
    if (await confirm({ title: t('verifyTitle', { name }), text: t('verifyText'), yes: t('verify') }))
      decide.mutate(true)
  }
  const cancel = async (): Promise<void> => {
    if (
      await confirm({
        title: t('cancelTitle', { name }),
        text: t('cancelText'),
        yes: t('cancelYes'),
        danger: true,
      })
    )
      decide.mutate(false)
  }
  if (account.isKycVerified)
    return (
      <Button
        variant="default"
        fullWidth
        loading={decide.isPending}
        leftSection={<IconShieldOff size={18} stroke={1.75} />}
        onClick={() => void cancel()}
      >
        {t('cancelVerification')}
      </Button>
    )
  return (
    <>
      <Button
        fullWidth
        disabled={blocked !== null}
        loading={decide.isPending}
        leftSection={<IconShieldCheck size={18} stroke={1.75} />}
        onClick={() => void verify()}
      >
        {t('verify')}
      </Button>
      {blocked !== null && <p className={classes.note}>{t(blocked)}</p>}
    </>
  )
}
