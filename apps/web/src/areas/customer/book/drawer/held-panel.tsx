import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { myBoxes } from '@stowage/api/access'
import { payDocument } from '@stowage/api/billing'
import { fetchBoxes } from '@stowage/api/catalog'
import { cancelContract } from '@stowage/api/contracts'
import { call, keyOf } from '../../../../client/index.ts'
import { answeredOnce, webAddress, type OwnContract } from '../../../../features/booking/index.ts'
import { useFormat } from '../../../../i18n/index.ts'
import { confirm, FormProblem, useErrorText } from '../../../../ui/index.ts'
import type { Stock } from '../use-stock-boxes.ts'
import { Note } from './note.tsx'
import classes from './drawer.module.css'

/** Booked and not paid yet: after a payment that failed, or a line that broke. Pay now, pay by transfer, or give it up. */
export function HeldPanel({ contract, stock }: { readonly contract: OwnContract; readonly stock: Stock }) {
  const t = useTranslations('booking.held')
  const format = useFormat()
  const errorText = useErrorText()
  const navigate = useNavigate()
  const client = useQueryClient()
  const documentId = contract.firstDocumentId ?? ''
  const pay = useMutation({
    meta: { silent: true },
    mutationFn: async () => {
      const body = { documentId, processor: 'paykeeper' as const }
      return await answeredOnce(['pay', body], async (idempotencyKey) => await call(payDocument, { body }, { idempotencyKey }))
    },
    onSuccess: ({ redirectionUrl }) => {
      const page = webAddress(redirectionUrl)
      if (page !== null) location.assign(page)
    },
  })
  const { reset } = pay
  useEffect(() => {
    const back = (event: PageTransitionEvent): void => {
      if (event.persisted) reset()
    }
    addEventListener('pageshow', back)
    return () => removeEventListener('pageshow', back)
  }, [reset])
  const giveUp = useMutation({
    meta: { silent: true },
    mutationFn: async () => await call(cancelContract, { params: { contractId: contract.id } }),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: keyOf(fetchBoxes) })
      await client.invalidateQueries({ queryKey: keyOf(myBoxes) })
    },
  })
  const askGiveUp = async (): Promise<void> => {
    const yes = await confirm({ title: t('giveUpTitle', { number: contract.unitNumber }), text: t('giveUpText'), yes: t('giveUpYes'), danger: true })
    if (yes && !giveUp.isPending) giveUp.mutate()
  }
  const isGone = pay.isPending || pay.isSuccess
  const error = pay.error ?? giveUp.error
  const amount = format.money({ amount: contract.debt, currency: contract.currencyCode })
  return (
    <>
      <div className={classes.body}>
        <Note tone="teal">
          <b>{t('title')}</b>
          <p>{contract.holdUntil == null ? t('kept') : t('until', { until: format.shortInstant(contract.holdUntil, stock.timeZone) })}</p>
        </Note>
        <dl className={classes.held}>
          <dt>{t('contract')}</dt>
          <dd>{contract.contractNumber}</dd>
          <dt>{t('term')}</dt>
          <dd>{contract.endDate == null ? format.longDay(contract.startDate) : `${format.day(contract.startDate)} – ${format.day(contract.endDate)}`}</dd>
          <dt className={classes.sum}>{t('toPay')}</dt>
          <dd className={classes.sum}>{amount}</dd>
        </dl>
        {!contract.mayPay && contract.debt > 0 && <Note>{t('underWay')}</Note>}
        <FormProblem>{error === null ? null : errorText(error).text}</FormProblem>
      </div>
      <footer className={classes.foot}>
        {stock.onlinePayment && contract.mayPay && (
          <Button size="lg" fullWidth loading={isGone} aria-busy={isGone} onClick={() => !isGone && pay.mutate()}>
            {t('payCard', { amount })}
          </Button>
        )}
        <Button size="md" fullWidth variant="default" disabled={isGone} onClick={() => void navigate({ to: '/booking-success', search: { contractId: contract.id } })}>
          {t('payTransfer')}
        </Button>
        {contract.mayCancel && (
          <Button size="md" fullWidth variant="subtle" color="red" loading={giveUp.isPending} disabled={isGone} onClick={() => void askGiveUp()}>
            {t('giveUp')}
          </Button>
        )}
      </footer>
    </>
  )
}
