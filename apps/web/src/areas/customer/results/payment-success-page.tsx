import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { paymentState } from '@stowage/api/billing'
import { getContract } from '@stowage/api/contracts'
import { queryOf, useUser } from '../../../client/index.ts'
import { useCompany } from '../../../features/catalog/index.ts'
import { useFormat } from '../../../i18n/index.ts'
import { StatusPage, useTitle } from '../../../ui/index.ts'
import { DoneSign } from './done-sign.tsx'
import { NextSteps } from './next-steps.tsx'
import { PaidBox } from './paid-box.tsx'
import { useDeclineSentence } from './use-decline-sentence.ts'
import classes from './results.module.css'

const route = getRouteApi('/front/payment-success')
const askAgainMs = 2000

/**
 * After the pay page (picture 08). The processor's message may come later than the person, so the page asks until the
 * payment is decided; a visitor without a session, or an address without a payment, gets the plain words.
 */
export default function PaymentSuccessPage() {
  const t = useTranslations('results')
  const { payment: paymentId, contractId } = route.useSearch()
  const user = useUser()
  const mayAsk = user != null
  const payment = useQuery({
    ...queryOf(paymentState, { params: { paymentId: paymentId ?? '' } }),
    enabled: mayAsk && paymentId !== undefined,
    refetchInterval: (query) => (isUndecided(query.state.data?.status) ? askAgainMs : false),
    meta: { quiet: true },
  }).data
  const wanted = contractId ?? payment?.contractId ?? undefined
  const contract = useQuery({
    ...queryOf(getContract, { params: { contractId: wanted ?? '' } }),
    enabled: mayAsk && wanted !== undefined && !isUndecided(payment?.status),
    meta: { quiet: true },
  }).data
  const reason = useDeclineSentence(payment?.failureReason)
  const format = useFormat()
  const phone = useCompany()?.supportPhone
  const isFirst = contract?.firstDocumentId != null && contract.firstDocumentId === payment?.documentId
  const title =
    contract !== undefined && (isFirst || payment === undefined) ? t('paid.title') : t('paid.invoiceTitle')
  useTitle(title)

  if (payment !== undefined && isUndecided(payment.status))
    return (
      <StatusPage title={t('waiting.title')} art={<DoneSign mood="waiting" />} actions={<ToBoxes />}>
        <p>{t('waiting.text')}</p>
      </StatusPage>
    )
  if (payment?.status === 'failed' || payment?.status === 'cancelled')
    return (
      <StatusPage title={t('failed.title')} art={<DoneSign mood="failed" />} actions={<ToBoxes />}>
        <p>{reason ?? t('failed.generic')}</p>
        <p>{t('failed.safe')}</p>
      </StatusPage>
    )
  return (
    <div className={classes.paid}>
      <div className={classes.headline}>
        <DoneSign size="line" />
        <div>
          <h1>{title}</h1>
          <p>
            {payment === undefined || !user
              ? t('paid.plain')
              : t('paid.amount', { amount: format.price(payment), email: user.email })}
          </p>
        </div>
      </div>
      <div className={classes.cards} data-single={contract === undefined || undefined}>
        {contract !== undefined && <PaidBox contract={contract} />}
        <NextSteps contract={contract} />
      </div>
      <div className={classes.actions}>
        {user != null && user.missingDocuments.length > 0 && (
          <Button
            size="lg"
            renderRoot={(props) => <Link to="/users/$id" params={{ id: user.id }} {...props} />}
          >
            {t('paid.upload')}
          </Button>
        )}
        <ToBoxes isFirst={user?.missingDocuments.length === 0} />
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

function isUndecided(status: string | undefined): boolean {
  return status === 'created' || status === 'pending'
}
