import { useTranslations } from 'use-intl'
import type { previewTransfer } from '@stowage/api/contracts'
import type { Answer } from '@stowage/api/endpoint'
import { useFormat } from '../../i18n/index.ts'
import { addDays } from '../../ui/index.ts'
import classes from './settlement-table.module.css'

export type TransferCost = Answer<typeof previewTransfer>

interface TransferTableProps {
  readonly cost: TransferCost
  readonly boxBefore: string
  readonly today: string
}

/** What goes back for the old box, what is asked for the new one, and what is then left, to the cent. */
export function TransferTable({ cost, boxBefore, today }: TransferTableProps) {
  const t = useTranslations('life.transfer')
  const format = useFormat()
  const { difference, currency, firstDay } = cost
  const outcome = difference > 0 ? 'owed' : difference < 0 ? 'balance' : 'even'
  const due = firstDay > today ? firstDay : today
  return (
    <>
      <table className={classes.table}>
        <caption className="st-spoken">{t('cost')}</caption>
        <tbody>
          {useRows(cost, boxBefore).map(({ key, label, why, amount }) => (
            <tr key={key}>
              <th scope="row">
                {label}
                {why !== null && <span className={classes.why}>{why}</span>}
              </th>
              <td>{format.money({ amount, currency })}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t(`outcome.${outcome}`)}</th>
            <td>{format.money({ amount: Math.abs(difference), currency })}</td>
          </tr>
        </tfoot>
      </table>
      <p className={classes.note}>{t(`note.${outcome}`, { day: format.day(due) })}</p>
    </>
  )
}

interface Row {
  readonly key: string
  readonly label: string
  readonly why: string | null
  readonly amount: number
}

const rentOf = (lines: TransferCost['charges'][number]['lines']): number =>
  lines.filter(({ kind }) => kind !== 'deposit').reduce((sum, line) => sum + line.gross, 0)

function useRows(cost: TransferCost, boxBefore: string): readonly Row[] {
  const t = useTranslations('life.transfer')
  const format = useFormat()
  const { unitNumber: box, currency, depositAsked, depositReturned } = cost
  const period = (from: string, until: string): string =>
    t('period', { from: format.day(from), to: format.day(addDays(until, -1)) })
  const unless0 = (key: 'depositAsked' | 'depositReturned', amount: number): Row[] =>
    amount === 0 ? [] : [{ key, label: t(key, { box }), why: null, amount }]
  return [
    ...cost.credits
      .map(({ documentId, documentNumber, from, until, days, usedDays, lines }) => ({
        key: documentId,
        label: t('unused', { box: boxBefore, period: period(from, until) }),
        why: t('credit', { number: documentNumber ?? '', usedDays, days }),
        amount: -rentOf(lines),
      }))
      .filter(({ amount }) => amount !== 0),
    ...cost.charges.map(({ from, until, days, periodDays, months, rate, lines }) => ({
      key: from,
      label: t('charge', { box, period: period(from, until) }),
      why: t('chargeHow', { days, periodDays, rate: format.money({ amount: rate, currency }), months }),
      amount: rentOf(lines),
    })),
    ...unless0('depositAsked', depositAsked),
    ...unless0('depositReturned', -depositReturned),
  ]
}
