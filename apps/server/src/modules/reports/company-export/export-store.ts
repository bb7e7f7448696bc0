import { sql } from 'kysely'
import type { Database } from '../../../platform/database/connect.ts'
import type { Tx } from '../../../platform/database/transaction.ts'

/** Archives of the company asked for on the screen. All instants are machine time; the row says who makes one, and how far it is. */
export type ExportFailure = 'interrupted' | 'storage' | 'other'

export interface ExportTurn {
  readonly id: string
  readonly askedById: string
  readonly withIdentity: boolean
  /** Which try this is; the row belongs to nobody else until its time is over. */
  readonly tries: number
  /** What an earlier try has left in the file storage. */
  readonly leftPieces: number
}

export interface ReadyExport {
  readonly id: string
  readonly tries: number
  readonly pieces: number
  readonly bytes: number
  readonly sealedKey: string
  readonly askedAt: Temporal.Instant
}

type Held = Pick<ExportTurn, 'id' | 'tries'>

/** @returns false where another one is under way: the index sees to it that there is never a second */
export async function insertCompanyExport(
  tx: Tx,
  wish: {
    readonly id: string
    readonly askedById: string
    readonly withIdentity: boolean
    readonly at: Temporal.Instant
  },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('company_export')
    .values({
      id: wish.id,
      asked_by_id: wish.askedById,
      asked_at: wish.at,
      with_identity: wish.withIdentity,
      state: 'asked',
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/**
 * The one that nobody makes: asked for, or held by a server that has not been heard of. Of several servers one has it. */
export async function takeTurn(
  tx: Tx,
  now: Temporal.Instant,
  until: Temporal.Instant,
): Promise<ExportTurn | undefined> {
  const { rows } = await sql<ExportTurn>`
    with due as (
      select id, pieces from company_export
       where state = 'asked' or (state = 'making' and lease_until < ${now.toString()}::timestamptz)
       for update skip locked limit 1)
    update company_export e
       set state = 'making', tries = e.tries + 1, lease_until = ${until.toString()}::timestamptz, pieces = 0, bytes = 0, things = 0
      from due where e.id = due.id
    returning e.id, e.asked_by_id as "askedById", e.with_identity as "withIdentity", e.tries, due.pieces as "leftPieces"`.execute(
    tx,
  )
  return rows[0]
}

export interface ExportStanding {
  readonly things: number
  readonly about: number
  readonly bytes: number
}

/** How far it is, and that somebody is at it. @returns false where the turn is not his any more */
export async function renewTurn(
  db: Database,
  { id, tries }: Held,
  standing: ExportStanding,
  until: Temporal.Instant,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('company_export')
    .set({ ...standing, lease_until: until })
    .where('id', '=', id)
    .where('tries', '=', tries)
    .where('state', '=', 'making')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Before it is written, so that whatever was written is known. @returns false where the turn is not his any more */
export async function countPiece(db: Database, { id, tries }: Held, pieces: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('company_export')
    .set({ pieces })
    .where('id', '=', id)
    .where('tries', '=', tries)
    .where('state', '=', 'making')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export async function finishTurn(
  db: Database,
  { id, tries }: Held,
  made: ExportStanding & {
    readonly pieces: number
    readonly missing: number
    readonly sealedKey: string
    readonly at: Temporal.Instant
    readonly deletesAt: Temporal.Instant
  },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('company_export')
    .set({
      state: 'ready',
      lease_until: null,
      pieces: made.pieces,
      things: made.things,
      about: made.about,
      bytes: made.bytes,
      missing: made.missing,
      sealed_key: made.sealedKey,
      ready_at: made.at,
      deletes_at: made.deletesAt,
    })
    .where('id', '=', id)
    .where('tries', '=', tries)
    .where('state', '=', 'making')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** The server goes down: another one, or this one when it is back, begins anew. */
export async function giveTurnBack(db: Database, { id, tries }: Held): Promise<void> {
  await db
    .updateTable('company_export')
    .set({ state: 'asked', lease_until: null })
    .where('id', '=', id)
    .where('tries', '=', tries)
    .where('state', '=', 'making')
    .execute()
}

export async function failTurn(
  db: Database,
  { id, tries }: Held,
  failure: ExportFailure,
  at: Temporal.Instant,
): Promise<void> {
  await db
    .updateTable('company_export')
    .set({ state: 'failed', failure, ended_at: at, lease_until: null })
    .where('id', '=', id)
    .where('tries', '=', tries)
    .where('state', '=', 'making')
    .execute()
}

/** @returns what it was; undefined where it has ended already or never was. Who makes it notices at his next step. */
export async function endCompanyExport(
  tx: Tx,
  id: string,
  at: Temporal.Instant,
): Promise<'asked' | 'making' | 'ready' | undefined> {
  const { rows } = await sql<{ was: 'asked' | 'making' | 'ready' }>`
    with there as (
      select id, state from company_export where id = ${id} and state in ('asked', 'making', 'ready') for update)
    update company_export e set state = 'deleted', ended_at = ${at.toString()}::timestamptz, sealed_key = null
      from there where e.id = there.id returning there.state as was`.execute(tx)
  return rows[0]?.was
}

/**
 * Ends what has had its day, and what has failed because its servers died again and again.
 * @param mostTries after so many deaths nobody begins again
 */
export async function endDueExports(tx: Tx, now: Temporal.Instant, mostTries: number): Promise<void> {
  await sql`
    update company_export set state = 'deleted', ended_at = ${now.toString()}::timestamptz, sealed_key = null
     where state = 'ready' and deletes_at <= ${now.toString()}::timestamptz`.execute(tx)
  await sql`
    update company_export set state = 'failed', failure = 'interrupted', ended_at = ${now.toString()}::timestamptz
     where state = 'making' and lease_until < ${now.toString()}::timestamptz and tries >= ${mostTries}`.execute(
    tx,
  )
}

/** What has ended and still has pieces in the storage that nobody is writing. */
export async function exportsToClear(
  db: Database,
  now: Temporal.Instant,
): Promise<readonly (Held & { readonly pieces: number })[]> {
  return await db
    .selectFrom('company_export')
    .select(['id', 'tries', 'pieces'])
    .where('state', 'in', ['deleted', 'failed'])
    .where('pieces', '>', 0)
    .where((row) => row.or([row('lease_until', 'is', null), row('lease_until', '<', now)]))
    .execute()
}

/** Its pieces are gone. */
export async function noPieces(db: Database, { id, tries }: Held): Promise<void> {
  await db
    .updateTable('company_export')
    .set({ pieces: 0, lease_until: null })
    .where('id', '=', id)
    .where('tries', '=', tries)
    .where('state', 'in', ['deleted', 'failed'])
    .execute()
}

export async function readyExport(db: Database, id: string): Promise<ReadyExport | undefined> {
  const row = await db
    .selectFrom('company_export')
    .select(['id', 'tries', 'pieces', 'bytes', 'sealed_key', 'asked_at'])
    .where('id', '=', id)
    .where('state', '=', 'ready')
    .executeTakeFirst()
  if (row?.sealed_key == null) return undefined
  return {
    id: row.id,
    tries: row.tries,
    pieces: row.pieces,
    bytes: row.bytes,
    sealedKey: row.sealed_key,
    askedAt: row.asked_at,
  }
}

/** Which of these keys belong to one that is there or being made. */
export async function namedPieces(db: Database, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const idOf = (key: string): string => key.slice(key.indexOf('/') + 1).split('.')[0] ?? ''
  const rows = await db
    .selectFrom('company_export')
    .select('id')
    .where('id', 'in', [...new Set(keys.map(idOf)), ''])
    .where('state', 'in', ['making', 'ready'])
    .execute()
  const alive = new Set(rows.map(({ id }) => id))
  return new Set(keys.filter((key) => alive.has(idOf(key))))
}
