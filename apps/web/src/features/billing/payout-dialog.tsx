import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type SyntheticEvent } from 'react'
import { useTranslations } from 'use-intl'
import { firstCharacters } from '@stowage/domain/characters'
import { recordPayout, type listBalances } from '@stowage/api/billing'
import type { Answer } from '@stowage/api/endpoint'
import { answeredOnce, call, isApiError } from '../../client/index.ts'
import { useFormat, useLanguage } from '../../i18n/index.ts'
import { toast, typedNumber, useErrorText } from '../../ui/index.ts'
import { Modal } from '../../ui/dialog.tsx'
import classes from './payouts.module.css'

export type AccountBalance = Answer<typeof listBalances>[number]

interface PayoutDialogProps {
  readonly userId: string
  /** Whose money it is, where the page around does not say so. */
  readonly tenant?: string
  readonly balance: Pick<AccountBalance, 'currency' | 'accountBalance'>
  readonly stockId: string
  readonly contractId: string | null
  readonly onClose: () => void
}

const methods = ['bankTransfer', 'card', 'cash'] as const

/** Notes money that was paid out: how much, how, when, under which reference. The server keeps it from being more than there is. */
export function PayoutDialog({ userId, tenant, balance, stockId, contractId, onClose }: PayoutDialogProps) {
  const t = useTranslations('people.payouts')
  const shell = useTranslations('shell')
  const format = useFormat()
  const errorText = useErrorText()
  const client = useQueryClient()
  const { language } = useLanguage()
  const { currency, accountBalance } = balance
  const [typed, setTyped] = useState(
    (accountBalance / 100).toFixed(2).replace('.', language === 'en' ? '.' : ','),
  )
  const [method, setMethod] = useState<(typeof methods)[number]>('bankTransfer')
  const [paidOn, setPaidOn] = useState('')
  const [reference, setReference] = useState('')
  const amount = Math.round((typedNumber(typed) ?? 0) * 100)
  const isAmount = Number.isSafeInteger(amount) && amount > 0 && amount <= accountBalance
  const pay = useMutation({
    mutationFn: async () => {
      const body = { stockId, contractId, amount, method, paidOn, reference: reference.trim() }
      return await answeredOnce(
        ['payout', userId, body],
        async (idempotencyKey) => await call(recordPayout, { params: { userId }, body }, { idempotencyKey }),
      )
    },
    meta: { silent: true },
    onSuccess: async () => {
      toast({ text: t('done', { amount: format.money({ amount, currency }) }) })
      onClose()
      await client.invalidateQueries()
    },
    onError: async (error) => {
      if (isApiError(error, 9118)) await client.invalidateQueries()
    },
  })
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault()
    if (isAmount && paidOn !== '' && !pay.isPending) pay.mutate()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      size={440}
      title={tenant === undefined ? t('dialogTitle') : t('dialogTitleFor', { name: tenant })}
    >
      <form noValidate onSubmit={submit} className={classes.fields}>
        <TextInput
          label={t('amount', { currency })}
          description={t('atMost', { amount: format.money({ amount: accountBalance, currency }) })}
          inputMode="decimal"
          required
          data-autofocus
          value={typed}
          error={typed === '' || isAmount ? undefined : t('amountWrong')}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <NativeSelect
          label={t('how')}
          data={methods.map((value) => ({ value, label: t(`method.${value}`) }))}
          value={method}
          onChange={(event) =>
            setMethod(methods.find((one) => one === event.currentTarget.value) ?? 'bankTransfer')
          }
        />
        <TextInput
          type="date"
          label={t('when')}
          required
          value={paidOn}
          onChange={(event) => setPaidOn(event.currentTarget.value)}
        />
        <TextInput
          label={t('reference')}
          value={reference}
          onChange={(event) => setReference(firstCharacters(event.currentTarget.value, 140))}
        />
        {pay.error !== null && (
          <p className={classes.problem} role="alert">
            {errorText(pay.error).text}
          </p>
        )}
        <div className={classes.deeds}>
          <Button size="md" type="submit" disabled={!isAmount || paidOn === ''} loading={pay.isPending}>
            {t('yes')}
          </Button>
          <Button size="md" variant="subtle" color="gray" onClick={onClose}>
            {shell('cancel')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
