import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { listExternalPayments } from '@stowage/api/payments'
import { queryOf } from '../../../client/index.ts'
import { ErrorState, SkeletonRows } from '../../../ui/index.ts'
import { Drawer } from '../../../ui/dialog.tsx'
import { Sum, WhoAndWhen } from '../payments/payment-cells.tsx'
import { asPage, type ExternalPayment } from '../payments/payments.ts'
import { StatusWord } from '../payments/status-word.tsx'
import { usePaymentWords } from '../payments/use-payment-words.ts'
import { CopyNumber } from './copy-number.tsx'
import { RefundsPanel } from './refunds-panel.tsx'
import classes from './moneyback.module.css'

interface PaymentDrawerProps {
  /** Our number of it, as the address says. */
  readonly paymentId: string | undefined
  readonly onClose: () => void
}

/** One payment beside the list: whose and what for, and what of it went back or can. */
export function PaymentDrawer({ paymentId, onClose }: PaymentDrawerProps) {
  const t = useTranslations('moneyback.payment')
  return (
    <Drawer opened={paymentId !== undefined} onClose={onClose} position="right" size="lg" title={t('title')}>
      {paymentId !== undefined && <Payment key={paymentId} paymentId={paymentId} />}
    </Drawer>
  )
}

function Payment({ paymentId }: { readonly paymentId: string }) {
  const t = useTranslations('moneyback.payment')
  const { data, error, refetch } = useQuery({
    ...queryOf(listExternalPayments, { query: { search: paymentId, page: '1' } }),
    select: asPage,
  })
  if (data === undefined)
    return error === null ? (
      <SkeletonRows rows={4} />
    ) : (
      <ErrorState error={error} onRetry={() => void refetch()} />
    )
  const payment = data.items.find((one) => one.paymentId === paymentId)
  if (payment === undefined) return <p className={classes.quiet}>{t('notThere')}</p>
  return (
    <div className={classes.drawer}>
      <Facts payment={payment} />
      <RefundsPanel paymentId={paymentId} timeZone={payment.timeZone} />
    </div>
  )
}

function Facts({ payment }: { readonly payment: ExternalPayment }) {
  const t = useTranslations('payments.external')
  const words = usePaymentWords()
  const { id, processor, stockName } = payment
  return (
    <dl className={classes.facts}>
      <dt>{t('amount')}</dt>
      <dd>
        <Sum payment={payment} />
      </dd>
      <dt>{t('status')}</dt>
      <dd>
        <StatusWord payment={payment} />
      </dd>
      <WhoAndWhen payment={payment} />
      <dt>{t('stock')}</dt>
      <dd>{stockName}</dd>
      <dt>{t('id')}</dt>
      <dd>
        <CopyNumber value={id} />
        <span className={classes.quiet}>{words.processor(processor)}</span>
      </dd>
    </dl>
  )
}
