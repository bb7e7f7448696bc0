import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Answer } from '@stowage/api/endpoint'
import { eraseVisitor, type findTraces } from '@stowage/api/privacy'
import { call } from '../../client/index.ts'
import { useFormat } from '../../i18n/index.ts'
import { confirm, toast } from '../../ui/index.ts'
import { EraseDialog } from './erase-dialog.tsx'
import classes from './privacy.module.css'

export type Traces = Answer<typeof findTraces>

/** What is kept under an address: each account with its own erasure, and what was written without one. */
export function FoundTraces({
  email,
  traces,
  onDone,
}: {
  readonly email: string
  readonly traces: Traces
  readonly onDone: () => void
}) {
  const t = useTranslations('privacy.byAddress')
  const format = useFormat()
  const [erasing, setErasing] = useState<Traces['accounts'][number] | null>(null)
  const { mutate, isPending } = useMutation({
    mutationFn: async () => await call(eraseVisitor, { body: { email } }),
    onSuccess: () => {
      toast({ text: t('done') })
      onDone()
    },
  })
  const { accounts, appeals, mails, copies, awaited } = traces
  const isWithout = appeals > 0 || mails > 0
  const ask = async (): Promise<void> => {
    if (await confirm({ title: t('askTitle', { email }), text: t('askText'), yes: t('erase') })) mutate()
  }
  const waiting = awaited > 0 && <p className={classes.text}>{t('awaited', { count: awaited })}</p>
  if (accounts.length === 0 && !isWithout && copies === 0)
    return waiting || <p className={classes.text}>{t('nothing')}</p>
  return (
    <>
      {accounts.map((account) => (
        <div key={account.id} className={classes.wish}>
          <p className={classes.text}>
            {account.displayName}
            {', '}
            {account.endedAt == null
              ? t('living', { day: format.day(account.createdAt.slice(0, 10)) })
              : t('ended', { day: format.day(account.endedAt.slice(0, 10)) })}
          </p>
          <Button variant="light" color="red" onClick={() => setErasing(account)}>
            {t('account')}
          </Button>
        </div>
      ))}
      {waiting}
      {(isWithout || copies > 0) && (
        <div className={classes.wish}>
          {isWithout && <p className={classes.text}>{t('without', { appeals, mails })}</p>}
          {copies > 0 && <p className={classes.text}>{t('copies', { count: copies })}</p>}
          {accounts.length === 0 ? (
            <Button variant="light" color="red" loading={isPending} onClick={() => void ask()}>
              {t('erase')}
            </Button>
          ) : (
            <p className={classes.text}>{t('withAccount')}</p>
          )}
        </div>
      )}
      {erasing !== null && (
        <EraseDialog account={erasing} onClose={() => setErasing(null)} onErased={onDone} />
      )}
    </>
  )
}
