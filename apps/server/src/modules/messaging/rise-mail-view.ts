import { sql } from 'kysely'
import type { Currency } from '@stowage/domain/money'
import type { Database } from '../../platform/database/connect.ts'
import { isNotPutOff } from '../../platform/rows-of-job.ts'

/** What a notice of a new rent says, as it is kept with the notice. Days YYYY-MM-DD, amounts in minor units. */
export interface RiseFacts {
  readonly contractId: string
  readonly currency: Currency
  readonly from: string
  readonly rateBefore: number
  readonly rate: number
  readonly months: number
  readonly grossBefore: number
  readonly grossAfter: number
  /** The first day behind the fixed term whose price was promised; null for a contract without an end. */
  readonly termUntil: string | null
}

export async function riseFacts(db: Database, id: string): Promise<RiseFacts | undefined> {
  const { rows } = await sql<RiseFacts>`
    select r.contract_id as "contractId", r.currency, r.effective_on::text as "from", r.rate_before as "rateBefore", r.rate, r.period_months as months, r.gross_before as "grossBefore", r.gross_after as "grossAfter",
           case when c.duration_months is not null then r.promised_until::text end as "termUntil"
      from rent_rise r join contract c on c.id = r.contract_id where r.id = ${id}`.execute(db)
  return rows[0]
}

export interface UnservedRise {
  readonly riseId: string
  readonly accountId: string
  readonly stockId: string
}

/** Notices that are announced, and neither served nor taken back. */
export async function unservedRises(db: Database, turn: Temporal.Instant): Promise<UnservedRise[]> {
  return await db
    .selectFrom('rent_rise')
    .select(['id as riseId', 'account_id as accountId', 'stock_id as stockId'])
    .where('served_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where(isNotPutOff('serve-rises', sql.ref('rent_rise.id'), turn))
    .orderBy('id')
    .execute()
}
