import { sql } from 'kysely'
import type { Tx } from '../../platform/database/transaction.ts'

/** The documents that a payment has paid, wholly or in part. */
export async function documentsPaidBy(
  tx: Tx,
  paymentId: string,
): Promise<{ documentId: string; contractId: string; accountId: string; stockId: string }[]> {
  return await tx
    .selectFrom('settlement as s')
    .innerJoin('document as d', 'd.id', 's.document_id')
    .select([
      'd.id as documentId',
      'd.contract_id as contractId',
      'd.account_id as accountId',
      'd.stock_id as stockId',
    ])
    .where('s.payment_id', '=', paymentId)
    .orderBy('d.id')
    .execute()
}

/**
 * Whether all that a document asks for has been paid by money that is still there: payments that went back whole do not
 * count. Read anew each time, so that it does not matter in which order its news arrive.
 */
export async function isPaidForGood(tx: Tx, documentId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from document d where d.id = ${documentId} and d.gross <= (
      select coalesce(sum(s.amount), 0) from settlement s
       where s.document_id = d.id and not exists (select 1 from payment p where p.id = s.payment_id and p.status = 'refunded'))`.execute(
    tx,
  )
  return rows.length > 0
}
