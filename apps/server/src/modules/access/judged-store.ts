import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { isNotPutOff } from '../../platform/rows-of-job.ts'

/** Something that a site opened by its list, and that nobody has looked at yet. */
export interface UnjudgedOpening {
  readonly id: string
  readonly stockId: string
  readonly equipmentId: string | null
  readonly contractId: string | null
  readonly accountId: string | null
  readonly at: Temporal.Instant
}

export async function unjudgedOpenings(
  db: Database,
  { limit, turn }: { readonly limit: number; readonly turn: Temporal.Instant },
): Promise<UnjudgedOpening[]> {
  return await db
    .selectFrom('access_record')
    .select([
      'id',
      'stock_id as stockId',
      'equipment_id as equipmentId',
      'contract_id as contractId',
      'account_id as accountId',
      'at',
    ])
    .where('entry_id', 'is not', null)
    .where('judged_at', 'is', null)
    .where('action', 'in', ['opened', 'granted'])
    .where(isNotPutOff('judge-openings', sql.ref('access_record.id'), turn))
    .orderBy('recorded_at')
    .limit(limit)
    .execute()
}

export async function setJudged(
  db: Database,
  judged: readonly { readonly id: string; readonly code: number | null }[],
  at: Temporal.Instant,
): Promise<void> {
  await sql`
    update access_record r set judged_at = ${at.toString()}::timestamptz, differs_code = j.code
      from jsonb_to_recordset(${JSON.stringify(judged)}::jsonb) as j(id text, code int) where r.id = j.id`.execute(
    db,
  )
}
