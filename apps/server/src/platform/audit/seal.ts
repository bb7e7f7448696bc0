import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { machineNow } from '../clock.ts'
import type { Database } from '../database/connect.ts'
import type { Transact } from '../database/transaction.ts'
import { FORGOTTEN } from './forget-personal.ts'
import { faultOfWords, type KeptWords } from './personal.ts'
import type { Place } from './witness.ts'

interface AuditRow {
  readonly id: string
  readonly canonical: string
}

// What is hashed: every column as the database itself writes it, in one text. A changed row no longer fits its hash.
// The key of the API stands behind the rest, and only where there is one: what was sealed before there were keys keeps its hash.
const CANONICAL = sql<string>`(jsonb_build_array(id, extract(epoch from at), extract(epoch from recorded_at), actor_id, on_behalf_of, action, subject_type, subject_id, stock_id, before, after, address)
  || case when key_id is null then '[]'::jsonb else jsonb_build_array(key_id) end)::text`

/** Where the chain ends. */
type Head = Place
const GENESIS: Head = { sequence: 0, hash: 'genesis' }

const link = (previous: string, canonical: string): string =>
  createHash('sha256').update(previous).update('\n').update(canonical).digest('hex')

/**
 * Chains the unsealed records behind the sealed ones, in order of recording. One process at a time: the setting row is
 * the lock. The act itself never waits for this.
 * @param before machine time; what was recorded later waits for its elders
 * @param now machine time: a record from a time to come (the clock was set back) is not left open until then
 * @returns how many records were sealed
 */
export async function sealAudit(
  transact: Transact,
  before: Temporal.Instant,
  now: Temporal.Instant = machineNow(),
): Promise<number> {
  return await transact(async (tx) => {
    await sql`insert into setting (name, value) values ('audit-chain', ${JSON.stringify(GENESIS)}::jsonb) on conflict do nothing`.execute(
      tx,
    )
    const { rows: heads } = await sql<{
      value: Head
    }>`select value from setting where name = 'audit-chain' for update`.execute(tx)
    let { sequence, hash } = heads[0]?.value ?? GENESIS
    const { rows } = await sql<AuditRow>`
      select id, ${CANONICAL} as canonical from audit where sequence is null and (recorded_at <= ${before.toString()}::timestamptz or recorded_at > ${now.toString()}::timestamptz) order by recorded_at, id limit 1000`.execute(
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

export type ChainFault =
  | 'changed'
  | 'order'
  | 'missing'
  | 'stray'
  | 'unsealed'
  | 'cut'
  | 'rewritten'
  | 'words'

export interface AuditVerdict {
  readonly checked: number
  readonly unsealed: number
  /** Where the chain ends, to be kept somewhere else; null before the first record. */
  readonly end: Place | null
  /** The id of the first record that does not fit, with what is wrong. */
  readonly broken?: { readonly id: string; readonly reason: string; readonly kind: ChainFault }
}

export interface Against {
  /** Places of the chain that were seen before, by the server or by whoever wrote one down. */
  readonly seen?: readonly Place[]
  /** Machine time. */
  readonly now?: Temporal.Instant
}

/**
 * Recomputes the whole chain as it stands at one moment; a record changed, removed or put in is found and named, and so are words
 * kept beside a record that are not those it was sealed with. The end may be unsealed for a minute: the sealer comes after the act.
 */
export async function verifyAudit(db: Database, against: Against = {}): Promise<AuditVerdict> {
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (line) => await verify(line, against))
}

interface ChainedRow extends AuditRow, KeptWords {
  readonly sequence: number
  readonly previous_hash: string
  readonly hash: string
}

// Words stand beside few records; only of those are the record's own words needed.
const WORDS = sql`case when before::text like '%"sealed"%' or after::text like '%"sealed"%' then jsonb_build_object('before', before, 'after', after) end as said,
  (select jsonb_object_agg(p.place, jsonb_build_object('holder', p.holder_id, 'salt', p.salt, 'value', p.value)) from audit_personal p where p.audit_id = audit.id) as kept`

async function verify(db: Database, { seen = [], now = machineNow() }: Against): Promise<AuditVerdict> {
  const { rows: counted } = await sql<{ unsealed: number; stray: string | null; forgotten: string | null }>`
    select count(*) filter (where sequence is null)::int as unsealed, min(id) filter (where sequence < 1) as stray,
           (select id from audit where sequence is null and recorded_at < least((select max(recorded_at) from audit), ${now.toString()}::timestamptz) - interval '1 minute' order by recorded_at limit 1) as forgotten
      from audit`.execute(db)
  const { unsealed, stray, forgotten } = counted[0] ?? { unsealed: 0, stray: null, forgotten: null }
  const { rows: heads } = await sql<{
    value: Head
  }>`select value from setting where name = 'audit-chain'`.execute(db)
  const { rows: nameless } = await sql<{ holder: string }>`
    select distinct subject_id as holder from audit where action = ${FORGOTTEN} and subject_id is not null`.execute(
    db,
  )
  const erased = new Set(nameless.map(({ holder }) => holder))
  const head = heads[0]?.value
  let end: Head = GENESIS
  const verdict = (id: string, kind: ChainFault, reason: string): AuditVerdict => ({
    checked: end.sequence,
    unsealed,
    end: end.sequence === 0 ? null : end,
    broken: { id, reason, kind },
  })
  if (stray !== null) return verdict(stray, 'stray', 'it stands outside of the chain')
  for (;;) {
    const { rows } = await sql<ChainedRow>`
      select id, sequence, previous_hash, hash, ${CANONICAL} as canonical, ${WORDS} from audit where sequence > ${end.sequence} order by sequence limit 2000`.execute(
      db,
    )
    for (const row of rows) {
      const expected = end.sequence + 1
      if (row.sequence !== expected)
        return verdict(row.id, 'missing', `record ${expected} is missing before it`)
      if (row.previous_hash !== end.hash)
        return verdict(row.id, 'order', 'it does not follow its predecessor')
      if (link(end.hash, row.canonical) !== row.hash)
        return verdict(row.id, 'changed', 'its content is not what was sealed')
      const words = faultOfWords(row, erased)
      if (words !== undefined) return verdict(row.id, 'words', words)
      end = { sequence: expected, hash: row.hash }
      if (head?.sequence === expected && head.hash !== row.hash)
        return verdict(row.id, 'changed', 'it is not the end of what was sealed')
      if (head && expected > head.sequence)
        return verdict(row.id, 'stray', 'it was put behind what was sealed')
      if (seen.some(({ sequence, hash }) => sequence === expected && hash !== row.hash))
        return verdict(row.id, 'rewritten', 'it, or one before it, was sealed anew after it had been seen')
    }
    if (rows.length === 0) break
  }
  if (!head && end.sequence > 0) return verdict('', 'cut', 'the head of the chain is missing')
  const known = Math.max(head?.sequence ?? 0, ...seen.map(({ sequence }) => sequence))
  if (known > end.sequence) return verdict('', 'cut', `the last ${known - end.sequence} records are missing`)
  if (forgotten !== null)
    return verdict(forgotten, 'unsealed', 'it has not been sealed for more than a minute')
  return { checked: end.sequence, unsealed, end: end.sequence === 0 ? null : end }
}
