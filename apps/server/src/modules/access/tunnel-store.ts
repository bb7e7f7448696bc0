import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import type { Tx } from '../../platform/database/transaction.ts'

/** Which process holds the tunnel of a site. */
export interface TunnelRow {
  readonly stockId: string
  readonly processId: string
  readonly connectionId: string
}

/**
 * Takes the tunnel of a site for this connection; the newest wins.
 * @returns false for a hello that is older than the one behind the present tunnel: a replay
 */
export async function takeTunnel(
  tx: Tx,
  { stockId, processId, connectionId, helloAt, at }: TunnelRow & { helloAt: number; at: Temporal.Instant },
): Promise<boolean> {
  const { rows } = await sql`
    insert into site_tunnel (stock_id, process_id, connection_id, hello_at, connected_at, seen_at)
    values (${stockId}, ${processId}, ${connectionId}, ${helloAt}, ${at.toString()}::timestamptz, ${at.toString()}::timestamptz)
    on conflict (stock_id) do update set process_id = excluded.process_id, connection_id = excluded.connection_id, hello_at = excluded.hello_at, connected_at = excluded.connected_at, seen_at = excluded.seen_at
      where site_tunnel.hello_at <= excluded.hello_at
    returning stock_id`.execute(tx)
  return rows.length > 0
}

/** The connection is gone. @returns false: a newer one had its place */
export async function dropTunnel(
  db: Database | Tx,
  { stockId, connectionId }: Pick<TunnelRow, 'stockId' | 'connectionId'>,
): Promise<boolean> {
  const row = await db
    .deleteFrom('site_tunnel')
    .where('stock_id', '=', stockId)
    .where('connection_id', '=', connectionId)
    .returning('stock_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Says that these connections live, and forgets those of processes that have not said so for long. */
export async function keepTunnels(
  db: Database,
  {
    processId,
    stockIds,
    at,
    deadBefore,
  }: {
    processId: string
    stockIds: readonly string[]
    at: Temporal.Instant
    deadBefore: Temporal.Instant
  },
): Promise<void> {
  await sql`update site_tunnel set seen_at = ${at.toString()}::timestamptz where process_id = ${processId} and stock_id = any(${stockIds}::text[])`.execute(
    db,
  )
  await sql`delete from site_tunnel where seen_at < ${deadBefore.toString()}::timestamptz`.execute(db)
  await sql`delete from site_relay where expires_at < ${deadBefore.toString()}::timestamptz`.execute(db)
}

/** The tunnels of all processes, or that of one site. */
export async function listTunnels(db: Database, stockId?: string): Promise<TunnelRow[]> {
  return await db
    .selectFrom('site_tunnel')
    .select(['stock_id as stockId', 'process_id as processId', 'connection_id as connectionId'])
    .$if(stockId !== undefined, (query) => query.where('stock_id', '=', stockId ?? ''))
    .execute()
}

export interface RelayedCall {
  readonly id: string
  readonly processId: string
  readonly stockId: string
  /** JSON. */
  readonly request: string
  readonly expiresAt: Temporal.Instant
}

export async function putRelay(tx: Tx, call: RelayedCall): Promise<void> {
  await tx
    .insertInto('site_relay')
    .values({
      id: call.id,
      process_id: call.processId,
      stock_id: call.stockId,
      request: call.request,
      expires_at: call.expiresAt,
    })
    .execute()
}

/** Takes a call that is for this process and still lives; once. */
export async function takeRelay(
  db: Database,
  id: string,
  processId: string,
  at: Temporal.Instant,
): Promise<Pick<RelayedCall, 'stockId' | 'request' | 'expiresAt'> | undefined> {
  return await db
    .updateTable('site_relay')
    .set({ taken_at: at })
    .where('id', '=', id)
    .where('process_id', '=', processId)
    .where('taken_at', 'is', null)
    .where('expires_at', '>', at)
    .returning(['stock_id as stockId', 'request', 'expires_at as expiresAt'])
    .executeTakeFirst()
}

export async function answerRelay(tx: Tx, id: string, answer: string): Promise<void> {
  await tx.updateTable('site_relay').set({ answer }).where('id', '=', id).execute()
}

/** Fetches the answer, and the row is gone. */
export async function fetchRelay(db: Database, id: string): Promise<string | undefined> {
  const row = await db
    .deleteFrom('site_relay')
    .where('id', '=', id)
    .where('answer', 'is not', null)
    .returning('answer')
    .executeTakeFirst()
  return row?.answer ?? undefined
}

/** Takes a call back that nobody has taken: it never happened. @returns false: somebody is at it, or has been */
export async function withdrawRelay(db: Database, id: string): Promise<boolean> {
  const row = await db
    .deleteFrom('site_relay')
    .where('id', '=', id)
    .where('taken_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
