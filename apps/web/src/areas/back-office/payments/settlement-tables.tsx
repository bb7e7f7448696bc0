import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../../i18n/index.ts'
import { Money } from '../../../ui/index.ts'
import type { Settlements } from './payments.ts'
import { usePaymentWords } from './use-payment-words.ts'
import classes from './payments.module.css'

type Sums = Settlements['totals'][number]

/** The month per processor and currency: nothing of two currencies is added. */
export function TotalsTable({ totals }: { readonly totals: Settlements['totals'] }) {
  const t = useTranslations('payments.settlements')
  const words = usePaymentWords()
  return (
    <table className={classes.table}>
      <caption className="st-spoken">{t('month')}</caption>
      <Head first={t('processor')} />
      <tbody>
        {totals.map((sums) => (
          <tr key={`${sums.processor} ${sums.currency}`}>
            <th scope="row">{words.processor(sums.processor)}</th>
            <Figures sums={sums} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Each day on which something moved, the last first. */
export function DaysTable({ days }: { readonly days: Settlements['days'] }) {
  const t = useTranslations('payments.settlements')
  const format = useFormat()
  const words = usePaymentWords()
  return (
    <table className={classes.table}>
      <caption className="st-spoken">{t('days')}</caption>
      <Head first={t('day')} second={t('processor')} />
      <tbody>
        {days.map((sums) => (
          <tr key={`${sums.day} ${sums.processor} ${sums.currency}`}>
            <th scope="row">{format.day(sums.day)}</th>
            <td className={classes.words}>{words.processor(sums.processor)}</td>
            <Figures sums={sums} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Head({ first, second }: { readonly first: string; readonly second?: string }) {
  const t = useTranslations('payments.settlements')
  return (
    <thead>
      <tr>
        <th scope="col">{first}</th>
        {second !== undefined && (
          <th scope="col" className={classes.words}>
            {second}
          </th>
        )}
        <th scope="col">{t('number')}</th>
        <th scope="col">{t('received')}</th>
        <th scope="col">{t('refunded')}</th>
        <th scope="col">{t('disputed')}</th>
        <th scope="col">{t('paidOut')}</th>
        <th scope="col">{t('net')}</th>
        <th scope="col">{t('booked')}</th>
        <th scope="col">{t('difference')}</th>
      </tr>
    </thead>
  )
}

function Figures({ sums }: { readonly sums: Sums }) {
  const format = useFormat()
  const { currency } = sums
  const money = (amount: number) => (amount === 0 ? '' : format.money({ amount, currency }))
  return (
    <>
      <td>{format.number(sums.receivedCount + sums.refundedCount)}</td>
      <td>{money(sums.received)}</td>
      <td>{money(-sums.refunded)}</td>
      <td>{money(-sums.disputed)}</td>
      <td>{money(-sums.paidOut)}</td>
      <td>
        <Money value={{ amount: sums.net, currency }} cents="always" />
      </td>
      <td>
        <Money value={{ amount: sums.booked, currency }} cents="always" />
      </td>
      <td>
        <Difference amount={sums.difference} currency={currency} />
      </td>
    </>
  )
}

interface SumsCardsProps {
  /** Of a month, or of its days. */
  readonly rows: readonly (Sums & { readonly day?: string })[]
}

/** The same on a phone: nothing has to be moved sideways to see whether it ties. */
export function SumsCards({ rows }: SumsCardsProps) {
  const t = useTranslations('payments.settlements')
  const format = useFormat()
  const words = usePaymentWords()
  return (
    <ul className={classes.sums}>
      {rows.map((sums) => {
        const { day, processor, currency, received, refunded, disputed, paidOut, net, booked } = sums
        const parts = [
          [t('received'), received],
          [t('refunded'), -refunded],
          [t('disputed'), -disputed],
          [t('paidOut'), -paidOut],
        ] as const
        return (
          <li key={`${day} ${processor} ${currency}`}>
            <strong>
              {[day === undefined ? null : format.day(day), words.processor(processor)]
                .filter((part) => part !== null)
                .join(' · ')}
            </strong>
            <dl>
              {[
                ...parts.filter(([, amount]) => amount !== 0),
                [t('net'), net] as const,
                [t('booked'), booked] as const,
              ].map(([name, amount]) => [
                <dt key={name}>{name}</dt>,
                <dd key={`${name} sum`}>{format.money({ amount, currency })}</dd>,
              ])}
              <dt>{t('difference')}</dt>
              <dd>
                <Difference amount={sums.difference} currency={currency} />
              </dd>
            </dl>
          </li>
        )
      })}
    </ul>
  )
}

/** Red, with a sign and a sum; where nothing differs a tick says so. */
export function Difference({ amount, currency }: { readonly amount: number; readonly currency: string }) {
  const t = useTranslations('payments.settlements')
  const format = useFormat()
  if (amount === 0)
    return (
      <span className={classes.ties}>
        <IconCheck size={16} stroke={2} aria-hidden="true" />
        <span className="st-spoken">{t('ties')}</span>
      </span>
    )
  return (
    <span className={classes.differs}>
      <IconAlertTriangle size={14} stroke={2} aria-hidden="true" /> {format.money({ amount, currency })}
    </span>
  )
}
