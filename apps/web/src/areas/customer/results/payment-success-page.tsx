import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { useUser } from '../../../client/index.ts'
import { forgetBooking } from '../../../features/accounts/index.ts'
import { forgetChoices } from '../../../features/booking/index.ts'
import { useCompany } from '../../../features/catalog/index.ts'
import { useFormat } from '../../../i18n/index.ts'
import { ErrorState, StatusPage, useTitle } from '../../../ui/index.ts'
import { DoneSign } from './done-sign.tsx'
import { DoneSteps } from './done-steps.tsx'
import { MoneyBack } from './money-back.tsx'
import { NextSteps } from './next-steps.tsx'
import { PaidBox } from './paid-box.tsx'
import { RetryButton } from './retry-button.tsx'
import { ToCalendar } from './to-calendar.tsx'
import { usePaid } from './use-paid.ts'
import { useDeclineSentence } from '../../../features/billing/index.ts'
import classes from './results.module.css'

const route = getRouteApi('/front/payment-success')

/**
 * After the pay page (picture 08). The processor's message may come later than the person, so the page asks until the
 * payment is decided, and says nothing of money before it knows; a visitor without a session, or an address without a payment,
 * gets the plain words.
 */
export default function PaymentSuccessPage() {
  const t = useTranslations('results')
  const format = useFormat()
  const user = useUser()
  const phone = useCompany()?.supportPhone
  const { payment, contract, stand, error, again } = usePaid(route.useSearch())
  const reason = useDeclineSentence(payment?.failureReason)
  const isFirst = contract?.firstDocumentId != null && contract.firstDocumentId === payment?.documentId
  const isBooking =
    contract !== undefined && ((isFirst && payment?.purpose !== 'card') || payment === undefined)
  const isCard = !isBooking && payment !== undefined && payment.purpose !== 'document'
  const saved = payment?.isCardSaved === true ? 'yes' : 'no'
  const title = isBooking ? t('paid.title') : isCard ? t('paid.cardTitle', { saved }) : t('paid.invoiceTitle')
  // A direct debit is not decided while somebody waits before the page.
  const waiting =
    payment?.status === 'pending' && payment.method === 'sepa'
      ? { title: t('waiting.sepaTitle'), text: t('waiting.sepaText') }
      : { title: t('waiting.title'), text: t('waiting.text') }
  useTitle(
    stand === 'plain' || stand === 'paid' ? title : stand === 'waiting' ? waiting.title : t(`${stand}.title`),
  )
  const isPaid = stand === 'paid'
  useEffect(() => {
    // The booking is done: the next visit to the wizard begins anew.
    if (!isPaid) return
    forgetBooking()
    forgetChoices()
  }, [isPaid])

  if (stand === 'waiting')
    return (
      <StatusPage title={waiting.title} art={<DoneSign mood="waiting" />} actions={<ToBoxes />}>
        {payment?.unitNumber != null && (
          <p>
            <strong>{t('waiting.about', { amount: format.price(payment), unit: payment.unitNumber })}</strong>
          </p>
        )}
        <p role="status">{waiting.text}</p>
      </StatusPage>
    )
  if (stand === 'unknown')
    return (
      <StatusPage title={t('unknown.title')} art={<DoneSign mood="waiting" />} actions={<ToBoxes />}>
        <p>{t('unknown.text')}</p>
        <ErrorState error={error} onRetry={again} />
      </StatusPage>
    )
  if (stand === 'failed')
    return (
      <StatusPage
        title={t('failed.title')}
        art={<DoneSign mood="failed" />}
        actions={<RetryButton payment={payment} />}
      >
        <p>{reason ?? t('failed.generic')}</p>
        <p>{t('failed.safe', { what: isFirst ? 'booking' : 'other' })}</p>
      </StatusPage>
    )
  if (stand === 'refunded' && payment !== undefined)
    return <MoneyBack payment={payment} contract={contract} />
  const isMissing = user != null && user.missingDocuments.length + user.rejectedDocuments.length > 0
  return (
    <div className={classes.paid}>
      {isBooking && <DoneSteps />}
      <div className={classes.headline}>
        <DoneSign size="line" />
        <div>
          <h1>{title}</h1>
          <p>
            {payment === undefined || !user
              ? t('paid.plain')
              : isCard
                ? t('paid.card', { saved, what: payment.purpose, amount: format.price(payment) })
                : t('paid.amount', { amount: format.price(payment), email: user.email })}
          </p>
        </div>
      </div>
      <div className={classes.cards} data-single={contract === undefined || undefined}>
        {contract !== undefined && <PaidBox contract={contract} />}
        <NextSteps contract={contract} isBooking={isBooking} />
      </div>
      <div className={classes.actions}>
        {isMissing && (
          <Button
            size="lg"
            leftSection={<IconUpload size={20} stroke={1.75} aria-hidden="true" />}
            renderRoot={(props) => <Link to="/users/$id" params={{ id: user.id }} {...props} />}
          >
            {t('paid.upload')}
          </Button>
        )}
        <ToBoxes isFirst={!isMissing} />
        {isBooking && <ToCalendar contract={contract} />}
      </div>
      <p className={classes.quiet}>
        {t('paid.spam', { phone: phone === undefined || phone === '' ? 'none' : phone })}
      </p>
    </div>
  )
}

function ToBoxes({ isFirst = true }: { readonly isFirst?: boolean }) {
  const t = useTranslations('results.paid')
  return (
    <Button
      size="lg"
      variant={isFirst ? 'filled' : 'default'}
      renderRoot={(props) => <Link to="/my-boxes" {...props} />}
    >
      {t('toBoxes')}
    </Button>
  )
}
