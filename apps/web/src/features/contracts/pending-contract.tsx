import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { cancelContract } from '@stowage/api/contracts'
import { call } from '../../client/index.ts'
import { useFormat } from '../../i18n/index.ts'
import { confirm, toast } from '../../ui/index.ts'
import { PayChoice, useInvoicePdf, usePay, usePayMethods } from '../billing/index.ts'
import type { Contract } from './contract.ts'
import { useTimeLeft } from './use-time-left.ts'
import classes from './pending-contract.module.css'

interface PendingContractProps {
  readonly contract: Contract
  /** A card processor is set up for the stock. */
  readonly takesCards: boolean
  /** Of the payment: at most one filled button in a view. */
  readonly isLead?: boolean
}

/** A booked box that is not paid yet: until when it is held, paying, giving it up (specification 4, decision 13). */
export function PendingContract({ contract, takesCards, isLead = true }: PendingContractProps) {
  const t = useTranslations('contracts.pending')
  const billing = useTranslations('billing')
  const format = useFormat()
  const { pay, busyId, choice } = usePay()
  const pdf = useInvoicePdf()
  const cancel = useCancelContract()
  const {
    holdUntil,
    startDate,
    stock,
    stockId,
    debt,
    currencyCode: currency,
    firstDocumentId,
    mayPay,
    mayCancel,
    paymentMethod,
    unitNumber,
    paymentReference,
  } = contract
  const zone = stock?.timeZone ?? 'UTC'
  const takesTransfers = usePayMethods(stockId, mayPay).some(({ method }) => method === 'bankTransfer')
  const byCard = mayPay && takesCards && firstDocumentId != null
  return (
    <div className={classes.pending}>
      <p className={classes.facts}>
        {holdUntil != null && <Hold until={holdUntil} zone={zone} />}
        <span>{t('starts', { day: format.longDay(startDate) })}</span>
      </p>
      {!mayPay && debt > 0 && <p className={classes.hint}>{billing('underWayHint')}</p>}
      {mayPay && (!takesCards || paymentMethod === 'bankTransfer') && (
        <p className={classes.hint}>{t('byTransfer')}</p>
      )}
      {/* The page after a booking says it beside the account. */}
      {mayPay && isLead && takesTransfers && paymentReference != null && (
        <p className={classes.hint}>{t('reference', { reference: paymentReference })}</p>
      )}
      {choice !== null && <PayChoice {...choice} />}
      <div className={classes.deeds}>
        {byCard && (
          <Button
            size="lg"
            variant={isLead ? 'filled' : 'light'}
            loading={busyId === firstDocumentId}
            onClick={() => pay({ id: firstDocumentId, stockId, debt, currency })}
          >
            {t('pay', { amount: format.price({ amount: debt, currency }) })}
          </Button>
        )}
        {firstDocumentId != null && (
          <Button
            size={byCard ? 'sm' : 'lg'}
            variant="default"
            loading={pdf.isPending}
            onClick={() => pdf.open({ id: firstDocumentId, stockId, unitNumber })}
          >
            {t('invoice')}
          </Button>
        )}
        {mayCancel && (
          <Button
            variant="subtle"
            color="gray"
            loading={cancel.isPending}
            onClick={() => void cancel.ask(contract)}
          >
            {t('cancel')}
          </Button>
        )}
      </div>
    </div>
  )
}

function Hold({ until, zone }: { readonly until: string; readonly zone: string }) {
  const t = useTranslations('contracts.pending')
  const format = useFormat()
  const left = useTimeLeft(until)
  return (
    <span>
      {t('hold', { when: format.shortInstant(until, zone) })}
      {left !== null && `, ${t('left', { left })}`}
    </span>
  )
}

/** Gives up a contract that is not paid yet, once it has been confirmed. */
export function useCancelContract() {
  const t = useTranslations('contracts.pending')
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: async (contractId: string) => await call(cancelContract, { params: { contractId } }),
    onSuccess: ({ unitNumber }) => toast({ text: t('cancelled', { box: unitNumber }) }),
    // Also after a refusal: what was shown is not how it stands.
    onSettled: async () => await client.invalidateQueries(),
  })
  const ask = async ({ id, unitNumber }: Pick<Contract, 'id' | 'unitNumber'>): Promise<void> => {
    const yes = await confirm({
      title: t('cancelTitle', { box: unitNumber }),
      text: t('cancelText'),
      yes: t('cancel'),
      no: t('keep'),
      danger: true,
    })
    if (yes) mutate(id)
  }
  return { ask, isPending }
}
