import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import type { Tx } from '../../platform/database/transaction.ts'
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
  readonly action: 'opened' | 'closed' | 'refused' | 'failed' | 'left_open' | 'forced'
  readonly code: number | null
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

/** Who gave a command, as our own record of the try has it. */
export async function whoCommanded(
  tx: Tx,
  commandId: string,
): Promise<{ accountId: string | null; actorRole: string | null } | undefined> {
  return await tx
    .selectFrom('access_record')
    .select(['account_id as accountId', 'actor_role as actorRole'])
    .where('command_id', '=', commandId)
    .limit(1)
    .executeTakeFirst()
}

/** Sets a lock's state; answers whether it changed. */
export async function setLockState(
  tx: Tx,
  lock: { stockId: string; lockId: string; state: LockState; at: Temporal.Instant },
): Promise<boolean> {
  const openSince = lock.state === 'opened' ? lock.at : null
  const row = await tx
    .insertInto('lock_state')
    .values({
      stock_id: lock.stockId,
      lock_id: lock.lockId,
      state: lock.state,
      since: lock.at,
      open_since: openSince,
      left_open_notified_at: null,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['stock_id', 'lock_id'])
        .doUpdateSet({
          state: lock.state,
          since: lock.at,
          open_since: openSince,
          left_open_notified_at: null,
        })
        .where('lock_state.state', '<>', lock.state),
    )
    .returning('lock_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Sets the states of many locks of a stock in one statement: a site that comes back has hundreds. @returns those that changed */
export async function setLockStates(
  tx: Tx,
  stockId: string,
  states: readonly { readonly lockId: string; readonly state: LockState }[],
  at: Temporal.Instant,
): Promise<Set<string>> {
  const since = at.toString()
  const { rows } = await sql<{ lockId: string }>`
    insert into lock_state (stock_id, lock_id, state, since, open_since, left_open_notified_at)
    select ${stockId}, l."lockId", l.state, ${since}::timestamptz, case when l.state = 'opened' then ${since}::timestamptz end, null
      from jsonb_to_recordset(${JSON.stringify(states)}::jsonb) as l("lockId" text, state text) order by l."lockId"
    on conflict (stock_id, lock_id) do update set state = excluded.state, since = excluded.since, open_since = excluded.open_since, left_open_notified_at = null
      where lock_state.state <> excluded.state
    returning lock_id as "lockId"`.execute(tx)
  return new Set(rows.map(({ lockId }) => lockId))
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

/** Locks that have stood open for so long and whose tenant has not been told; marks them as told. */
export async function takeLeftOpen(
  tx: Tx,
  before: Temporal.Instant,
  at: Temporal.Instant,
): Promise<{ stockId: string; lockId: string; openSince: Temporal.Instant }[]> {
  const rows = await tx
    .updateTable('lock_state')
    .set({ left_open_notified_at: at })
    .where('state', '=', 'opened')
    .where('open_since', '<=', before)
    .where('left_open_notified_at', 'is', null)
    .returning(['stock_id as stockId', 'lock_id as lockId', 'open_since as openSince'])
    .execute()
  return rows.map((row) => ({ ...row, openSince: row.openSince ?? at }))
}

export interface SiteRow {
  readonly stockId: string
  readonly keyId: string
  readonly secretSealed: string
  readonly previousKeyId: string | null
  readonly previousSecretSealed: string | null
  readonly lastSequence: number
}

const siteColumns = [
  'stock_id as stockId',
  'key_id as keyId',
  'secret_sealed as secretSealed',
  'previous_key_id as previousKeyId',
  'previous_secret_sealed as previousSecretSealed',
  'last_sequence as lastSequence',
] as const

export async function findSite(db: Database, stockId: string): Promise<SiteRow | undefined> {
  return await db.selectFrom('site').select(siteColumns).where('stock_id', '=', stockId).executeTakeFirst()
}

export async function listSites(db: Database): Promise<SiteRow[]> {
  return await db.selectFrom('site').select(siteColumns).orderBy('stock_id').execute()
}

export async function upsertSite(
  tx: Tx,
  site: { stockId: string; keyId: string; secretSealed: string; at: Temporal.Instant },
): Promise<void> {
  await tx
    .insertInto('site')
    .values({
      stock_id: site.stockId,
      key_id: site.keyId,
      secret_sealed: site.secretSealed,
      updated_at: site.at,
    })
    .onConflict((conflict) =>
      conflict
        .column('stock_id')
        .doUpdateSet({ key_id: site.keyId, secret_sealed: site.secretSealed, updated_at: site.at }),
    )
    .execute()
}

/** The last event of a site that was taken, locked: events of one site are taken one batch after another. */
export async function lockSequence(tx: Tx, stockId: string): Promise<number> {
  const row = await tx
    .selectFrom('site')
    .select('last_sequence')
    .where('stock_id', '=', stockId)
    .forUpdate()
    .executeTakeFirst()
  return row?.last_sequence ?? 0
}

export async function setSequence(tx: Tx, stockId: string, sequence: number): Promise<void> {
  await tx.updateTable('site').set({ last_sequence: sequence }).where('stock_id', '=', stockId).execute()
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

export async function ownersOfLocks(
  tx: Tx | Database,
  stockId: string,
  lockIds: readonly string[],
): Promise<Map<string, LockOwner>> {
  const { rows } = await sql<LockOwner>`
    select l.lock_id as "lockId", b.id as "boxId", b.unit_number as "unitNumber", e.id as "equipmentId", e.name as "equipmentName", c.id as "contractId", c.account_id as "accountId"
      from unnest(${lockIds}::text[]) as l(lock_id)
      left join box b on b.stock_id = ${stockId} and b.lock_id = l.lock_id and b.deleted_at is null
      left join equipment e on e.stock_id = ${stockId} and e.id = l.lock_id
      left join contract c on c.box_id = b.id and c.status in ('active', 'ended')`.execute(tx)
  return new Map(rows.map((row) => [row.lockId, row]))
}
