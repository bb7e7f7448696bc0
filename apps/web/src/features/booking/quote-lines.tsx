/** The whole sum with every reason, and the next payment told in advance (picture 04). */
import { Fragment } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/index.ts'
import { useTariffWords } from '../catalog/index.ts'
import { nextSentence, quoteRows, type NextPayment, type PricedLine, type QuoteRow } from './quote-rows.ts'
import classes from './quote-lines.module.css'

interface QuoteLinesProps {
  readonly lines: readonly PricedLine[]
  /** Minor units, as are all amounts. */
  readonly total: number
  readonly currency: string
  /** The payments after the first; empty where there is none. */
  readonly next: readonly NextPayment[]
  readonly periodMonths: number
  /** What the goods are insured for; null where that is not known. */
  readonly coverage?: number | null
  readonly isOpenEnded?: boolean
}

export function QuoteLines(props: QuoteLinesProps) {
  const { lines, total, currency, next, periodMonths, coverage = null, isOpenEnded = false } = props
  const t = useTranslations('booking.quote')
  const tariff = useTariffWords()
  const format = useFormat()
  const price = (amount: number): string => format.price({ amount, currency })
  const money = (amount: number): string => format.money({ amount, currency })

  const label = (row: QuoteRow): string => {
    switch (row.kind) {
      case 'rent':
        return t('rent', { months: row.months, rate: price(row.rate) })
      case 'discount':
        if (row.tariff !== undefined) return tariff.discount(row.tariff, price)
        return t('discount', { percent: format.percent(row.percent) })
      case 'vat':
        return t('vat', { percent: format.percent(row.percent), base: price(row.base) })
      case 'insurance':
        return coverage === null
          ? t('insurance', { months: row.months, rate: price(row.rate) })
          : t('insuranceCover', { months: row.months, rate: price(row.rate), coverage: price(coverage) })
      case 'insuranceTax':
        return t('insuranceTax', { percent: format.percent(row.percent) })
      case 'deposit':
        return t('deposit')
    }
  }
  const after = nextSentence(next, periodMonths, isOpenEnded)
  return (
    <dl className={classes.lines} aria-label={t('title')}>
      {quoteRows(lines).map((row) => (
        <Fragment key={`${row.kind} ${row.kind === 'vat' ? row.percent : ''}`}>
          <dt>{label(row)}</dt>
          <dd className={row.kind === 'discount' ? classes.gain : undefined}>{money(row.amount)}</dd>
        </Fragment>
      ))}
      <dt className={classes.total}>{t('now')}</dt>
      <dd className={classes.total}>{money(total)}</dd>
      {after.kind === 'none' && <dt className={classes.wide}>{t('nothingMore')}</dt>}
      {after.kind === 'once' && (
        <>
          <dt className={classes.next}>{t('nextOnce', { day: format.longDay(after.day) })}</dt>
          <dd className={classes.next}>{money(after.amount)}</dd>
        </>
      )}
      {after.kind === 'changes' &&
        after.rows.map(({ day, amount }) => (
          <Fragment key={day}>
            <dt className={classes.next}>{t('nextEveryMonth', { day: format.longDay(day) })}</dt>
            <dd className={classes.next}>{money(amount)}</dd>
          </Fragment>
        ))}
      {after.kind === 'every' && (
        <>
          <dt className={classes.next}>
            {after.months === 1
              ? t('nextEveryMonth', { day: format.longDay(after.day) })
              : t('nextEvery', { months: after.months, day: format.longDay(after.day) })}
            {after.last !== null && `, ${t('nextVaries', { amount: money(after.last) })}`}
          </dt>
          <dd className={classes.next}>{money(after.amount)}</dd>
        </>
      )}
    </dl>
  )
}
