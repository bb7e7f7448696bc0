import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { cancelContract, closeContract } from '@stowage/api/contracts'
import { call } from '../../client/index.ts'
import { useFormat } from '../../i18n/index.ts'
import { confirm, toast } from '../../ui/index.ts'
import { closingBlock, type Contract } from './contract.ts'
import { useKeepContract } from './use-keep-contract.ts'
import classes from './close-button.module.css'

interface CloseButtonProps {
  readonly contract: Contract
  /** Says what it closes, and what stands in the way, where no row does. */
  readonly isLong?: boolean
}

/** Closes what runs, cancels what was never paid; what is over says so (specification 2.11). */
export function CloseButton({ contract, isLong = false }: CloseButtonProps) {
  const t = useTranslations('people.contracts')
  const { status, mayCancel, mayClose } = contract
  if (status === 'closed' || status === 'cancelled')
    return (
      <Button size="xs" variant="default" disabled>
        {t(status)}
      </Button>
    )
  if (mayCancel) return <Cancel contract={contract} isLong={isLong} />
  return mayClose ? <Close contract={contract} isLong={isLong} /> : null
}

function Cancel({ contract, isLong }: Required<CloseButtonProps>) {
  const t = useTranslations('people.contracts')
  const pending = useTranslations('contracts.pending')
  const keep = useKeepContract()
  const { id, unitNumber: box, contractNumber: number } = contract
  const cancel = useMutation({
    mutationFn: async () => await call(cancelContract, { params: { contractId: id } }),
    onSuccess: (changed) => {
      keep(changed)
      toast({ text: pending('cancelled', { box }) })
    },
  })
  const ask = async (): Promise<void> => {
    const question = { title: pending('cancelTitle', { box }), text: pending('cancelText') }
    if (await confirm({ ...question, yes: pending('cancel'), no: pending('keep'), danger: true }))
      cancel.mutate()
  }
  return (
    <Button
      size="xs"
      variant="default"
      {...(isLong ? {} : { 'aria-label': t('cancelNamed', { number }) })}
      loading={cancel.isPending}
      onClick={() => void ask()}
    >
      {isLong ? pending('cancel') : t('cancel')}
    </Button>
  )
}

/** Where something is owed or paid ahead it looks shut, and says what stands in the way instead of asking first. */
function Close({ contract, isLong }: Required<CloseButtonProps>) {
  const t = useTranslations('people.contracts')
  const format = useFormat()
  const whyId = useId()
  const keep = useKeepContract()
  const { id, stockId, boxId, unitNumber: box, contractNumber: number, debt, paidAhead, deposit } = contract
  const money = (amount: number): string => format.money({ amount, currency: contract.currencyCode })
  const close = useMutation({
    mutationFn: async () =>
      await call(closeContract, { params: { stockId, contractId: id }, query: { boxId } }),
    onSuccess: (changed) => {
      keep(changed)
      toast({ text: t('closeDone', { number, box }) })
    },
  })
  const block = closingBlock(contract)
  const why =
    block === 'debt'
      ? t('closeDebt', { number, amount: money(debt) })
      : block === 'paidAhead'
        ? t('closePaidAhead', { number, count: paidAhead })
        : null
  const ask = async (): Promise<void> => {
    const text = t('closeText', { box })
    const question = {
      title: t('closeTitle', { number }),
      text: deposit > 0 ? `${text} ${t('closeDeposit', { amount: money(deposit) })}` : text,
      yes: t('closeYes'),
      danger: true,
    }
    if (await confirm(question)) close.mutate()
  }
  return (
    <>
      <Button
        size="xs"
        variant="default"
        {...(isLong ? {} : { 'aria-label': t('closeNamed', { number }) })}
        {...(why === null
          ? {}
          : { 'data-disabled': true, 'aria-disabled': true, 'aria-describedby': whyId, title: why })}
        loading={close.isPending}
        onClick={() => (why === null ? void ask() : toast({ text: why, tone: 'amber' }))}
      >
        {isLong ? t('closeYes') : t('close')}
      </Button>
      {why !== null && (
        <p id={whyId} className={isLong ? classes.why : 'st-spoken'}>
          {why}
        </p>
      )}
    </>
  )
}
