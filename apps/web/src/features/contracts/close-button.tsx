import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { cancelContract, closeContract } from '@stowage/api/contracts'
import { call } from '../../client/index.ts'
import { confirm, toast } from '../../ui/index.ts'
import type { Contract } from './contract.ts'
import { useKeepContract } from './use-keep-contract.ts'

/** Closes what runs, cancels what was never paid; what is over says so (specification 2.11). */
export function CloseButton({
  contract,
  isLong = false,
}: {
  readonly contract: Contract
  /** Says what it closes, where no row does. */
  readonly isLong?: boolean
}) {
  const t = useTranslations('people.contracts')
  const pending = useTranslations('contracts.pending')
  const keep = useKeepContract()
  const {
    id,
    stockId,
    boxId,
    unitNumber: box,
    contractNumber: number,
    status,
    mayCancel,
    mayClose,
  } = contract
  const close = useMutation({
    mutationFn: async () =>
      await call(closeContract, { params: { stockId, contractId: id }, query: { boxId } }),
    onSuccess: (changed) => {
      keep(changed)
      toast({ text: t('closeDone', { number, box }) })
    },
  })
  const cancel = useMutation({
    mutationFn: async () => await call(cancelContract, { params: { contractId: id } }),
    onSuccess: (changed) => {
      keep(changed)
      toast({ text: pending('cancelled', { box }) })
    },
  })
  const askToClose = async (): Promise<void> => {
    const question = { title: t('closeTitle', { number }), text: t('closeText', { box }), yes: t('closeYes') }
    if (await confirm({ ...question, danger: true })) close.mutate()
  }
  const askToCancel = async (): Promise<void> => {
    const question = { title: pending('cancelTitle', { box }), text: pending('cancelText') }
    if (await confirm({ ...question, yes: pending('cancel'), no: pending('keep'), danger: true }))
      cancel.mutate()
  }
  if (status === 'closed' || status === 'cancelled')
    return (
      <Button size="xs" variant="default" disabled>
        {t(status)}
      </Button>
    )
  if (mayCancel)
    return (
      <Button
        size="xs"
        variant="default"
        {...(isLong ? {} : { 'aria-label': t('cancelNamed', { number }) })}
        loading={cancel.isPending}
        onClick={() => void askToCancel()}
      >
        {isLong ? pending('cancel') : t('cancel')}
      </Button>
    )
  if (!mayClose) return null
  return (
    <Button
      size="xs"
      variant="default"
      {...(isLong ? {} : { 'aria-label': t('closeNamed', { number }) })}
      loading={close.isPending}
      onClick={() => void askToClose()}
    >
      {isLong ? t('closeYes') : t('close')}
    </Button>
  )
}
