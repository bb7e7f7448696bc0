import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { cancelContract } from '@stowage/api/contracts'
import { call } from '../../client/index.ts'
import { confirm, toast } from '../../ui/index.ts'
import { CloseDialog } from './close-dialog.tsx'
import type { Contract } from './contract.ts'
import { useKeepContract } from './use-keep-contract.ts'

interface CloseButtonProps {
  readonly contract: Contract
  /** Says what it closes where no row does. */
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

/** Opens the settlement; nothing is closed before it has been seen. */
function Close({ contract, isLong }: Required<CloseButtonProps>) {
  const t = useTranslations('people.contracts')
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <Button
        size="xs"
        variant="default"
        {...(isLong ? {} : { 'aria-label': t('closeNamed', { number: contract.contractNumber }) })}
        onClick={() => setAsked(true)}
      >
        {isLong ? t('closeYes') : t('close')}
      </Button>
      {isAsked && <CloseDialog contract={contract} onClose={() => setAsked(false)} />}
    </>
  )
}
