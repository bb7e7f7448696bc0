import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../../i18n/index.ts'
import { useErrorText } from '../../../ui/index.ts'
import { DebitState } from './batch-state.tsx'
import { DayForm } from './day-form.tsx'
import { returnCodes, type Debit, type WholeBatch } from './debits.ts'
import { useBatchDeeds } from './use-batch-deeds.ts'
import classes from './debits.module.css'

/** Every debit of a file: whose, for what, on which day, and what the bank made of it. */
export function BatchDebits({ batch }: { readonly batch: WholeBatch }) {
  const t = useTranslations('bank.debits')
  return (
    <section className={classes.part} aria-label={t('debits')}>
      <h3>{t('debits')}</h3>
      {batch.debits.length === 0 ? (
        <p className={classes.hint}>{t('none')}</p>
      ) : (
        <ul className={classes.debits}>
          {batch.debits.map((debit) => (
            <OneDebit key={debit.paymentId} batch={batch} debit={debit} />
          ))}
        </ul>
      )}
    </section>
  )
}

function OneDebit({ batch, debit }: { readonly batch: WholeBatch; readonly debit: Debit }) {
  const t = useTranslations('bank.debits')
  const format = useFormat()
  const errorText = useErrorText()
  const [isAsked, setIsAsked] = useState(false)
  const { run, isBusy, error } = useBatchDeeds(batch, () => setIsAsked(false))
  const { accountName, accountId, contractId, documentNumber, unitNumber, state } = debit
  const canReturn =
    (batch.state === 'sent' || batch.state === 'settled') && (state === 'pending' || state === 'paid')
  const isLate = debit.collectOn !== debit.announcedOn
  const about = [documentNumber, unitNumber, t('mandate', { reference: debit.mandate })]
  return (
    <li>
      <div className={classes.who}>
        {contractId == null ? (
          <strong>{accountName}</strong>
        ) : (
          <Link to="/users/$userId/contracts/$contractId" params={{ userId: accountId, contractId }}>
            {accountName}
          </Link>
        )}
        <span className={classes.dim}>{about.filter((word) => word != null).join(' · ')}</span>
        <span className={classes.dim}>
          {[
            t('on', { day: format.day(debit.collectOn) }),
            t(`sequence.${debit.sequence}`),
            ...(isLate ? [t('toldFor', { day: format.day(debit.announcedOn) })] : []),
          ].join(', ')}
        </span>
      </div>
      <div className={classes.how}>
        <span className={classes.sum}>{format.money({ amount: debit.amount, currency: 'EUR' })}</span>
        <DebitState state={state} />
        <Why debit={debit} />
        {canReturn && !isAsked && (
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            aria-label={t('returnNamed', { name: accountName })}
            onClick={() => setIsAsked(true)}
          >
            {t('returnOne')}
          </Button>
        )}
      </div>
      {isAsked && (
        <DayForm
          asksWhy
          title={t('returnTitle')}
          yes={t('returnOne')}
          isBusy={isBusy}
          onDay={(day, code) => run({ do: 'returned', paymentId: debit.paymentId, day, code })}
          onClose={() => setIsAsked(false)}
        />
      )}
      {error !== null && (
        <p className={classes.problem} role="alert">
          {errorText(error).text}
        </p>
      )}
    </li>
  )
}

/** When the bank decided, and why it sent something back, in the reader's words where the code is a known one. */
function Why({ debit: { state, decidedOn, returnCode } }: { readonly debit: Debit }) {
  const t = useTranslations('bank.debits')
  const format = useFormat()
  if (state === 'gone') return <span className={classes.dim}>{t('goneWhy')}</span>
  if (decidedOn == null) return null
  const known = returnCodes.find((code) => code === returnCode)
  const why = known === undefined ? returnCode : `${known}, ${t(`codes.${known}`)}`
  return (
    <span className={classes.dim}>
      {[t('on', { day: format.day(decidedOn) }), why].filter((word) => word != null).join(', ')}
    </span>
  )
}
