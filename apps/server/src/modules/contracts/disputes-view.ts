import { sql } from 'kysely'
import type { Tx } from '../../platform/database/transaction.ts'

/** Whether a charge-back of money that had paid this contract waits for staff. */
export async function isDisputed(tx: Tx, contractId: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    select d.id from document doc join payment p on p.reference = 'document:' || doc.id
      join payment_dispute d on d.payment_id = p.id
     where doc.contract_id = ${contractId} and d.blocks and d.is_withdrawn and d.handled_at is null limit 1`.execute(
    tx,
  )
  return rows.length > 0
}
