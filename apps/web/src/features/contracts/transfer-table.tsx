import { useTranslations } from 'use-intl'
import type { previewTransfer } from '@stowage/api/contracts'
import type { Answer } from '@stowage/api/endpoint'
import { useFormat } from '../../i18n/index.ts'
import { SumTable, type SumRow } from './sum-table.tsx'
import { rentOf, useSettledWords } from './use-settled-words.ts'

export type TransferCost = Answer<typeof previewTransfer>

interface TransferTableProps {
  readonly cost: TransferCost
  readonly boxBefore: string
  readonly today: string
}

/** What goes back for the old box, what is asked for the new one, and what is then left, to the cent: what goes back pays what is open first. */
export function TransferTable({ cost, boxBefore, today }: TransferTableProps) {
  const t = useTranslations('life.transfer')
  const format = useFormat()
  const rows = useRows(cost, boxBefore)
  const { difference, toDebt, fromBalance, currency, firstDay } = cost
  const left = difference + toDebt - fromBalance
  const outcome = left > 0 ? 'owed' : left < 0 ? 'balance' : difference === 0 ? 'even' : 'settled'
  const due = firstDay > today ? firstDay : today
  return (
    <SumTable
      caption={t('cost')}
      rows={rows}
      outcome={t(`outcome.${outcome === 'settled' ? 'even' : outcome}`)}
      sum={Math.abs(left)}
      currency={currency}
      note={t(`note.${outcome}`, { day: format.day(due) })}
    />
  )
}

function useRows(cost: TransferCost, boxBefore: string): readonly SumRow[] {
  const t = useTranslations('life.transfer')
  const { unitNumber: box, currency, depositAsked, depositReturned, toDebt, fromBalance } = cost
  const words = useSettledWords(currency)
  const unless0 = (
    key: 'depositAsked' | 'depositReturned' | 'toDebt' | 'fromBalance',
    amount: number,
  ): SumRow[] => (amount === 0 ? [] : [{ key, label: t(key, { box }), why: null, amount }])
  return [
    ...cost.credits
      .map((credit) => ({
        key: credit.documentId,
        label: t('unused', { box: boxBefore, period: words.period(credit) }),
        why: words.credit(credit),
        amount: -rentOf(credit.lines),
      }))
      .filter(({ amount }) => amount !== 0),
    ...cost.charges.map((charge) => ({
      key: charge.from,
      label: t('charge', { box, period: words.period(charge) }),
      why: words.charge(charge),
      amount: rentOf(charge.lines),
    })),
    ...unless0('depositAsked', depositAsked),
    ...unless0('depositReturned', -depositReturned),
    ...unless0('toDebt', toDebt),
    ...unless0('fromBalance', -fromBalance),
  ]
}
