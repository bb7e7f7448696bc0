import { sql } from 'kysely'
import type { Tx } from '../../platform/database/transaction.ts'
import type { AccessRecord } from './access-store.ts'

const instant = (at: Temporal.Instant): string => at.toString()

/** When these locks last opened for nobody who is known, as their rows have it; the newest `limit` of each. */
export async function recentMoves(
  tx: Tx,
  stockId: string,
  lockIds: readonly string[],
  { since, limit }: { readonly since: Temporal.Instant; readonly limit: number },
): Promise<Map<string, Temporal.Instant[]>> {
  const { rows } = await sql<{ lockId: string; at: Temporal.Instant }>`
    select l.lock_id as "lockId", r.at from unnest(${lockIds}::text[]) as l(lock_id)
      join lateral (select at from access_record where stock_id = ${stockId} and lock_id = l.lock_id and source = 'sensor' and account_id is null
        and action in ('opened', 'forced') and at >= ${instant(since)}::timestamptz order by at desc limit ${limit}) r on true
     order by r.at`.execute(tx)
  const moves = new Map<string, Temporal.Instant[]>()
  for (const { lockId, at } of rows) moves.set(lockId, [...(moves.get(lockId) ?? []), at])
  return moves
}

/** So many openings more of each lock than it has rows of: they stand at its last one. */
export async function countRepeats(
  tx: Tx,
  stockId: string,
  repeats: ReadonlyMap<string, number>,
): Promise<void> {
  const rows = JSON.stringify([...repeats].map(([lockId, count]) => ({ lockId, count })))
  await sql`
    update access_record r set repeats = r.repeats + n.count
      from jsonb_to_recordset(${rows}::jsonb) as n("lockId" text, count int)
     where r.id = (select id from access_record where stock_id = ${stockId} and lock_id = n."lockId" and action in ('forced', 'opened') order by at desc, id desc limit 1)`.execute(
    tx,
  )
}

/**
 * Openings that nobody was known for, and that turn out to have been forced.
 * @returns site event ids of the records that need no row of their own
 */
export async function becomeForced(
  tx: Tx,
  stockId: string,
  forced: readonly AccessRecord[],
  withinMs: number,
): Promise<Set<string>> {
  if (forced.length === 0) return new Set()
  const rowsIn = forced.map(({ siteEventId, lockId, at }) => ({ siteEventId, lockId, at: instant(at) }))
  const { rows } = await sql<{ siteEventId: string }>`
    with same as (
      select distinct on (r.id) r.id, f."siteEventId" from jsonb_to_recordset(${JSON.stringify(rowsIn)}::jsonb) as f("siteEventId" text, "lockId" text, at timestamptz)
        join lateral (select id, action from access_record where stock_id = ${stockId} and lock_id = f."lockId" and action in ('opened', 'closed')
          and at between f.at - ${withinMs} * interval '1 millisecond' and f.at order by at desc, id desc limit 1) l on true
        join access_record r on r.id = l.id and r.action = 'opened' and r.source = 'sensor' and r.account_id is null and r.command_id is null
       where not exists (select 1 from access_record k where k.stock_id = ${stockId} and k.site_event_id = f."siteEventId")
       order by r.id, f.at
    )
    update access_record r set action = 'forced', site_event_id = same."siteEventId" from same where r.id = same.id
    returning r.site_event_id as "siteEventId"`.execute(tx)
  return new Set(rows.map(({ siteEventId }) => siteEventId))
}

/** When people were last told that these locks were forced. */
export async function forcedToldAt(
  tx: Tx,
  stockId: string,
  lockIds: readonly string[],
): Promise<Map<string, Temporal.Instant>> {
  const rows = await tx
    .selectFrom('lock_state')
    .select(['lock_id', 'forced_told_at'])
    .where('stock_id', '=', stockId)
    .where('lock_id', 'in', [...lockIds])
    .execute()
  return new Map(rows.flatMap((row) => (row.forced_told_at ? [[row.lock_id, row.forced_told_at]] : [])))
}

export async function setForcedTold(
  tx: Tx,
  stockId: string,
  told: ReadonlyMap<string, Temporal.Instant>,
): Promise<void> {
  const rows = JSON.stringify([...told].map(([lockId, at]) => ({ lockId, at: instant(at) })))
  await sql`
    update lock_state s set forced_told_at = t.at from jsonb_to_recordset(${rows}::jsonb) as t("lockId" text, at timestamptz)
     where s.stock_id = ${stockId} and s.lock_id = t."lockId"`.execute(tx)
}
