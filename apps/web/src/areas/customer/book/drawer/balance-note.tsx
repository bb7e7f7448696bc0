import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { accountBalance } from '@stowage/api/billing'
import { queryOf } from '../../../../client/index.ts'
import { useFormat } from '../../../../i18n/index.ts'
import { Note } from './note.tsx'

interface BalanceNoteProps {
  readonly stockId: string
  readonly currency: string
  /** The first invoice, in minor units. */
  readonly total: number
}

/** Who has money with the stock's seller reads before he orders what it pays; the server decides, and says nothing of it here where it cannot be asked. */
export function BalanceNote({ stockId, currency, total }: BalanceNoteProps) {
  const t = useTranslations('booking.pay')
  const format = useFormat()
  const { data } = useQuery({
    ...queryOf(accountBalance, { query: { stockId } }),
    meta: { quiet: true },
  })
  if (data === undefined || data.accountBalance <= 0 || data.currency !== currency) return null
  const words = {
    amount: format.money({ amount: data.accountBalance, currency }),
    reach: data.accountBalance >= total ? 'whole' : 'part',
  }
  return <Note tone="teal">{t('balance', words)}</Note>
}
