import { Button } from '@mantine/core'
import { getRouteApi, Link, Navigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useUser } from '../../../client/index.ts'
import { StatusPage } from '../../../ui/index.ts'
import { DoneSign } from './done-sign.tsx'
import { MoneyBack } from './money-back.tsx'
import { RetryButton } from './retry-button.tsx'
import { useDeclineSentence } from '../../../features/billing/index.ts'
import { usePaid } from './use-paid.ts'

const route = getRouteApi('/front/payment-failed')

/** Says why, when the reason is a code we know; the raw text of the address is never shown (decision 24). */
export default function PaymentFailedPage() {
  const t = useTranslations('results')
  const { errorReason, payment: paymentId } = route.useSearch()
  const { payment, contract, stand } = usePaid({ payment: paymentId })
  const isClient = useUser()?.role === 'client'
  const ofAddress = useDeclineSentence(errorReason)
  const ofPayment = useDeclineSentence(payment?.failureReason)
  const isBooking = contract?.firstDocumentId != null && contract.firstDocumentId === payment?.documentId
  // Declined first, paid after all, and given back: "no money was taken" would not be true.
  if (stand === 'refunded' && payment !== undefined)
    return <MoneyBack payment={payment} contract={contract} />
  // Declined first and paid after all, looked at through the old link.
  if (stand === 'paid' && paymentId !== undefined)
    return <Navigate to="/payment-success" search={{ payment: paymentId }} replace />
  return (
    <StatusPage
      title={t('failed.title')}
      art={<DoneSign mood="failed" />}
      actions={
        <>
          <RetryButton payment={payment} />
          {isClient && (
            <Button size="lg" variant="default" renderRoot={(props) => <Link to="/my-boxes" {...props} />}>
              {t('paid.toBoxes')}
            </Button>
          )}
        </>
      }
    >
      <p>{ofPayment ?? ofAddress ?? t('failed.generic')}</p>
      <p>{t('failed.safe', { what: isBooking ? 'booking' : 'other' })}</p>
    </StatusPage>
  )
}
