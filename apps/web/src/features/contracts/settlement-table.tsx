import { useTranslations } from 'use-intl'
import type { previewClosing } from '@stowage/api/contracts'
import type { Answer } from '@stowage/api/endpoint'
import { useFormat } from '../../i18n/index.ts'
import { addDays } from '../../ui/index.ts'
import classes from './settlement-table.module.css'

export type Settlement = Answer<typeof previewClosing>

/** What is still asked for, what goes back, and what is then left, to the cent. */
export function SettlementTable({ settlement }: { readonly settlement: Settlement }) {
  const t = useTranslations('people.closing')
  const rows = useRows(settlement)
  const format = useFormat()
  const { owed, payout, currency } = settlement
  const outcome = owed > 0 ? 'owed' : payout > 0 ? 'payout' : 'even'
  return (
    <>
      <table className={classes.table}>
        <caption className="st-spoken">{t('settlement')}</caption>
        <tbody>
          {rows.map(({ key, label, why, amount }) => (
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
            <td>{format.money({ amount: owed > 0 ? owed : payout, currency })}</td>
          </tr>
        </tfoot>
      </table>
      <p className={classes.note}>
        {t(`note.${outcome}`)}
        {!settlement.refundsUnusedTime && ` ${t('noRefund')}`}
      </p>
    </>
  )
}

interface Row {
  readonly key: string
  readonly label: string
  readonly why: string | null
  readonly amount: number
}

function useRows(settlement: Settlement): readonly Row[] {
  const t = useTranslations('people.closing')
  const format = useFormat()
  const { currency, debt, penalties, balance, toOthers, charges, credits } = settlement
  const period = (from: string, until: string): string =>
    t('period', { from: format.day(from), to: format.day(addDays(until, -1)) })
  const unless0 = (key: 'debt' | 'penalties' | 'balance' | 'toOthers', amount: number): Row[] =>
    amount === 0 ? [] : [{ key, label: t(key), why: null, amount }]
  return [
    ...unless0('debt', debt),
    ...unless0('penalties', penalties),
    ...charges.map(({ reason, from, until, days, periodDays, months, rate, gross }) => ({
      key: `${reason} ${from}`,
      label: t(reason, { period: period(from, until) }),
      // What was lost is a price, no days.
      why:
        reason === 'firstMonth'
          ? null
          : t('charge', { days, periodDays, rate: format.money({ amount: rate, currency }), months }),
      amount: gross,
    })),
    ...credits.flatMap(({ documentId, documentNumber, from, until, days, usedDays, lines }) => {
      const sum = (isDeposit: boolean): number =>
        lines
          .filter((line) => (line.kind === 'deposit') === isDeposit)
          .reduce((running, line) => running + line.gross, 0)
      const number = documentNumber ?? ''
      const back: Row = {
        key: documentId,
        label: t('unused', { period: period(from, until) }),
        why: t('credit', { number, usedDays, days }),
        amount: -sum(false),
      }
      const deposit: Row = {
        key: `${documentId} deposit`,
        label: t('deposit'),
        why: t('onInvoice', { number }),
        amount: -sum(true),
      }
      return [back, deposit].filter(({ amount }) => amount !== 0)
    }),
    ...unless0('balance', -balance),
    ...unless0('toOthers', toOthers),
  ]
}
