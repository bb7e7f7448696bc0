import { useTranslations } from 'use-intl'
import type { previewClosing } from '@stowage/api/contracts'
import type { Answer } from '@stowage/api/endpoint'
import { SumTable, type SumRow } from './sum-table.tsx'
import { depositOf, rentOf, useSettledWords } from './use-settled-words.ts'

export type Settlement = Answer<typeof previewClosing>

type Outcome = 'owed' | 'payout' | 'even'

interface SettlementTableProps {
  readonly settlement: Settlement
  readonly caption: string
  /** What is left, and what becomes of it, as its reader is told. */
  readonly words: (outcome: Outcome) => { readonly outcome: string; readonly note: string }
}

/** What is still asked for, what goes back, and what is then left, to the cent. */
export function SettlementTable({ settlement, caption, words }: SettlementTableProps) {
  const t = useTranslations('contracts.settlement')
  const rows = useRows(settlement)
  const { owed, payout, currency } = settlement
  const { outcome, note } = words(owed > 0 ? 'owed' : payout > 0 ? 'payout' : 'even')
  return (
    <SumTable
      caption={caption}
      rows={rows}
      outcome={outcome}
      sum={owed > 0 ? owed : payout}
      currency={currency}
      note={settlement.refundsUnusedTime ? note : `${note} ${t('noRefund')}`}
    />
  )
}

function useRows(settlement: Settlement): readonly SumRow[] {
  const t = useTranslations('contracts.settlement')
  const { currency, debt, penalties, balance, toOthers, charges, credits } = settlement
  const words = useSettledWords(currency)
  const unless0 = (key: 'debt' | 'penalties' | 'balance' | 'toOthers', amount: number): SumRow[] =>
    amount === 0 ? [] : [{ key, label: t(key), why: null, amount }]
  return [
    ...unless0('debt', debt),
    ...unless0('penalties', penalties),
    ...charges.map((charge) => ({
      key: `${charge.reason} ${charge.from}`,
      label: t(charge.reason, { period: words.period(charge) }),
      // What was lost is a price, no days.
      why: charge.reason === 'firstMonth' ? null : words.charge(charge),
      amount: charge.gross,
    })),
    ...credits.flatMap((credit) => {
      const back: SumRow = {
        key: credit.documentId,
        label: t('unused', { period: words.period(credit) }),
        why: words.credit(credit),
        amount: -rentOf(credit.lines),
      }
      const deposit: SumRow = {
        key: `${credit.documentId} deposit`,
        label: t('deposit'),
        why: t('onInvoice', { number: credit.documentNumber ?? '' }),
        amount: -depositOf(credit.lines),
      }
      return [back, deposit].filter(({ amount }) => amount !== 0)
    }),
    ...unless0('balance', -balance),
    ...unless0('toOthers', toOthers),
  ]
}
