import { Button, Pagination } from '@mantine/core'
import { IconFileTypePdf } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Answer } from '@stowage/api/endpoint'
import { listUserPayments } from '@stowage/api/payments'
import { queryOf, useUser } from '../../client/index.ts'
import { useFormat } from '../../i18n/index.ts'
import { AskedSection, CrateLabel, EmptyState, Money } from '../../ui/index.ts'
import { useDeclineSentence, useInvoicePdf } from '../billing/index.ts'
import { PaymentPill } from './payment-pill.tsx'
import { useAttemptWords } from './use-attempt-words.ts'
import classes from './payment-history.module.css'

export type PaymentAttempt = Answer<typeof listUserPayments>['items'][number]

/** Every payment and every try of an account, the newest first: how it stands, by which way, what for, and why it was declined. */
export function PaymentHistory({ userId }: { readonly userId: string }) {
  const t = useTranslations('paying.history')
  const [page, setPage] = useState(1)
  const query = useQuery({
    ...queryOf(listUserPayments, { params: { userId }, query: { page: String(page) } }),
    placeholderData: keepPreviousData,
  })
  const pages = Math.ceil((query.data?.total ?? 0) / (query.data?.pageSize ?? 1))
  return (
    <AskedSection
      query={query}
      title={t('title')}
      flush
      isEmpty={({ total }) => total === 0}
      empty={<EmptyState title={t('emptyTitle')} text={t('empty')} />}
      {...(pages > 1
        ? {
            foot: (
              <Pagination
                value={page}
                onChange={setPage}
                total={pages}
                size="md"
                getItemProps={(item) => ({ 'aria-label': t('page', { page: item }) })}
                getControlProps={(control) => ({ 'aria-label': t(control === 'next' ? 'next' : 'previous') })}
              />
            ),
          }
        : {})}
    >
      {({ items }) => (
        <ul className={classes.list}>
          {items.map((attempt) => (
            <AttemptRow key={attempt.id} attempt={attempt} userId={userId} />
          ))}
        </ul>
      )}
    </AskedSection>
  )
}

interface AttemptProps {
  readonly attempt: PaymentAttempt
  readonly userId: string
}

function AttemptRow({ attempt, userId }: AttemptProps) {
  const t = useTranslations('paying.history')
  const format = useFormat()
  const words = useAttemptWords()
  const isStaff = useUser()?.role !== 'client'
  const { status, amount, currency, refunded, withdrawn, isReinstated, createdAt, timeZone, isSecond } =
    attempt
  const money = (sum: number): string => format.money({ amount: sum, currency })
  return (
    <li className={classes.item}>
      <div className={classes.line}>
        <span className={classes.what}>
          <strong>{words.purpose(attempt)}</strong>
          <AttemptFor attempt={attempt} userId={userId} />
        </span>
        <span className={classes.sum}>
          <Money value={{ amount, currency }} cents="always" />
        </span>
      </div>
      <div className={classes.line}>
        <span className={classes.dim}>
          <time dateTime={createdAt}>{format.shortInstant(createdAt, timeZone)}</time>
          {` · ${words.way(attempt)}`}
        </span>
        <PaymentPill attempt={attempt} />
      </div>
      {status === 'failed' && <Declined attempt={attempt} isStaff={isStaff} />}
      {isSecond && <p className={classes.dim}>{t('second')}</p>}
      {refunded > 0 && refunded < amount && (
        <p className={classes.dim}>{t('partly', { amount: money(refunded) })}</p>
      )}
      {withdrawn > 0 && <p className={classes.dim}>{t('withdrawn', { amount: money(withdrawn) })}</p>}
      {isReinstated && <p className={classes.dim}>{t('reinstated')}</p>}
      {status === 'pending' && attempt.method === 'sepa' && <p className={classes.dim}>{t('sepaPending')}</p>}
      {status === 'created' && <p className={classes.dim}>{t('notFinished')}</p>}
      <Papers attempt={attempt} />
      <Refunding attempt={attempt} />
    </li>
  )
}

/** The box, which leads to the contract with the document opened. */
function AttemptFor({ attempt: { contractId, documentId, unitNumber }, userId }: AttemptProps) {
  if (contractId == null || unitNumber == null) return null
  return (
    <Link
      to="/users/$userId/contracts/$contractId"
      params={{ userId, contractId }}
      search={documentId == null ? {} : { invoiceId: documentId }}
    >
      <CrateLabel number={unitNumber} tone="soft" />
    </Link>
  )
}

/** The sentence for the payer; staff see the processor's own word beside it, since they are asked about it. */
function Declined({ attempt, isStaff }: { readonly attempt: PaymentAttempt; readonly isStaff: boolean }) {
  const t = useTranslations('paying.history')
  const sentence = useDeclineSentence(attempt.decline)
  return (
    <p className={classes.declined}>
      {sentence ?? t('declinedPlain')}
      {isStaff && attempt.reason != null && <small>{t('reason', { code: attempt.reason })}</small>}
    </p>
  )
}

/** The way to give money of it back, or to see what went back: for whoever may. */
function Refunding({ attempt: { id, status, method } }: { readonly attempt: PaymentAttempt }) {
  const t = useTranslations('paying.history')
  const isThere = status === 'succeeded' || status === 'refunded'
  if (useUser()?.role !== 'superUser' || !isThere || ['manual', 'bankTransfer', 'bankDebit'].includes(method))
    return null
  return (
    <div>
      <Link to="/external-payments" search={{ payment: id }}>
        {t('refund')}
      </Link>
    </div>
  )
}

/** What it paid, as a paper; the receipt of a card payment comes by mail from the processor. */
function Papers({ attempt }: { readonly attempt: PaymentAttempt }) {
  const t = useTranslations('paying.history')
  const pdf = useInvoicePdf()
  const { documentId, stockId, unitNumber, status, purpose } = attempt
  // What saved a card has settled no invoice by itself.
  if (documentId == null || purpose === 'card' || (status !== 'succeeded' && status !== 'refunded'))
    return null
  return (
    <div>
      <Button
        className={classes.paper}
        size="xs"
        variant="subtle"
        leftSection={<IconFileTypePdf size={16} stroke={1.75} />}
        loading={pdf.isPending}
        onClick={() => pdf.open({ id: documentId, stockId, unitNumber })}
      >
        {t('invoice')}
      </Button>
    </div>
  )
}
