import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import type { SourceTrouble } from './source.ts'
import type { Watermarks } from './site-rows.ts'

/** A turn to read one site: nobody else reads it until `lease_until`. */
export interface Turn {
  readonly stockId: string
  readonly leaseId: string
  /** Which database and site the marks are of; null: nothing was ever read. */
  readonly sourceKey: string | null
  readonly marks: Watermarks
}

interface TurnRow {
  readonly sourceKey: string | null
  readonly customers: string | null
  readonly contracts: string | null
  readonly documents: string | null
}

/** Stocks whose source is due for a reading, the longest waiting first. */
export async function dueStocks(db: Database, now: Temporal.Instant): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select s.id from stock s left join external_site e on e.stock_id = s.id
     where s.is_external and s.deleted_at is null and s.external_id is not null and s.db_server is not null and s.db_name is not null
       and (e.stock_id is null or (e.due_at <= ${now.toString()}::timestamptz and (e.lease_until is null or e.lease_until <= ${now.toString()}::timestamptz)))
     order by e.due_at nulls first, s.id limit 100`.execute(db)
  return rows.map(({ id }) => id)
}

/** Takes the turn; undefined while another process has it. */
export async function takeTurn(
  tx: Tx,
  stockId: string,
  {
    leaseId,
    now,
    until,
  }: { readonly leaseId: string; readonly now: Temporal.Instant; readonly until: Temporal.Instant },
): Promise<Turn | undefined> {
  const { rows } = await sql<TurnRow>`
    insert into external_site (stock_id, due_at, lease_id, lease_until, tried_at) values (${stockId}, ${until.toString()}::timestamptz, ${leaseId}, ${until.toString()}::timestamptz, ${now.toString()}::timestamptz)
    on conflict (stock_id) do update set lease_id = excluded.lease_id, lease_until = excluded.lease_until, tried_at = excluded.tried_at
      where external_site.lease_until is null or external_site.lease_until <= ${now.toString()}::timestamptz
    returning source_key as "sourceKey", mark_customers as customers, mark_contracts as contracts, mark_documents as documents`.execute(
    tx,
  )
  const [row] = rows
  return row && { stockId, leaseId, sourceKey: row.sourceKey, marks: row }
}

/** Whether the turn still is one's own, its row locked: a reading that took too long writes nothing over a newer one. */
export async function holdTurn(tx: Tx, { stockId, leaseId }: Turn): Promise<boolean> {
  const { rows } = await sql`
    select 1 from external_site where stock_id = ${stockId} and lease_id = ${leaseId} for update`.execute(tx)
  return rows.length > 0
}

export async function noteSynced(
  tx: Tx,
  turn: Turn,
  result: {
    readonly sourceKey: string
    readonly marks: Watermarks
    readonly problems: readonly string[]
    readonly at: Temporal.Instant
    readonly dueAt: Temporal.Instant
  },
): Promise<void> {
  const { sourceKey, marks, problems, at, dueAt } = result
  await sql`
    update external_site
       set synced_at = ${at.toString()}::timestamptz, due_at = ${dueAt.toString()}::timestamptz, lease_id = null, lease_until = null, trouble = null, problems = ${JSON.stringify(problems)}::jsonb,
           source_key = ${sourceKey}, mark_customers = ${marks.customers}, mark_contracts = ${marks.contracts}, mark_documents = ${marks.documents}
     where stock_id = ${turn.stockId}`.execute(tx)
}

/** Nothing came: what was read the last time stays, and says since when. */
export async function noteFailed(
  tx: Tx,
  turn: Turn,
  { trouble, dueAt }: { readonly trouble: SourceTrouble | 'ours'; readonly dueAt: Temporal.Instant },
): Promise<void> {
  await sql`
    update external_site set trouble = ${trouble}, due_at = ${dueAt.toString()}::timestamptz, lease_id = null, lease_until = null
     where stock_id = ${turn.stockId} and lease_id = ${turn.leaseId}`.execute(tx)
}

/** Holds the copy of a site and its boxes while contracts are made from it; false where nothing was ever read. */
export async function lockBoxesFor(tx: Tx, stockId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from external_site where stock_id = ${stockId} and synced_at is not null for update`.execute(tx)
  await sql`select 1 from box where stock_id = ${stockId} and deleted_at is null order by id for no key update`.execute(
    tx,
  )
  return rows.length > 0
}
