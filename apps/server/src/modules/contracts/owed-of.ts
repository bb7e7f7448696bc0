import type { getContract } from '@stowage/api/contracts'
import type { Answer } from '@stowage/api/endpoint'

/** An unpaid invoice or penalty of a contract. */
export interface OwedDocument {
  readonly id: string
  readonly number: string | null
  readonly kind: 'invoice' | 'penalty'
  readonly debt: number
  readonly dueOn: string
  readonly isOverdue: boolean
  readonly isUnderWay: boolean
}

interface Owing {
  /** The oldest due day first. */
  readonly owed: readonly OwedDocument[]
  /** Days behind a due day on which the box still opens. */
  readonly freeDays: number
  readonly firstDocumentId: string | null
  /** Its first document asks for its money again, whatever its due day: the box is closed until it is paid. */
  readonly firstPaymentReversed: boolean
}

/** What closes the box, and what else is owed: the one answer for cards, pages and mails (decisions.md C20). */
export function owedOf({
  owed,
  freeDays,
  firstDocumentId,
  firstPaymentReversed,
}: Owing): Pick<Answer<typeof getContract>, 'overdueRent' | 'openPenalties'> {
  const isAskedAgain = (id: string): boolean => firstPaymentReversed && id === firstDocumentId
  const rent = owed.filter(({ id, kind, isOverdue }) => kind === 'invoice' && (isOverdue || isAskedAgain(id)))
  const penalties = owed.filter(({ kind }) => kind === 'penalty')
  const [oldest] = rent
  const together = (documents: readonly OwedDocument[]) => ({
    documentIds: documents.map(({ id }) => id),
    amount: documents.reduce((sum, { debt }) => sum + debt, 0),
    paymentUnderWay: documents.some(({ isUnderWay }) => isUnderWay),
  })
  return {
    overdueRent:
      oldest === undefined
        ? null
        : {
            ...together(rent),
            oldestNumber: oldest.number,
            oldestDueDate: oldest.dueOn,
            closesOn: Temporal.PlainDate.from(oldest.dueOn)
              .add({ days: freeDays + 1 })
              .toString(),
          },
    openPenalties: penalties.length === 0 ? null : together(penalties),
  }
}
