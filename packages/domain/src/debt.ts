/**
 * Debt and overdue (decision 18). Debt is the unpaid part of issued documents, and what the Pay button asks for; overdue is
 * debt past its due day, and what debtors' lists, red figures, warnings and blocking look at.
 */
import { subtract, sum, type Currency, type Money } from './money.ts'

export interface IssuedDocument {
  readonly gross: Money
  /** Never more than gross (I4): a surplus becomes balance. */
  readonly paid: Money
  readonly dueDay: Temporal.PlainDate
  /** A pending contract is never a debtor: its first invoice is debt, and never overdue. */
  readonly isOfPendingContract: boolean
}

/** gross − paid of one document. @throws RangeError when more was paid than asked, or less than nothing (I4) */
export function debtOf(document: Pick<IssuedDocument, 'gross' | 'paid'>): Money {
  const debt = subtract(document.gross, document.paid)
  if (debt.amount < 0 || document.paid.amount < 0) throw new RangeError('paid is from 0 to gross')
  return debt
}

/** Whether anything of the document is still unpaid behind its due day; the due day itself is in time. */
export function isOverdue(document: IssuedDocument, today: Temporal.PlainDate): boolean {
  return (
    !document.isOfPendingContract &&
    debtOf(document).amount > 0 &&
    Temporal.PlainDate.compare(document.dueDay, today) < 0
  )
}

/** Debt of documents of one tenant, seller and currency, which never cross. @throws MoneyError `mixedCurrency` */
export function totalDebt(documents: readonly IssuedDocument[], currency: Currency): Money {
  return sum(documents.map(debtOf), currency)
}
