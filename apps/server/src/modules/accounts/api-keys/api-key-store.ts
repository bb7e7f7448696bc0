import { sql } from 'kysely'
import type { Database } from '../../../platform/database/connect.ts'
import type { Tx } from '../../../platform/database/transaction.ts'

export interface KeyFacts {
  readonly id: string
  readonly scopes: readonly string[]
  readonly stockId: string | null
  readonly makerId: string
  readonly expiresAt: Temporal.Instant | null
  readonly revokedAt: Temporal.Instant | null
}

/** The key that a program showed, whatever its state. */
export async function keyByHash(db: Database, hash: string): Promise<KeyFacts | undefined> {
  return await db
    .selectFrom('api_key')
    .select([
      'id',
      'scopes',
      'stock_id as stockId',
      'made_by as makerId',
      'expires_at as expiresAt',
      'revoked_at as revokedAt',
    ])
    .where('hash', '=', hash)
    .executeTakeFirst()
}

export interface KeyRow extends KeyFacts {
  readonly name: string
  readonly prefix: string
  readonly stockName: string | null
  readonly makerName: string
  /** The maker's account has ended. */
  readonly isOrphan: boolean
  readonly createdAt: Temporal.Instant
  readonly lastUsedAt: Temporal.Instant | null
  readonly lastUsedFrom: string | null
}

const columns = sql`
  k.id, k.name, k.prefix, k.scopes, k.stock_id as "stockId", s.name as "stockName", k.made_by as "makerId",
  coalesce(nullif(a.company, ''), nullif(concat_ws(' ', a.first_name, a.last_name), ''), a.email) as "makerName", a.deleted_at is not null as "isOrphan",
  k.created_at as "createdAt", k.expires_at as "expiresAt", k.revoked_at as "revokedAt", k.last_used_at as "lastUsedAt", k.last_used_from as "lastUsedFrom"`

/** Those that open something first, then the latest. */
export async function readKeys(db: Database, now: Temporal.Instant): Promise<KeyRow[]> {
  const { rows } = await sql<KeyRow>`
    select ${columns} from api_key k join account a on a.id = k.made_by left join stock s on s.id = k.stock_id
     order by k.revoked_at is not null or coalesce(k.expires_at <= ${now.toString()}::timestamptz, false), k.created_at desc, k.id desc`.execute(
    db,
  )
  return rows
}

export async function readKey(db: Database, id: string): Promise<KeyRow | undefined> {
  const { rows } = await sql<KeyRow>`
    select ${columns} from api_key k join account a on a.id = k.made_by left join stock s on s.id = k.stock_id where k.id = ${id}`.execute(
    db,
  )
  return rows[0]
}

export interface NewKey {
  readonly id: string
  readonly name: string
  readonly prefix: string
  readonly hash: string
  readonly scopes: readonly string[]
  readonly stockId: string | null
  readonly makerId: string
  readonly at: Temporal.Instant
  readonly expiresAt: Temporal.Instant | null
}

export async function insertKey(tx: Tx, key: NewKey): Promise<void> {
  await tx
    .insertInto('api_key')
    .values({
      id: key.id,
      name: key.name,
      prefix: key.prefix,
      hash: key.hash,
      scopes: [...key.scopes],
      stock_id: key.stockId,
      made_by: key.makerId,
      created_at: key.at,
      expires_at: key.expiresAt,
      revoked_at: null,
      last_used_at: null,
      last_used_from: null,
    })
    .execute()
}

/** @returns false where it was revoked before, or is not there */
export async function markRevoked(tx: Tx, id: string, at: Temporal.Instant): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('api_key')
    .set({ revoked_at: at })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export interface KeyUse {
  readonly id: string
  readonly at: Temporal.Instant
  readonly from: string
}

/** Several processes may tell of one key: the latest counts. */
export async function noteUses(db: Database, uses: readonly KeyUse[]): Promise<void> {
  const input = uses.map(({ id, at, from }) => ({ id, at: at.toString(), from }))
  await sql`
    update api_key k set last_used_at = u.at, last_used_from = u.from
      from jsonb_to_recordset(${JSON.stringify(input)}::jsonb) as u(id text, at timestamptz, "from" text)
     where k.id = u.id and (k.last_used_at is null or k.last_used_at < u.at)`.execute(db)
}
