import type { AccessAction } from '@stowage/domain/access-record'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { later, type Tx } from '../../platform/database/transaction.ts'
import { newId } from '../../platform/ids.ts'

export type LockState = 'opened' | 'closed' | 'unavailable'

export interface AccessRecord {
  readonly stockId: string
  readonly boxId: string | null
  readonly equipmentId: string | null
  readonly lockId: string | null
  readonly lockName: string | null
  readonly contractId: string | null
  readonly accountId: string | null
  readonly actorRole: string | null
  readonly action: AccessAction
  readonly code: number | null
  /** Where no code of ours says why; absent: nothing more is to be said. */
  readonly reason?: string | null
  /** By which entry of which list the site judged. */
  readonly entryId?: string | null
  readonly listVersion?: number | null
  /** Told after the site had been without us. */
  readonly isOffline?: boolean
  /** The site did not know for sure what time it was. */
  readonly isClockUncertain?: boolean
  readonly source: string
  readonly commandId: string | null
  readonly siteEventId: string | null
  readonly at: Temporal.Instant
  readonly recordedAt: Temporal.Instant
}

/**
 * One record of a try or a movement; the same command or site event twice is one record (I8). Answers whether it is new.
 * Where the site's event about a command was quicker than its answer, the record learns here who gave the command.
 */
export async function insertRecord(db: Database | Tx, record: AccessRecord): Promise<boolean> {
  const row = await db
    .insertInto('access_record')
    .values({
      id: newId(),
      stock_id: record.stockId,
      box_id: record.boxId,
      equipment_id: record.equipmentId,
      lock_id: record.lockId,
      lock_name: record.lockName,
      contract_id: record.contractId,
      account_id: record.accountId,
      actor_role: record.actorRole,
      action: record.action,
      code: record.code,
      reason: record.reason ?? null,
      source: record.source,
      command_id: record.commandId,
      site_event_id: record.siteEventId,
      at: record.at,
      recorded_at: record.recordedAt,
    })
    .onConflict((conflict) =>
      record.commandId === null || record.accountId === null
        ? conflict.doNothing()
        : conflict
            .columns(['command_id', 'action'])
            .where('command_id', 'is not', null)
            .doUpdateSet({
              account_id: record.accountId,
              actor_role: record.actorRole,
              contract_id: record.contractId,
              source: record.source,
            })
            .where('access_record.account_id', 'is', null),
    )
    .returning(sql<boolean>`xmax = 0`.as('isNew'))
    .executeTakeFirst()
  return row?.isNew === true
}

const instant = (at: Temporal.Instant): string => at.toString()

/**
 * Our own record of a movement and the lock's state, one statement: the opener waits for it, and whoever hears of the same
 * command from the site waits behind its rows. The state stays as it is where the record is not new: the command was
 * answered before, or the site has told of it, and the door may have closed since.
 * @returns whether the lock's state changed
 */
export async function insertMovement(
  tx: Tx,
  record: AccessRecord & { readonly lockId: string },
  state: LockState,
): Promise<boolean> {
  const at = instant(record.at)
  const { rows } = await sql`
    with told as (
      delete from site_order where command_id = ${record.commandId}
    ), record as (
      insert into access_record (id, stock_id, box_id, equipment_id, lock_id, lock_name, contract_id, account_id, actor_role, action, code, source, command_id, site_event_id, at, recorded_at)
      values (${newId()}, ${record.stockId}, ${record.boxId}, ${record.equipmentId}, ${record.lockId}, ${record.lockName}, ${record.contractId}, ${record.accountId}, ${record.actorRole},
              ${record.action}, ${record.code}, ${record.source}, ${record.commandId}, ${record.siteEventId}, ${at}::timestamptz, ${instant(record.recordedAt)}::timestamptz)
      on conflict (command_id, action) where command_id is not null do update
        set account_id = excluded.account_id, actor_role = excluded.actor_role, contract_id = excluded.contract_id, source = excluded.source
        where access_record.account_id is null and excluded.account_id is not null
      returning stock_id, lock_id, xmax = 0 as is_new
    )
    insert into lock_state (stock_id, lock_id, state, since, open_since, left_open_notified_at)
    select stock_id, lock_id, ${state}, ${at}::timestamptz, ${state === 'opened' ? at : null}::timestamptz, null from record where is_new
    on conflict (stock_id, lock_id) do update set state = excluded.state, since = excluded.since, open_since = excluded.open_since, left_open_notified_at = null, is_forced = false
      where lock_state.state <> excluded.state
    returning lock_id`.execute(tx)
  return rows.length > 0
}

/**
 * A query that writes records of what a site saw; an event that was told before changes nothing (I8). The first opening under a command
 * is that try itself, whether our own record of it or the site's was first; a door that opens once more under it has a record more.
 * Its rows are what was new or has found its try.
 */
export function siteRecords(records: readonly AccessRecord[]) {
  const rows = records.map((record, position) => ({
    ...record,
    position,
    id: newId(),
    at: instant(record.at),
    recordedAt: instant(record.recordedAt),
  }))
  return sql`
    insert into access_record (id, stock_id, box_id, equipment_id, lock_id, lock_name, contract_id, account_id, actor_role, action, code, source, command_id, site_event_id, at, recorded_at, reason, entry_id, list_version, is_offline, is_clock_uncertain)
    select id, "stockId", "boxId", "equipmentId", "lockId", "lockName", "contractId", "accountId", "actorRole", action, code, source,
           case when row_number() over (partition by "commandId", action order by position) = 1 and not exists (select 1 from access_record k
             where k.command_id = r."commandId" and k.action = r.action and (k.site_event_id <> r."siteEventId" or k.stock_id <> r."stockId")) then "commandId" end,
           "siteEventId", at, "recordedAt", reason, "entryId", "listVersion", coalesce("isOffline", false), coalesce("isClockUncertain", false)
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(position int, id text, "stockId" text, "boxId" text, "equipmentId" text, "lockId" text, "lockName" text, "contractId" text, "accountId" text,
           "actorRole" text, action text, code int, source text, "commandId" text, "siteEventId" text, at timestamptz, "recordedAt" timestamptz, reason text, "entryId" text, "listVersion" int, "isOffline" boolean, "isClockUncertain" boolean)
     where not exists (select 1 from access_record k where k.stock_id = r."stockId" and k.site_event_id = r."siteEventId")
     order by id
    on conflict (command_id, action) where command_id is not null do update set site_event_id = excluded.site_event_id
      where access_record.site_event_id is null and access_record.stock_id = excluded.stock_id
    returning site_event_id as "siteEventId", xmax = 0 as "isNew"`
}

export interface Commander {
  readonly accountId: string | null
  readonly actorRole: string | null
  /** Of a command whose try has no record of our own yet: what that would say; null where it has. */
  readonly order: { readonly contractId: string | null; readonly source: string } | null
}

/** A lock's state as somebody has seen it. */
export interface SeenState {
  readonly lockId: string
  readonly state: LockState
  /** When it came about, or was read. */
  readonly at: Temporal.Instant
  /** Of an open door, where the site says it; absent: `at`. */
  readonly openSince?: Temporal.Instant | undefined
  readonly isForced?: boolean
}

/**
 * Sets the states of many locks of a stock in one statement: a site that comes back has hundreds. A door that stood open before its
 * site went away, and has all the time since, is the same opening still: nobody is told of it twice.
 * @param options.unlessOlder a state that came about later than what is told now stays as it is
 * @returns those that changed
 */
export async function setLockStates(
  tx: Tx,
  stockId: string,
  states: readonly SeenState[],
  options: { unlessOlder?: boolean } = {},
): Promise<Set<string>> {
  const rowsIn = states.map(({ lockId, state, at, openSince, isForced = false }) => ({
    lockId,
    state,
    at: instant(at),
    openSince: instant(openSince ?? at),
    isForced,
  }))
  const isSame = sql`(excluded.state = 'unavailable' or (excluded.state = 'opened' and lock_state.state <> 'closed' and excluded.open_since <= lock_state.open_since + interval '3 seconds'))`
  const { rows } = await sql<{ lockId: string }>`
    insert into lock_state (stock_id, lock_id, state, since, open_since, left_open_notified_at, is_forced)
    select ${stockId}, l."lockId", l.state, l.at, case when l.state = 'opened' then l."openSince" end, null, l."isForced"
      from jsonb_to_recordset(${JSON.stringify(rowsIn)}::jsonb) as l("lockId" text, state text, at timestamptz, "openSince" timestamptz, "isForced" boolean) order by l."lockId"
    on conflict (stock_id, lock_id) do update set state = excluded.state, since = excluded.since,
      open_since = case when ${isSame} then lock_state.open_since else excluded.open_since end,
      left_open_notified_at = case when ${isSame} then lock_state.left_open_notified_at end,
      is_forced = excluded.is_forced or (${isSame} and lock_state.is_forced)
      where (lock_state.state <> excluded.state or (excluded.is_forced and not lock_state.is_forced)) and (lock_state.since <= excluded.since or not ${options.unlessOlder === true})
    returning lock_id as "lockId"`.execute(tx)
  return new Set(rows.map(({ lockId }) => lockId))
}

/** All locks of a site are out of sight. @returns how many were not before */
export async function loseLocks(tx: Tx, stockId: string, at: Temporal.Instant): Promise<number> {
  const lost = await tx
    .updateTable('lock_state')
    .set({ state: 'unavailable', since: at })
    .where('stock_id', '=', stockId)
    .where('state', '<>', 'unavailable')
    .executeTakeFirst()
  return Number(lost.numUpdatedRows)
}

/** A PIN and the door that opens for it are told within this time. */
const ONE_TRY = '20 seconds'

/**
 * Doors that opened by a PIN which was told of before: that try becomes an opening.
 * @returns the events that need no record of their own
 */
export async function adoptOpenings(
  tx: Tx,
  stockId: string,
  openings: readonly AccessRecord[],
): Promise<Set<string>> {
  const rowsIn = openings.map(({ siteEventId, lockId, entryId, at }) => ({
    siteEventId,
    lockId,
    entryId,
    at: instant(at),
  }))
  const { rows } = await sql<{ siteEventId: string }>`
    with told as (
      select o."siteEventId", r.id from jsonb_to_recordset(${JSON.stringify(rowsIn)}::jsonb) as o("siteEventId" text, "lockId" text, "entryId" text, at timestamptz)
        join lateral (select id from access_record where stock_id = ${stockId} and lock_id = o."lockId" and entry_id = o."entryId" and source = 'pin' and action in ('granted', 'opened')
          and at between o.at - ${ONE_TRY}::interval and o.at order by at desc limit 1) r on true
    ), opened as (
      update access_record set action = 'opened' where id in (select id from told) and action = 'granted'
    )
    select "siteEventId" from told`.execute(tx)
  return new Set(rows.map(({ siteEventId }) => siteEventId))
}

/** What is known of a site's locks. */
export async function lockStates(db: Database, stockId: string): Promise<Map<string, LockState>> {
  const rows = await db
    .selectFrom('lock_state')
    .select(['lock_id', 'state'])
    .where('stock_id', '=', stockId)
    .execute()
  return new Map(rows.map((row) => [row.lock_id, row.state as LockState]))
}

export interface LeftOpen {
  readonly stockId: string
  readonly lockId: string
  readonly openSince: Temporal.Instant
}

/** Locks that have stood open for so long, or as long as staff want it at their stock, and are not told of; marks them as told. */
export async function takeLeftOpen(tx: Tx, minutes: number, at: Temporal.Instant): Promise<LeftOpen[]> {
  const rows = await tx
    .updateTable('lock_state')
    .set({ left_open_notified_at: at })
    .where('state', '=', 'opened')
    .where('left_open_notified_at', 'is', null)
    .where(
      'open_since',
      '<=',
      sql<Temporal.Instant>`${instant(at)}::timestamptz - make_interval(mins => coalesce((select (w.wanted ->> 'leftOpenMinutes')::int from site_settings w where w.stock_id = lock_state.stock_id), ${minutes}))`,
    )
    .returning(['stock_id as stockId', 'lock_id as lockId', 'open_since as openSince'])
    .execute()
  return rows.map((row) => ({ ...row, openSince: row.openSince ?? at }))
}

/** The same for locks of which their site says so, however long that is there. */
export async function takeToldOpen(
  tx: Tx,
  stockId: string,
  lockIds: readonly string[],
  at: Temporal.Instant,
): Promise<LeftOpen[]> {
  const rows = await tx
    .updateTable('lock_state')
    .set({ left_open_notified_at: at })
    .where('stock_id', '=', stockId)
    .where('lock_id', 'in', [...lockIds])
    .where('state', '=', 'opened')
    .where('left_open_notified_at', 'is', null)
    .returning(['lock_id as lockId', 'open_since as openSince'])
    .execute()
  return rows.map((row) => ({ stockId, lockId: row.lockId, openSince: row.openSince ?? at }))
}

export interface SiteState {
  /** The last event that was taken; undefined: the site is not there, or not with this key. */
  readonly sequence: number | undefined
  /** The key that was handed out last, and never used until now. */
  readonly isFirstUse: boolean
  /** Of the last event taken. */
  readonly lastChain: string | null
  readonly chainBrokenAt: Temporal.Instant | null
  readonly owners: ReadonlyMap<string, LockOwner>
  /** Who gave these commands, as our own records of the tries have it. */
  readonly commanders: ReadonlyMap<string, Commander>
}

/**
 * Locks a site, so that its events are taken one batch after another, and looks up whom they concern: statements that travel
 * together, each reading what is true once the site is ours.
 */
export async function lockSite(
  tx: Tx,
  stockId: string,
  keyId: string,
  about: { lockIds: readonly string[]; commandIds: readonly string[] },
): Promise<SiteState> {
  let site:
    | {
        sequence: number
        isFirstUse: boolean
        lastChain: string | null
        chainBrokenAt: Temporal.Instant | null
      }
    | undefined
  const commanders = new Map<string, Commander>()
  const locked = sql<NonNullable<typeof site>>`
    select last_sequence as sequence, last_chain as "lastChain", chain_broken_at as "chainBrokenAt", key_id = ${keyId} and key_used_at is null as "isFirstUse"
      from site where stock_id = ${stockId} and ${keyId} in (key_id, previous_key_id) for no key update`
  await later(tx, locked, {
    done: (rows) => (site = rows[0] as typeof site),
  })
  const gave = sql`
    select command_id as "commandId", account_id as "accountId", actor_role as "actorRole", null::jsonb as "order" from access_record
     where command_id = any(${about.commandIds}::text[]) and stock_id = ${stockId}
    union all
    select command_id, account_id, actor_role, jsonb_build_object('contractId', contract_id, 'source', source) from site_order
     where command_id = any(${about.commandIds}::text[]) and stock_id = ${stockId} order by 2 nulls first, 4 nulls last`
  const done = (rows: readonly unknown[]): void => {
    for (const row of rows as (Commander & { commandId: string })[]) commanders.set(row.commandId, row)
  }
  if (about.commandIds.length > 0) await later(tx, gave, { done })
  const owners = await ownersOfLocks(tx, stockId, about.lockIds)
  return {
    sequence: site?.sequence,
    isFirstUse: site?.isFirstUse === true,
    lastChain: site?.lastChain ?? null,
    chainBrokenAt: site?.chainBrokenAt ?? null,
    owners,
    commanders,
  }
}

/** @param taken.broken the event that did not follow from the one before it, where there was one */
export async function setSequence(
  tx: Tx,
  stockId: string,
  taken: {
    readonly sequence: number
    readonly lastChain: string | null
    readonly broken: { readonly sequence: number; readonly at: Temporal.Instant } | undefined
  },
): Promise<void> {
  const { sequence, lastChain, broken } = taken
  const change = {
    last_sequence: sequence,
    last_chain: lastChain,
    ...(broken ? { chain_broken_at: broken.at, chain_broken_sequence: broken.sequence } : {}),
  }
  await later(tx, tx.updateTable('site').set(change).where('stock_id', '=', stockId))
}

/** Who stands behind a lock: its box and the tenant who holds it now, or the equipment. */
export interface LockOwner {
  readonly lockId: string
  readonly boxId: string | null
  readonly unitNumber: string | null
  readonly equipmentId: string | null
  readonly equipmentName: string | null
  readonly contractId: string | null
  readonly accountId: string | null
}

/** One look by index for each lock: joined as sets, all boxes of the stock were read for four of them. */
export async function ownersOfLocks(
  tx: Tx | Database,
  stockId: string,
  lockIds: readonly string[],
): Promise<Map<string, LockOwner>> {
  const { rows } = await sql<LockOwner>`
    select l.lock_id as "lockId", b.id as "boxId", b.unit_number as "unitNumber", e.id as "equipmentId", e.name as "equipmentName", c.id as "contractId", c.account_id as "accountId"
      from unnest(${lockIds}::text[]) as l(lock_id)
      left join lateral (select id, unit_number from box where stock_id = ${stockId} and lock_id = l.lock_id and deleted_at is null limit 1) b on true
      left join lateral (select id, name from equipment where stock_id = ${stockId} and id = l.lock_id limit 1) e on true
      left join lateral (select id, account_id from contract where box_id = b.id and status in ('active', 'ended') order by booked_at desc limit 1) c on true`.execute(
    tx,
  )
  return new Map(rows.map((row) => [row.lockId, row]))
}
