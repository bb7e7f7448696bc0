import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { readRefunds } from '@stowage/api/refunds'
import { queryOf } from '../../../client/index.ts'
import { useFormat } from '../../../i18n/index.ts'
import { ErrorState, Money, SkeletonRows } from '../../../ui/index.ts'
import { useReadAnew } from '../use-read-anew.ts'
import { isUndecided, type Refund, type Refunds } from './moneyback.ts'
import { RefundForm } from './refund-form.tsx'
import { RefundPill } from './refund-pill.tsx'
import classes from './moneyback.module.css'

/** While a processor has not decided it is asked again and again, and so is this page. */
const ASK_MS = 4_000

interface RefundsPanelProps {
  readonly paymentId: string
  readonly timeZone: string
}

/** What of a payment went back through its processor, what is on the way, and what still can. */
export function RefundsPanel({ paymentId, timeZone }: RefundsPanelProps) {
  const t = useTranslations('moneyback.refunds')
  const { data, error, refetch } = useQuery({
    ...queryOf(readRefunds, { params: { paymentId } }),
    refetchInterval: ({ state }) => (state.data?.refunds.some(isUndecided) === true ? ASK_MS : false),
  })
  const readAnew = useReadAnew()
  const isWaiting = data?.refunds.some(isUndecided) === true
  const wasWaiting = useRef(false)
  // Decided while it was looked at: the payment and its invoice are others by now, too.
  useEffect(() => {
    if (wasWaiting.current && !isWaiting) void readAnew()
    wasWaiting.current = isWaiting
  }, [isWaiting, readAnew])
  return (
    <section className={classes.panel} aria-labelledby="refunds">
      <h3 id="refunds">{t('title')}</h3>
      {data === undefined ? (
        error === null ? (
          <SkeletonRows rows={2} />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <>
          {isWaiting && (
            <p role="status" className={classes.quiet}>
              {t('waiting')}
            </p>
          )}
          {data.refunds.length > 0 && (
            <ul className={classes.refunds}>
              {data.refunds.map((refund) => (
                <RefundRow key={refund.id} refund={refund} currency={data.currency} timeZone={timeZone} />
              ))}
            </ul>
          )}
          <Rest paymentId={paymentId} data={data} />
        </>
      )}
    </section>
  )
}

function Rest({ paymentId, data }: { readonly paymentId: string; readonly data: Refunds }) {
  const t = useTranslations('moneyback.refunds')
  const { refundable, currency, refunds } = data
  if (refundable === 0)
    return <p className={classes.quiet}>{t(refunds.length > 0 ? 'nothingLeft' : 'notThisWay')}</p>
  // Another sum is left by now: the form begins anew with it.
  return <RefundForm key={refundable} paymentId={paymentId} refunds={{ refundable, currency }} />
}

interface RefundRowProps {
  readonly refund: Refund
  readonly currency: string
  readonly timeZone: string
}

function RefundRow({ refund, currency, timeZone }: RefundRowProps) {
  const t = useTranslations('moneyback.refunds')
  const format = useFormat()
  const { amount, status, reason, problem, askedAt, askedByName, decidedAt } = refund
  const moment = (at: string): string => format.instant(at, timeZone)
  return (
    <li>
      <div className={classes.line}>
        <strong>
          <Money value={{ amount, currency }} cents="always" />
        </strong>
        <RefundPill status={status} />
      </div>
      <p>{reason}</p>
      <p className={classes.quiet}>
        {t('asked', { at: moment(askedAt), name: askedByName ?? t('nobody') })}
        {decidedAt != null &&
          ` · ${t(status === 'done' ? 'doneAt' : status === 'failed' ? 'failedAt' : 'refusedAt', { at: moment(decidedAt) })}`}
      </p>
      {status === 'failed' && <p className={classes.problem}>{t('failedHint')}</p>}
      {status === 'refused' && problem != null && (
        <p className={classes.problem}>
          {t('why')} <bdi lang="en">{problem}</bdi>
        </p>
      )}
    </li>
  )
}
