import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { Transact } from '../database/transaction.ts'

interface AuditRow {
  readonly id: string
  readonly canonical: string
}

// What is hashed: every column as the database itself writes it, in one text. A changed row no longer fits its hash.
const CANONICAL = sql<string>`jsonb_build_array(id, extract(epoch from at), extract(epoch from recorded_at), actor_id, on_behalf_of, action, subject_type, subject_id, stock_id, before, after, address)::text`

const link = (previous: string, canonical: string): string => createHash('sha256').update(previous).update('\n').update(canonical).digest('hex')

/**
 * Chains the unsealed records behind the sealed ones, in order of recording. One process at a time: the setting row is
 * the lock. The act itself never waits for this.
 * @returns how many records were sealed
 */
export async function sealAudit(transact: Transact, before: Temporal.Instant): Promise<number> {
  return await transact(async (tx) => {
    await sql`insert into setting (name, value) values ('audit-chain', '{"sequence":0,"hash":"genesis"}') on conflict do nothing`.execute(tx)
    const { rows: heads } = await sql<{ value: { sequence: number; hash: string } }>`select value from setting where name = 'audit-chain' for update`.execute(tx)
    let { sequence, hash } = heads[0]?.value ?? { sequence: 0, hash: 'genesis' }
    const { rows } = await sql<AuditRow>`
      select id, ${CANONICAL} as canonical from audit where sequence is null and recorded_at <= ${before.toString()}::timestamptz order by recorded_at, id limit 1000`.execute(tx)
    if (rows.length === 0) return 0
    const sealed = rows.map((row) => {
      const previous = hash
      hash = link(previous, row.canonical)
      sequence += 1
      return { id: row.id, sequence, previous, hash }
    })
    await sql`
      update audit a set sequence = s.sequence, previous_hash = s.previous, hash = s.hash
        from jsonb_to_recordset(${JSON.stringify(sealed)}::jsonb) as s(id text, sequence bigint, previous text, hash text) where a.id = s.id`.execute(tx)
    await sql`update setting set value = ${JSON.stringify({ sequence, hash })}::jsonb where name = 'audit-chain'`.execute(tx)
    return rows.length
  })
}

export interface AuditVerdict {
  readonly checked: number
  readonly unsealed: number
  /** The id of the first record that does not fit, with what is wrong. */
  readonly broken?: { readonly id: string; readonly reason: string }
}

/** Recomputes the whole chain; a record changed, removed or put in between is found and named. */
export async function verifyAudit(db: Database): Promise<AuditVerdict> {
  const { rows: open } = await sql<{ count: number }>`select count(*)::int as count from audit where sequence is null`.execute(db)
  const unsealed = open[0]?.count ?? 0
  let previous = 'genesis'
  let expected = 1
  for (;;) {
    const { rows } = await sql<AuditRow & { sequence: number; previous_hash: string; hash: string }>`
      select id, sequence, previous_hash, hash, ${CANONICAL} as canonical from audit where sequence >= ${expected} order by sequence limit 2000`.execute(db)
    for (const row of rows) {
      const broken = (reason: string): AuditVerdict => ({ checked: expected - 1, unsealed, broken: { id: row.id, reason } })
      if (row.sequence !== expected) return broken(`record ${expected} is missing before it`)
      if (row.previous_hash !== previous) return broken('it does not follow its predecessor')
      if (link(previous, row.canonical) !== row.hash) return broken('its content is not what was sealed')
      previous = row.hash
      expected += 1
    }
    if (rows.length === 0) break
  }
  const { rows: heads } = await sql<{ value: { sequence: number; hash: string } }>`select value from setting where name = 'audit-chain'`.execute(db)
  const head = heads[0]?.value
  if (head && head.sequence !== expected - 1) return { checked: expected - 1, unsealed, broken: { id: '', reason: `the last ${head.sequence - expected + 1} records are missing` } }
  return { checked: expected - 1, unsealed }
}
