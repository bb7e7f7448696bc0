import { sql } from 'kysely'
import { money, type Currency, type Money } from '@stowage/domain/money'
import type { Database } from '../../platform/database/connect.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { isNotPutOff } from '../../platform/rows-of-job.ts'

export type RefundStatus = 'asked' | 'sent' | 'done' | 'refused' | 'failed'

export interface RefundRow {
  readonly id: string
  readonly paymentId: string
  readonly amount: Money
  readonly status: RefundStatus
  readonly refundedBefore: number | null
  readonly sentAt: Temporal.Instant | null
}

const columns = [
  'id',
  'payment_id as paymentId',
  'amount',
  'currency',
  'status',
  'refunded_before as refundedBefore',
  'sent_at as sentAt',
] as const

const selectRefunds = (db: Database | Tx) => db.selectFrom('payment_refund').select(columns)
type Selected = Awaited<ReturnType<ReturnType<typeof selectRefunds>['execute']>>[number]
const refundRow = ({ amount, currency, status, ...row }: Selected): RefundRow => ({
  ...row,
  amount: money(amount, currency as Currency),
  status: status as RefundStatus,
})

export async function insertRefund(
  tx: Tx,
  refund: {
    readonly id: string
    readonly paymentId: string
    readonly amount: Money
    readonly reason: string
    readonly askedById: string
    readonly at: Temporal.Instant
  },
): Promise<void> {
  await tx
    .insertInto('payment_refund')
    .values({
      id: refund.id,
      payment_id: refund.paymentId,
      amount: refund.amount.amount,
      currency: refund.amount.currency,
      status: 'asked',
      reason: refund.reason,
      problem: null,
      refunded_before: null,
      asked_by_id: refund.askedById,
      asked_at: refund.at,
      sent_at: null,
      decided_at: null,
    })
    .execute()
}

export async function lockRefund(tx: Tx, id: string): Promise<RefundRow | undefined> {
  const row = await selectRefunds(tx).where('id', '=', id).forUpdate().executeTakeFirst()
  return row && refundRow(row)
}

/** What of a payment is on its way back and has not arrived: those together, in minor units. */
export async function openRefunds(tx: Tx, paymentId: string): Promise<number> {
  const row = await tx
    .selectFrom('payment_refund')
    .select(({ fn }) => fn.sum<string | null>('amount').as('sum'))
    .where('payment_id', '=', paymentId)
    .where('status', 'in', ['asked', 'sent'])
    .executeTakeFirst()
  return Number(row?.sum ?? 0)
}

/** Whether the processor may know of one whose end is not known. */
export async function isRefundSent(tx: Tx, paymentId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('payment_refund')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where('status', '=', 'sent')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Those that are not decided. @param of.behind the id of the last one that was looked at; '' for the first ones */
export async function undecidedRefunds(
  db: Database,
  of: { readonly behind: string; readonly limit: number; readonly turn: Temporal.Instant },
): Promise<RefundRow[]> {
  const rows = await selectRefunds(db)
    .where('status', 'in', ['asked', 'sent'])
    .where('id', '>', of.behind)
    .where(isNotPutOff('ask-about-refunds', sql.ref('payment_refund.id'), of.turn))
    .orderBy('id')
    .limit(of.limit)
    .execute()
  return rows.map(refundRow)
}

/** Those of a payment that have arrived, as far as its processor has said, the newest first; locked. */
export async function doneRefunds(tx: Tx, paymentId: string): Promise<RefundRow[]> {
  const rows = await selectRefunds(tx)
    .where('payment_id', '=', paymentId)
    .where('status', '=', 'done')
    .orderBy('id', 'desc')
    .forUpdate()
    .execute()
  return rows.map(refundRow)
}

export async function changeRefund(
  tx: Tx,
  id: string,
  change: {
    readonly status: RefundStatus
    readonly problem?: string | null
    readonly refundedBefore?: number
    readonly sentAt?: Temporal.Instant
    readonly decidedAt?: Temporal.Instant
  },
): Promise<void> {
  await tx
    .updateTable('payment_refund')
    .set({
      status: change.status,
      ...(change.problem === undefined ? {} : { problem: change.problem }),
      ...(change.refundedBefore === undefined ? {} : { refunded_before: change.refundedBefore }),
      ...(change.sentAt === undefined ? {} : { sent_at: change.sentAt }),
      ...(change.decidedAt === undefined ? {} : { decided_at: change.decidedAt }),
    })
    .where('id', '=', id)
    .execute()
}
