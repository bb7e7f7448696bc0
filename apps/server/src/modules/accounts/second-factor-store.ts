import { sql, type Selectable } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import type { SecondFactorTable } from '../../platform/database/schema/accounts.ts'
import type { Tx } from '../../platform/database/transaction.ts'

export type FactorRow = Selectable<SecondFactorTable>

/** The factor of an account, locked; undefined for none, `confirmed_at` null while no code has proved it. */
export async function lockFactor(tx: Tx, accountId: string): Promise<FactorRow | undefined> {
  return await tx
    .selectFrom('second_factor')
    .selectAll()
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
}

/** Puts a secret that no code has proved yet in the place of another such one. @returns false where a proved one stands */
export async function putUnprovedFactor(
  tx: Tx,
  row: Pick<FactorRow, 'account_id' | 'secret' | 'created_at'>,
): Promise<boolean> {
  const { rows } = await sql<{ account_id: string }>`
    insert into second_factor as f (account_id, secret, created_at) values (${row.account_id}, ${row.secret}, ${row.created_at.toString()}::timestamptz)
    on conflict (account_id) do update set secret = excluded.secret, created_at = excluded.created_at where f.confirmed_at is null
    returning account_id`.execute(tx)
  return rows.length > 0
}

/** A code was taken: it and all before it are used up; the first one proves the factor. */
export async function takeStep(
  tx: Tx,
  accountId: string,
  step: number,
  confirmedAt?: Temporal.Instant,
): Promise<void> {
  await tx
    .updateTable('second_factor')
    .set({ last_step: step, ...(confirmedAt && { confirmed_at: confirmedAt }) })
    .where('account_id', '=', accountId)
    .execute()
}

/** @returns whether there was one that counted */
export async function deleteFactor(tx: Tx, accountId: string): Promise<boolean> {
  await tx.deleteFrom('recovery_code').where('account_id', '=', accountId).execute()
  const gone = await tx
    .deleteFrom('second_factor')
    .where('account_id', '=', accountId)
    .returning('confirmed_at')
    .executeTakeFirst()
  return gone !== undefined && gone.confirmed_at !== null
}

export async function replaceRecoveryCodes(
  tx: Tx,
  accountId: string,
  hashes: readonly string[],
): Promise<void> {
  await tx.deleteFrom('recovery_code').where('account_id', '=', accountId).execute()
  await tx
    .insertInto('recovery_code')
    .values(hashes.map((code_hash) => ({ account_id: accountId, code_hash, used_at: null })))
    .execute()
}

/** @returns whether it was there and not used; two at the same moment use it once */
export async function takeRecoveryCode(
  tx: Tx,
  accountId: string,
  hash: string,
  at: Temporal.Instant,
): Promise<boolean> {
  const taken = await tx
    .updateTable('recovery_code')
    .set({ used_at: at })
    .where('account_id', '=', accountId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .returning('code_hash')
    .executeTakeFirst()
  return taken !== undefined
}

export interface FactorStanding {
  readonly since: Temporal.Instant | null
  readonly recoveryCodesLeft: number
  /** The role asks for one. */
  readonly isRequired: boolean
}

// Who has no named role acts with the built-in one of his platform role.
const ROLE = sql`(select r.requires_second_factor from role r
  where r.id = a.role_id or (a.role_id is null and r.alias = case a.platform_role when 'superUser' then 'super' when 'staff' then 'manager' else 'user' end))`
export const factorRequired = sql<boolean>`coalesce(${ROLE}, false)`

/** What the sign-in of a living account needs besides the password. */
export async function readFactorStanding(db: Database, accountId: string): Promise<FactorStanding> {
  const { rows } = await sql<FactorStanding>`
    select f.confirmed_at as since, ${factorRequired} as "isRequired",
           (select count(*)::int from recovery_code c where c.account_id = a.id and c.used_at is null) as "recoveryCodesLeft"
      from account a left join second_factor f on f.account_id = a.id and f.confirmed_at is not null where a.id = ${accountId}`.execute(
    db,
  )
  return rows[0] ?? { since: null, recoveryCodesLeft: 0, isRequired: false }
}
