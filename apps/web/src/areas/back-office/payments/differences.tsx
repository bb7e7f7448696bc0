import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../../i18n/index.ts'
import type { Settlements } from './payments.ts'
import { Difference } from './settlement-tables.tsx'
import { usePaymentWords } from './use-payment-words.ts'
import classes from './payments.module.css'

/** The payments that make the differences, each with why it does. */
export function Differences({ rows }: { readonly rows: Settlements['differences'] }) {
  const t = useTranslations('payments.settlements')
  const format = useFormat()
  const words = usePaymentWords()
  return (
    <ul className={classes.differences}>
      {rows.map((row) => {
        const { paymentId, day, processor, currency, amount, booked, why, otherDay, accountId, accountName } =
          row
        const money = (sum: number): string => format.money({ amount: sum, currency })
        return (
          <li key={`${paymentId} ${day} ${processor} ${currency}`} data-why={why}>
            <span className={classes.differenceHead}>
              <span>
                {format.day(day)} · {words.processor(processor)}
                {accountId != null && (
                  <>
                    {' · '}
                    <Link to="/users/$id" params={{ id: accountId }}>
                      {accountName}
                    </Link>
                  </>
                )}
                {row.reference != null && <span className={classes.quiet}> · {row.reference}</span>}
              </span>
              <Difference amount={amount - booked} currency={currency} />
            </span>
            <span className={classes.quiet}>
              {t('sides', { amount: money(amount), booked: money(booked) })}{' '}
              {t(`why.${why}`, { day: otherDay == null ? '' : format.day(otherDay) })}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
