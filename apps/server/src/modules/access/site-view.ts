import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import type { LockState } from './access-store.ts'

type Kind = 'box' | 'door' | 'gate' | 'barrier'

/** A lock number of a stock, as our records have it. */
export interface StockLock {
  readonly lockId: string
  readonly kind: Kind | null
  readonly name: string | null
  readonly boxId: string | null
  readonly equipmentId: string | null
  readonly contractId: string | null
  readonly tenantId: string | null
  /** Somebody keeps his things behind it, or has paid for the room to. */
  readonly isInUse: boolean
  readonly state: LockState | null
  readonly since: string | null
}

/** The lock numbers of a stock: of its boxes, of its equipment, and those that only its site knows. */
export async function locksOfStock(db: Database, stockId: string, lockId?: string): Promise<StockLock[]> {
  const only = lockId === undefined ? sql`true` : sql`n.lock_id = ${lockId}`
  const { rows } = await sql<StockLock>`
    with n as (
      select lock_id from box where stock_id = ${stockId} and lock_id is not null and deleted_at is null
      union select id from equipment where stock_id = ${stockId}
      union select lock_id from lock_state where stock_id = ${stockId}
    )
    select n.lock_id as "lockId", case when b.id is not null then 'box' else e.kind end as kind, coalesce(b.unit_number, e.name) as name, b.id as "boxId", e.id as "equipmentId",
           c.id as "contractId", c.account_id as "tenantId", c.id is not null as "isInUse",
           l.state, to_char(l.since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as since
      from n left join box b on b.stock_id = ${stockId} and b.lock_id = n.lock_id and b.deleted_at is null
      left join equipment e on e.stock_id = ${stockId} and e.id = n.lock_id
      left join lock_state l on l.stock_id = ${stockId} and l.lock_id = n.lock_id
      left join lateral (select id, account_id from contract where box_id = b.id and (status in ('pending', 'active', 'ended') or (status = 'cancelled' and withdrawn_at is not null and cleared_at is null)) order by booked_at desc limit 1) c on true
     where ${only} order by n.lock_id`.execute(db)
  return rows
}

export interface OpenRow {
  readonly lockId: string
  readonly kind: Kind | null
  readonly name: string
  readonly boxId: string | null
  readonly equipmentId: string | null
  readonly since: string
  readonly isForced: boolean
  readonly source: string | null
  readonly openedBy: { readonly email: string; readonly role: string } | null
  readonly tenant: { readonly id: string; readonly fullName: string } | null
}

/**
 * What stands open at a stock, longest first. Who opened it stands in the record of that opening; who holds an internal contract
 * (decisions.md B8) is named to himself and superUsers alone.
 * @param reader.id who asks; @param reader.seesAll a superUser
 * @param reader.isAway the site does not answer: what stood open when it was seen last is what can be said
 */
export async function openDoors(
  db: Database,
  stockId: string,
  reader: { readonly id: string; readonly seesAll: boolean; readonly isAway: boolean },
): Promise<OpenRow[]> {
  const { rows } = await sql<OpenRow>`
    select l.lock_id as "lockId", case when b.id is not null then 'box' else e.kind end as kind, coalesce(b.unit_number, e.name, l.lock_id) as name, b.id as "boxId", e.id as "equipmentId",
           to_char(l.open_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as since, l.is_forced as "isForced", r.source,
           case when a.id is not null and (${reader.seesAll} or a.id = ${reader.id} or not exists (select 1 from contract i where i.account_id = a.id and i.stock_id = ${stockId} and i.internal_user_id is not null and i.internal_user_id <> ${reader.id}))
             then json_build_object('email', a.email, 'role', coalesce(r.actor_role, a.platform_role)) end as "openedBy",
           case when t.id is not null and (${reader.seesAll} or c.internal_user_id is null or c.internal_user_id = ${reader.id})
             then json_build_object('id', t.id, 'fullName', coalesce(case when t.account_type = 'legal' then t.company end, nullif(concat_ws(' ', t.first_name, t.last_name), ''), t.email)) end as tenant
      from lock_state l
      left join box b on b.stock_id = l.stock_id and b.lock_id = l.lock_id and b.deleted_at is null
      left join equipment e on e.stock_id = l.stock_id and e.id = l.lock_id
      left join lateral (select source, account_id, actor_role from access_record where stock_id = l.stock_id and lock_id = l.lock_id and action in ('opened', 'forced') and at between l.open_since - interval '5 seconds' and l.open_since + interval '5 seconds' order by account_id is null, at desc limit 1) r on true
      left join account a on a.id = r.account_id
      left join lateral (select account_id, internal_user_id from contract where box_id = b.id and status in ('active', 'ended') order by booked_at desc limit 1) c on true
      left join account t on t.id = c.account_id
     where l.stock_id = ${stockId} and (l.state = 'opened' or (l.state = 'unavailable' and ${reader.isAway})) and l.open_since is not null order by l.open_since, l.lock_id limit 500`.execute(
    db,
  )
  return rows
}

/** Doors of a stock of which nobody can say how they stand: of boxes and equipment that are there. */
export async function countOutOfSight(db: Database, stockId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from lock_state l where l.stock_id = ${stockId} and l.state = 'unavailable'
       and (exists (select 1 from box b where b.stock_id = l.stock_id and b.lock_id = l.lock_id and b.deleted_at is null)
         or exists (select 1 from equipment e where e.stock_id = l.stock_id and e.id = l.lock_id))`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}
