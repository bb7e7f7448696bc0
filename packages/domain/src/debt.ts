/**
 * Debt and overdue (decision 18). Debt is the unpaid part of issued documents, and what the Pay button asks for; overdue is
 * debt past its due day, and what debtors' lists, red figures, warnings and blocking look at.
 */

/** In minor units of the document's one currency. */
export interface PaidPart {
  readonly gross: number
  /** Never more than gross (I4): a surplus becomes balance. */
  readonly paid: number
}

export interface IssuedDocument extends PaidPart {
  readonly dueDay: Temporal.PlainDate
  /** A pending contract is never a debtor: its first invoice is debt, and never overdue. */
  readonly isOfPendingContract: boolean
}

/** gross − paid of one document. @throws RangeError when more was paid than asked, or less than nothing (I4) */
export function unpaidOf({ gross, paid }: PaidPart): number {
  if (paid < 0 || paid > gross) throw new RangeError('paid is from 0 to gross')
  return gross - paid
}

/** Whether anything of the document is still unpaid behind its due day; the due day itself is in time. */
export function isOverdue(document: IssuedDocument, today: Temporal.PlainDate): boolean {
  return (
    !document.isOfPendingContract &&
    unpaidOf(document) > 0 &&
    Temporal.PlainDate.compare(document.dueDay, today) < 0
  )
}
