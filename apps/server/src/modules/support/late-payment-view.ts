import { sql } from 'kysely'
import type { Tx } from '../../platform/database/transaction.ts'

/** The booking that money came too late for. */
export interface LateBooking {
  readonly contractNumber: string
  readonly unitNumber: string
  /** Nobody else has the box by now. */
  readonly isFree: boolean
}

export async function lateBooking(tx: Tx, contractId: string): Promise<LateBooking | undefined> {
  const { rows } = await sql<LateBooking>`
    select c.number as "contractNumber", b.unit_number as "unitNumber",
           not exists (select 1 from box_claim k where k.box_id = b.id and k.released_at is null) as "isFree"
      from contract c join box b on b.id = c.box_id where c.id = ${contractId}`.execute(tx)
  return rows[0]
}
