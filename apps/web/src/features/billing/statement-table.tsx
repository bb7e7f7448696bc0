import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/index.ts'
import { addDays } from '../../ui/index.ts'
import type { BillingDocument } from './document.ts'
import { useDocumentName } from './use-document-name.ts'
import { WhyFrame } from './why-frame.tsx'
import classes from './why-table.module.css'

type Statement = NonNullable<BillingDocument['statement']>

interface StatementTableProps {
  readonly statement: Statement
  readonly currency: string
}

/** Why a final statement comes to its sum: the documents that it sums up, and what was paid and given back (decision 17). */
export function StatementTable({ statement, currency }: StatementTableProps) {
  const t = useTranslations('billing.statement')
  const unit = useTranslations('billing')
  const format = useFormat()
  const nameOf = useDocumentName()
  const { owed, payout, documents, leftOn } = statement
  const money = (amount: number): string => format.money({ amount, currency })
  const outcome = owed > 0 ? 'owed' : payout > 0 ? 'payout' : 'even'
  return (
    <WhyFrame
      title={t('title')}
      heads={[t('document'), t('period')]}
      foot={t('left', { day: format.day(leftOn) })}
    >
      <tbody>
        {documents.map((row) => {
          const { id, isPenalty, periodFrom, periodTo, documentDate, amount } = row
          const hasPeriod = periodFrom != null && periodTo != null && periodFrom < periodTo
          return (
            <tr key={id}>
              <th scope="row">{isPenalty ? t('penalty', { name: nameOf(row) }) : nameOf(row)}</th>
              <td className={classes.how}>
                {hasPeriod
                  ? unit('period', { from: format.day(periodFrom), to: format.day(addDays(periodTo, -1)) })
                  : format.day(documentDate)}
              </td>
              <td className={classes.sum}>{money(amount)}</td>
            </tr>
          )
        })}
      </tbody>
      <tfoot>
        {partsOf(statement).map(({ key, amount }) => (
          <tr key={key} className={classes.part}>
            <th scope="row" colSpan={2}>
              {t(key)}
            </th>
            <td className={classes.sum}>{money(amount)}</td>
          </tr>
        ))}
        <tr>
          <th scope="row" colSpan={2}>
            {t(outcome)}
          </th>
          <td className={classes.sum}>{money(owed > 0 ? owed : payout)}</td>
        </tr>
      </tfoot>
    </WhyFrame>
  )
}

/** The rows that add up to what is owed, or, below 0, left for the tenant. */
function partsOf({ billed, paid, credited, deposit, balance, toOthers }: Statement) {
  const always = [
    { key: 'billed' as const, amount: billed },
    { key: 'paid' as const, amount: -paid },
  ]
  const unless0 = [
    { key: 'credited' as const, amount: -credited },
    { key: 'deposit' as const, amount: -deposit },
    { key: 'balance' as const, amount: -balance },
    { key: 'toOthers' as const, amount: toOthers },
  ].filter(({ amount }) => amount !== 0)
  return [...always, ...unless0]
}
