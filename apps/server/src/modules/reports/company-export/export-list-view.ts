import type { Answer } from '@stowage/api/endpoint'
import type { listCompanyExports } from '@stowage/api/company-exports'
import type { Database } from '../../../platform/database/connect.ts'

type Shown = Answer<typeof listCompanyExports>[number]

/** As many as a screen shows; the audit knows all. */
const SHOWN = 10

/** The latest first. */
export async function latestExports(db: Database, id?: string): Promise<Shown[]> {
  const rows = await db
    .selectFrom('company_export')
    .innerJoin('account', 'account.id', 'company_export.asked_by_id')
    .selectAll('company_export')
    .select('account.email')
    .$if(id !== undefined, (query) => query.where('company_export.id', '=', id ?? ''))
    .orderBy('company_export.asked_at', 'desc')
    .orderBy('company_export.id', 'desc')
    .limit(SHOWN)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    state: row.state as Shown['state'],
    withIdentity: row.with_identity,
    asked: row.asked_at.toString(),
    askedBy: row.email,
    things: row.things,
    about: row.about,
    bytes: row.bytes,
    missing: row.missing,
    ready: row.ready_at?.toString() ?? null,
    deletes: row.deletes_at?.toString() ?? null,
    ended: row.ended_at?.toString() ?? null,
    failure: row.failure as Shown['failure'],
  }))
}
