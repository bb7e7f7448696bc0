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

/** Where the chain ends: the number and the hash of its last record. */
interface Head {
  readonly sequence: number
  readonly hash: string
}
const GENESIS: Head = { sequence: 0, hash: 'genesis' }

const link = (previous: string, canonical: string): string =>
  createHash('sha256').update(previous).update('\n').update(canonical).digest('hex')

/**
 * Chains the unsealed records behind the sealed ones, in order of recording. One process at a time: the setting row is
 * the lock. The act itself never waits for this.
 * @returns how many records were sealed
 */
export async function sealAudit(transact: Transact, before: Temporal.Instant): Promise<number> {
  return await transact(async (tx) => {
    await sql`insert into setting (name, value) values ('audit-chain', ${JSON.stringify(GENESIS)}::jsonb) on conflict do nothing`.execute(
      tx,
    )
    const { rows: heads } = await sql<{
      value: Head
    }>`select value from setting where name = 'audit-chain' for update`.execute(tx)
    let { sequence, hash } = heads[0]?.value ?? GENESIS
    const { rows } = await sql<AuditRow>`
      select id, ${CANONICAL} as canonical from audit where sequence is null and recorded_at <= ${before.toString()}::timestamptz order by recorded_at, id limit 1000`.execute(
      tx,
    )
    if (rows.length === 0) return 0
    const sealed = rows.map((row) => {
      const previous = hash
      hash = link(previous, row.canonical)
      sequence += 1
      return { id: row.id, sequence, previous, hash }
    })
    await sql`
      update audit a set sequence = s.sequence, previous_hash = s.previous, hash = s.hash
        from jsonb_to_recordset(${JSON.stringify(sealed)}::jsonb) as s(id text, sequence bigint, previous text, hash text) where a.id = s.id`.execute(
      tx,
    )
    await sql`update setting set value = ${JSON.stringify({ sequence, hash })}::jsonb where name = 'audit-chain'`.execute(
      tx,
    )
    return rows.length
  })
}

export interface AuditVerdict {
  readonly checked: number
  readonly unsealed: number
  /** The id of the first record that does not fit, with what is wrong. */
  readonly broken?: { readonly id: string; readonly reason: string }
}

/**
 * Recomputes the whole chain as it stands at one moment; a record changed, removed or put in is found and named. The end
 * may be unsealed for a minute: the sealer comes after the act.
 */
export async function verifyAudit(db: Database): Promise<AuditVerdict> {
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(verify)
}

async function verify(db: Database): Promise<AuditVerdict> {
  const { rows: counted } = await sql<{ unsealed: number; stray: string | null; forgotten: string | null }>`
    select count(*) filter (where sequence is null)::int as unsealed, min(id) filter (where sequence < 1) as stray,
           (select id from audit where sequence is null and recorded_at < (select max(recorded_at) from audit) - interval '1 minute' order by recorded_at limit 1) as forgotten
      from audit`.execute(db)
  const { unsealed, stray, forgotten } = counted[0] ?? { unsealed: 0, stray: null, forgotten: null }
  const { rows: heads } = await sql<{
    value: Head
  }>`select value from setting where name = 'audit-chain'`.execute(db)
  const head = heads[0]?.value
  let end: Head = GENESIS
  const verdict = (id: string, reason: string): AuditVerdict => ({
    checked: end.sequence,
    unsealed,
    broken: { id, reason },
  })
  if (stray !== null) return verdict(stray, 'it stands outside of the chain')
  for (;;) {
    const { rows } = await sql<AuditRow & { sequence: number; previous_hash: string; hash: string }>`
      select id, sequence, previous_hash, hash, ${CANONICAL} as canonical from audit where sequence > ${end.sequence} order by sequence limit 2000`.execute(
      db,
    )
    for (const row of rows) {
      const expected = end.sequence + 1
      if (row.sequence !== expected) return verdict(row.id, `record ${expected} is missing before it`)
      if (row.previous_hash !== end.hash) return verdict(row.id, 'it does not follow its predecessor')
      if (link(end.hash, row.canonical) !== row.hash)
        return verdict(row.id, 'its content is not what was sealed')
      end = { sequence: expected, hash: row.hash }
      if (head?.sequence === expected && head.hash !== row.hash)
        return verdict(row.id, 'it is not the end of what was sealed')
      if (head && expected > head.sequence) return verdict(row.id, 'it was put behind what was sealed')
    }
    if (rows.length === 0) break
  }
  if (!head && end.sequence > 0) return verdict('', 'the head of the chain is missing')
  if (head && head.sequence > end.sequence)
    return verdict('', `the last ${head.sequence - end.sequence} records are missing`)
  if (forgotten !== null) return verdict(forgotten, 'it has not been sealed for more than a minute')
  return { checked: end.sequence, unsealed }
}
