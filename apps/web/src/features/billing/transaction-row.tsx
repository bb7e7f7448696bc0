import { Link, useParams } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/index.ts'
import { Money } from '../../ui/index.ts'
import { useDocumentName } from './use-document-name.ts'
import { useTransactionWords } from './use-transaction-words.ts'
import type { Transaction } from './transactions.tsx'
import classes from './transactions.module.css'

/** One deed: what it was, when and by which way; below it what it settled and what became of the rest. */
export function TransactionRow({ deed }: { readonly deed: Transaction }) {
  const t = useTranslations('transactions')
  const format = useFormat()
  const words = useTransactionWords()
  const { currency, settled, balanceChange, waived, kind } = deed
  const money = (amount: number): string => format.money({ amount, currency })
  const rest = kind === 'payment' || kind === 'refund' || kind === 'takenBack' ? balanceChange : 0
  return (
    <li className={classes.item}>
      <div className={classes.line}>
        <span className={classes.day}>{format.day(deed.date)}</span>
        <span className={classes.what}>
          <strong>{words.kind(deed)}</strong>
          <span className={classes.way}>{words.way(deed)}</span>
        </span>
        <strong className={classes.sum}>
          <Money value={{ amount: deed.amount, currency }} cents="always" />
        </strong>
      </div>
      {(settled.length > 0 || rest !== 0 || waived !== 0) && (
        <ul className={classes.shares}>
          {settled.map((share) => (
            <Settled key={share.documentId} share={share} currency={currency} />
          ))}
          {rest !== 0 && (
            <li>{t(rest > 0 ? 'toBalance' : 'fromBalance', { amount: money(Math.abs(rest)) })}</li>
          )}
          {waived !== 0 && <li>{t('waived', { amount: money(waived) })}</li>}
        </ul>
      )}
    </li>
  )
}

interface SettledProps {
  readonly share: Transaction['settled'][number]
  readonly currency: string
}

/** A document by its name, which leads to its row on the contract's page. */
function Settled({ share, currency }: SettledProps) {
  const t = useTranslations('transactions')
  const format = useFormat()
  const nameOf = useDocumentName()
  // Both pages know whose they are: /users/$id and /users/$userId/contracts/$contractId.
  const { id, userId = id } = useParams({ strict: false })
  const { amount, contractId, documentId, contractNumber } = share
  const name = nameOf(share)
  return (
    <li>
      {userId === undefined ? (
        name
      ) : (
        <Link
          to="/users/$userId/contracts/$contractId"
          params={{ userId, contractId }}
          search={{ invoiceId: documentId }}
          title={t('contract', { number: contractNumber })}
        >
          {name}
        </Link>
      )}
      {amount < 0
        ? ` · ${t('reopened', { amount: format.money({ amount: -amount, currency }) })}`
        : ` · ${format.money({ amount, currency })}`}
    </li>
  )
}
