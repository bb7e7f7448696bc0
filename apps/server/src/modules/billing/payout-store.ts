import type { Tx } from '../../platform/database/transaction.ts'

export interface NewPayout {
  readonly id: string
  readonly accountId: string
  readonly sellerId: string
  readonly stockId: string
  readonly contractId: string | null
  readonly currency: string
  readonly amount: number
  readonly method: 'bankTransfer' | 'card' | 'cash'
  readonly reference: string | null
  readonly paidOn: Temporal.PlainDate
  readonly recordedAt: Temporal.Instant
  readonly recordedById: string
}

export async function insertPayout(tx: Tx, payout: NewPayout): Promise<void> {
  await tx
    .insertInto('payout')
    .values({
      id: payout.id,
      account_id: payout.accountId,
      seller_id: payout.sellerId,
      stock_id: payout.stockId,
      contract_id: payout.contractId,
      currency: payout.currency,
      amount: payout.amount,
      method: payout.method,
      reference: payout.reference,
      paid_on: payout.paidOn,
      recorded_at: payout.recordedAt,
      recorded_by_id: payout.recordedById,
    })
    .execute()
}
