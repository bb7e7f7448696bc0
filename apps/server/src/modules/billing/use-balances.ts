import { postCreditUsed, postDepositTaken } from '@stowage/domain/ledger'
import { money } from '@stowage/domain/money'
import { settle } from '@stowage/domain/settlement'
import { newId } from '../../platform/ids.ts'
import { PAID_FROM_BALANCE } from './events.ts'
import { keyOf, type OpenRow, type Share } from './issue-store.ts'
import type { Posted } from './post-ledger.ts'

/** What a balance has paid of a document, with one of a batch that is being written or one that was open before. */
export interface PaidPart {
  readonly document: OpenRow
  readonly share: Share
  readonly isFull: boolean
  readonly postings: readonly Posted[]
}

/** Balances of tenants while a batch is computed, with what is open: read once, spent in memory. */
export interface Balances {
  /** What the tenant has pays what is open, the document that has just been issued first, as `useCredit` does it. */
  use(issued: OpenRow): readonly PaidPart[]
}

/**
 * @param credits what tenants have, in minor units, by `keyOf`
 * @param open their documents that are numbered and not paid
 */
export function openBalances(
  credits: ReadonlyMap<string, number>,
  open: readonly OpenRow[],
  at: Temporal.Instant,
): Balances {
  const left = new Map(credits)
  const openOf = Map.groupBy(open, keyOf)
  return {
    use(issued) {
      const key = keyOf(issued)
      const credit = left.get(key) ?? 0
      if (credit <= 0) return []
      const documents = [...(openOf.get(key) ?? []), issued]
      const { shares, surplus } = settle(
        money(credit, issued.currency),
        documents.map((row) => ({
          id: row.id,
          contractId: row.contractId,
          kind: row.kind === 'penalty' ? ('penalty' as const) : ('rent' as const),
          dueDay: row.dueOn,
          debt: money(row.gross - row.paid, row.currency),
        })),
        { documentId: issued.id, contractId: issued.contractId },
      )
      const parts = shares.flatMap(({ documentId, amount }) => {
        const document = documents.find(({ id }) => id === documentId)
        return document === undefined ? [] : [partOf(document, amount.amount, at)]
      })
      const paid = new Map(parts.map(({ document, share }) => [document.id, share.amount]))
      left.set(key, surplus.amount)
      openOf.set(
        key,
        documents
          .map((row) => ({ ...row, paid: row.paid + (paid.get(row.id) ?? 0) }))
          .filter((row) => row.paid < row.gross),
      )
      return parts
    },
  }
}

function partOf(document: OpenRow, amount: number, at: Temporal.Instant): PaidPart {
  const isFull = document.paid + amount === document.gross
  const facts = {
    reason: 'payment',
    accountHolderId: document.accountId,
    sellerId: document.sellerId,
    stockId: document.stockId,
    contractId: document.contractId,
    documentId: document.id,
    paymentId: PAID_FROM_BALANCE,
    businessDay: at.toZonedDateTimeISO(document.timeZone).toPlainDate(),
    recordedAt: at,
  }
  const share = {
    id: newId(),
    paymentId: PAID_FROM_BALANCE,
    documentId: document.id,
    amount,
    currency: document.currency,
  }
  const deposit = money(document.deposit, document.currency)
  return {
    document,
    share,
    isFull,
    postings: [
      { posting: postCreditUsed(money(amount, document.currency)), facts },
      ...(isFull && deposit.amount > 0 ? [{ posting: postDepositTaken(deposit), facts }] : []),
    ],
  }
}
