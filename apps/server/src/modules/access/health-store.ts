import type { Health, SiteEvent } from '@stowage/lsp/messages'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { later, type Tx } from '../../platform/database/transaction.ts'
import type { CarrierKind, HealthReading, SiteTrouble } from './lock-gateway.ts'
import { readableHealth } from './make-readable.ts'

/** What became of one question after a site's health; `reading` null: no answer, or none that can be believed. */
export interface Heartbeat {
  readonly stockId: string
  readonly at: Temporal.Instant
  readonly reading: HealthReading | null
  /** Of an address at which nobody could be believed. */
  readonly trouble?: SiteTrouble | null
}

export interface SiteState {
  readonly stockId: string
  /** Before this heartbeat; null: it had never been asked. */
  readonly wasOk: boolean | null
  readonly isOk: boolean
  readonly misses: number
  /** Whether something has changed that the page of the site shows beside its times. */
  readonly hasNews: boolean
  readonly locksReadAt: Temporal.Instant | null
  /** The site has an older list than the one that it took: it was replaced, or lost its disk. */
  readonly lacksList: boolean
  /** It may not know what staff want of it: it has never been told, was away, or has started since. */
  readonly lacksSettings: boolean
  /** Numbers of the last event: of the site, and of the last one that was taken from it. */
  readonly toldSequence: number | null
  readonly takenSequence: number
}

/**
 * Sites that nobody has asked since `before` and that no process holds a tunnel of (who does, asks over it): whoever asks for them
 * first has them to ask. Sites that are new get their row here.
 */
export async function claimSites(
  db: Database,
  at: Temporal.Instant,
  before: Temporal.Instant,
): Promise<string[]> {
  await sql`insert into site_health (stock_id) select s.stock_id from site s where not exists (select 1 from site_health h where h.stock_id = s.stock_id) order by s.stock_id for key share of s on conflict do nothing`.execute(
    db,
  )
  const { rows } = await sql<{ stockId: string }>`
    with due as (
      select h.stock_id from site_health h
       where (h.asked_at is null or h.asked_at <= ${before.toString()}::timestamptz) and not exists (select 1 from site_tunnel t where t.stock_id = h.stock_id)
       order by h.stock_id for update skip locked
    )
    update site_health h set asked_at = ${at.toString()}::timestamptz from due where h.stock_id = due.stock_id returning h.stock_id as "stockId"`.execute(
    db,
  )
  return rows.map((row) => row.stockId)
}

/** Since when a site runs is reckoned from whole seconds and from when it was asked. */
const STARTED_ABOUT = '3 seconds'

/** Notes many heartbeats in one statement. A site is away after so many misses in a row; one that never answered is from the first on. */
export async function noteHeartbeats(
  tx: Tx,
  heartbeats: readonly Heartbeat[],
  misses: number,
): Promise<SiteState[]> {
  const rowsIn = heartbeats.map(({ stockId, at, reading, trouble }) => ({
    stockId,
    at: at.toString(),
    ok: reading !== null,
    trouble: trouble ?? null,
    ...(reading && toldColumns(reading, at)),
  }))
  const ids = heartbeats.map(({ stockId }) => stockId)
  await later(
    tx,
    // A site that is being unpaired gets none.
    sql`insert into site_health (stock_id) select s.stock_id from site s where s.stock_id = any(${ids}) and not exists (select 1 from site_health h where h.stock_id = s.stock_id) order by s.stock_id for key share of s on conflict do nothing`,
  )
  const { rows } = await sql<SiteState>`
    with seen as (
      select * from jsonb_to_recordset(${JSON.stringify(rowsIn)}::jsonb) as s("stockId" text, at timestamptz, ok boolean, trouble text, carrier text, address text, version text, "startedAt" timestamptz, "skewMs" bigint,
        uncertain boolean, maintenance boolean, buses jsonb, unsent int, seq bigint, "listVersion" int, "listUntil" timestamptz, "offlineSince" timestamptz, exits jsonb)
    ), before as (
      select h.stock_id, h.is_ok, h.version, h.buses, h.is_maintenance, h.list_version, h.carrier, h.trouble, h.exits from site_health h where h.stock_id in (select "stockId" from seen) order by h.stock_id for update
    )
    update site_health h set
      is_ok = s.ok or (coalesce(h.is_ok, false) and h.misses + 1 < ${misses}),
      misses = case when s.ok then 0 else h.misses + 1 end,
      trouble = s.trouble,
      asked_at = greatest(h.asked_at, s.at),
      contact_at = case when s.ok then s.at else h.contact_at end,
      carrier = coalesce(s.carrier, h.carrier), address = case when s.ok then s.address else h.address end, version = coalesce(s.version, h.version),
      started_at = coalesce(s."startedAt", h.started_at), skew_ms = coalesce(s."skewMs", h.skew_ms),
      is_clock_uncertain = coalesce(s.uncertain, h.is_clock_uncertain), is_maintenance = coalesce(s.maintenance, h.is_maintenance), buses = coalesce(s.buses, h.buses),
      unsent_events = coalesce(s.unsent, h.unsent_events), last_sequence = coalesce(s.seq, h.last_sequence), list_version = coalesce(s."listVersion", h.list_version),
      list_valid_until = case when s.ok then s."listUntil" else h.list_valid_until end, offline_since = case when s.ok then s."offlineSince" else h.offline_since end,
      exits = coalesce(s.exits, h.exits)
      from seen s join before b on b.stock_id = s."stockId" join site on site.stock_id = s."stockId"
     where h.stock_id = s."stockId"
    returning h.stock_id as "stockId", b.is_ok as "wasOk", h.is_ok as "isOk", h.misses, h.locks_read_at as "locksReadAt", h.last_sequence as "toldSequence", site.last_sequence as "takenSequence",
      s.ok and exists (select 1 from access_list l where l.stock_id = h.stock_id and l.applied_version > h.list_version) as "lacksList",
      s.ok and exists (select 1 from site_settings w where w.stock_id = h.stock_id and (w.told_at is null or b.is_ok is not true or h.started_at > w.told_at - ${STARTED_ABOUT}::interval)) as "lacksSettings",
      (b.is_ok, b.version, b.is_maintenance, b.list_version, b.carrier, b.trouble, b.exits, jsonb_path_query_array(b.buses, '$[*].isOk')) is distinct from (h.is_ok, h.version, h.is_maintenance, h.list_version, h.carrier, h.trouble, h.exits, jsonb_path_query_array(h.buses, '$[*].isOk')) as "hasNews"`.execute(
    tx,
  )
  return rows
}

function toldColumns({ health: told, carrier, address, skewMs }: HealthReading, at: Temporal.Instant) {
  const health = readableHealth(told)
  return {
    carrier,
    address,
    version: health.version,
    startedAt: at.subtract({ seconds: Math.round(health.uptimeS) }).toString(),
    skewMs,
    uncertain: health.clockUncertain ?? false,
    maintenance: health.isMaintenance ?? false,
    buses: health.buses.map(busOf),
    unsent: health.unsentEvents,
    seq: health.lastSeq,
    listVersion: health.accessListVersion,
    listUntil: health.accessListValidUntil,
    offlineSince: health.offlineSince ?? null,
    exits: health.exits ?? [],
  }
}

export interface BusRow {
  readonly bus: number
  readonly isOk: boolean
  readonly lastPollAt: string | null
  readonly errorCount: number
}
const busOf = ({ bus, ok, lastPollAt, errorCount }: Health['buses'][number]): BusRow => ({
  bus,
  isOk: ok,
  lastPollAt,
  errorCount,
})

/** The locks of a site were read as they are. */
export async function noteLocksRead(db: Database | Tx, stockId: string, at: Temporal.Instant): Promise<void> {
  await db.updateTable('site_health').set({ locks_read_at: at }).where('stock_id', '=', stockId).execute()
}

/** A site came and was not let in for its clock; its next contact says how it is then. */
export async function noteWrongClock(db: Database, stockId: string, skewMs: number): Promise<void> {
  await sql`
    insert into site_health (stock_id, skew_ms) values (${stockId}, ${skewMs})
    on conflict (stock_id) do update set skew_ms = excluded.skew_ms where site_health.is_ok is not true`.execute(
    db,
  )
}

/** What a site says of the list that it was given. */
export async function noteList(
  tx: Tx,
  stockId: string,
  { type, version, reason, at }: SiteEvent,
): Promise<void> {
  const rejected = type === 'list.applied' ? null : { version: version ?? null, reason: reason ?? '', at }
  await tx
    .updateTable('site_health')
    .set({
      list_rejected: rejected === null ? null : JSON.stringify(rejected),
      ...(type === 'list.applied' && version !== undefined ? { list_version: version } : {}),
    })
    .where('stock_id', '=', stockId)
    .execute()
}

/** From where a site opened its tunnel, as seen at its last contact; null where it has none. */
export async function tunnelAddress(db: Database, stockId: string): Promise<string | null> {
  const row = await db
    .selectFrom('site_health')
    .select('address')
    .where('stock_id', '=', stockId)
    .where('carrier', '=', 'tunnel')
    .executeTakeFirst()
  return row?.address ?? null
}

export interface HealthRow {
  readonly isOk: boolean | null
  readonly contactAt: Temporal.Instant | null
  readonly askedAt: Temporal.Instant | null
  readonly carrier: CarrierKind | null
  readonly address: string | null
  readonly version: string | null
  readonly startedAt: Temporal.Instant | null
  readonly skewMs: number | null
  readonly isClockUncertain: boolean
  readonly isMaintenance: boolean
  readonly buses: readonly BusRow[]
  readonly unsentEvents: number
  readonly listVersion: number
  readonly listValidUntil: Temporal.Instant | null
  readonly listRejected: {
    readonly version: number | null
    readonly reason: string
    readonly at: string
  } | null
  readonly offlineSince: Temporal.Instant | null
  readonly trouble: SiteTrouble | null
  readonly exits: NonNullable<Health['exits']>
}

export async function readHealth(db: Database, stockId: string): Promise<HealthRow | undefined> {
  const row = await db
    .selectFrom('site_health')
    .selectAll()
    .where('stock_id', '=', stockId)
    .executeTakeFirst()
  return (
    row && {
      isOk: row.is_ok,
      contactAt: row.contact_at,
      askedAt: row.asked_at,
      carrier: row.carrier as CarrierKind | null,
      address: row.address,
      version: row.version,
      startedAt: row.started_at,
      skewMs: row.skew_ms,
      isClockUncertain: row.is_clock_uncertain,
      isMaintenance: row.is_maintenance,
      buses: row.buses as unknown as BusRow[],
      unsentEvents: row.unsent_events,
      listVersion: row.list_version,
      listValidUntil: row.list_valid_until,
      listRejected: row.list_rejected as HealthRow['listRejected'],
      offlineSince: row.offline_since,
      trouble: row.trouble as SiteTrouble | null,
      exits: row.exits as unknown as HealthRow['exits'],
    }
  )
}
