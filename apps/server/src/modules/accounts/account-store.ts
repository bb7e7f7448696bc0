import { sql, type Insertable, type RawBuilder, type Selectable, type Updateable } from 'kysely'
import type { AccountKind } from '@stowage/domain/account'
import type { Database } from '../../platform/database/connect.ts'
import type { AccountTable, RoleTable } from '../../platform/database/schema/accounts.ts'
import { later, type Tx } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/failure.ts'

export type AccountRow = Selectable<AccountTable>
export type AccountChanges = Updateable<AccountTable>

/** What documents and VAT depend on. */
export const kindOf = (
  account: Pick<AccountRow, 'account_type' | 'is_individual_entrepreneur'>,
): AccountKind => ({
  accountType: account.account_type as AccountKind['accountType'],
  isIndividualEntrepreneur: account.is_individual_entrepreneur,
})

/** The form in which addresses are compared: one account per e-mail, however it is written. */
export const emailKey = (email: string): string => email.trim().normalize('NFC').toLowerCase()
/** The same of a column, whatever the language of the database: in C an Ä has no small letter. */
export const emailKeyOf = (column: string): RawBuilder<string> =>
  sql<string>`lower(normalize(trim(${sql.ref(column)}), nfc) collate "und-x-icu")`

export async function findAccountByEmail(db: Database, email: string): Promise<AccountRow | undefined> {
  return await db
    .selectFrom('account')
    .selectAll()
    .where('email_key', '=', emailKey(email))
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Living accounts by these addresses, as `emailKey` writes them. */
export async function accountsByEmail(
  tx: Tx,
  keys: readonly string[],
): Promise<ReadonlyMap<string, { readonly id: string; readonly platformRole: string }>> {
  const { rows } = await sql<{ key: string; id: string; platformRole: string }>`
    select email_key as key, id, platform_role as "platformRole" from account where email_key = any(${[...keys]}::text[]) and deleted_at is null`.execute(
    tx,
  )
  return new Map(rows.map(({ key, ...account }) => [key, account]))
}

export async function findAccountById(db: Database, id: string): Promise<AccountRow | undefined> {
  return await db
    .selectFrom('account')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Locks the row of a living account; undefined when there is none. Locks are taken in the order box, contract, account, number. */
export async function lockAccount(tx: Tx, id: string): Promise<AccountRow | undefined> {
  return await tx
    .selectFrom('account')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** Locks the row of an account whether it lives or has ended; undefined when there never was one. */
export async function lockAnyAccount(
  tx: Tx,
  id: string,
): Promise<Pick<AccountRow, 'platform_role'> | undefined> {
  return await tx
    .selectFrom('account')
    .select('platform_role')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/**
 * Holds the row against changes while a session is made from it: without this a session begun just before a password
 * change would not be seen by the statement that ends them all.
 */
export async function holdAccount(tx: Tx, id: string): Promise<AccountRow | undefined> {
  return await tx
    .selectFrom('account')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst()
}

/**
 * Keeps an account from being ended until the transaction is over: whoever opens something for it says so, else the two could
 * pass each other by. Nobody waits for the answer by itself; the next question of the transaction throws it.
 * @throws Failure 6004 when it has ended a moment ago
 */
export async function keepAccount(tx: Tx, id: string): Promise<void> {
  const living = tx
    .selectFrom('account')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forKeyShare()
  await later(tx, living, {
    check(rows) {
      if (rows.length === 0) fail(6004, { reason: 'the account has ended meanwhile' })
    },
  })
}

/** @throws Failure 9000 when the e-mail has an account */
export async function insertAccount(tx: Tx, row: Insertable<AccountTable>): Promise<AccountRow> {
  return await tx.insertInto('account').values(row).returningAll().executeTakeFirstOrThrow().catch(emailTaken)
}

/** @throws Failure 9000 when the e-mail has another account */
export async function changeAccount(tx: Tx, id: string, changes: AccountChanges): Promise<void> {
  await tx.updateTable('account').set(changes).where('id', '=', id).execute().catch(emailTaken)
}

/** A moment later than the last one, so that whoever read before an edit in the same millisecond is told. */
export function after(at: Temporal.Instant, last: Temporal.Instant | null): Temporal.Instant {
  return last !== null && at.epochMilliseconds === last.epochMilliseconds ? last.add({ milliseconds: 1 }) : at
}

function emailTaken(error: unknown): never {
  const { code, constraint } = error as { code?: string; constraint?: string }
  if (code === '23505' && constraint === 'account_email')
    fail(9000, { field: 'email', params: { subject: 'account' }, cause: error })
  if (code === '23503' && constraint === 'account_stock') fail(6006, { field: 'stock', cause: error })
  // Deleted between the look at it and this.
  if (code === '23503' && constraint === 'account_role_id_fkey') fail(9001, { field: 'roleId', cause: error })
  throw error
}

/**
 * Somebody must be left who passes every check. Two superUsers who take the rights from one another, or end one another's
 * accounts, come one after the other here, and the second is refused.
 * @param id who is about to be no superUser any more; locked
 * @throws Failure 9103
 */
export async function keepOneSuperUser(tx: Tx, id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('stowage superusers'))`.execute(tx)
  const other = await tx
    .selectFrom('account')
    .select('id')
    .where('platform_role', '=', 'superUser')
    .where('deleted_at', 'is', null)
    .where('id', '<>', id)
    .limit(1)
    .executeTakeFirst()
  if (other === undefined) fail(9103, { reason: 'no superUser would be left' })
}

/** Voids every access token of the account that is out there. */
export async function nextGeneration(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('account')
    .set((row) => ({ token_generation: row('token_generation', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export async function anyAccount(db: Database): Promise<boolean> {
  return (await db.selectFrom('account').select('id').limit(1).executeTakeFirst()) !== undefined
}

export async function findRole(
  db: Database,
  where: { id: string } | { alias: string },
): Promise<Selectable<RoleTable> | undefined> {
  const query = db.selectFrom('role').selectAll()
  return await (
    'id' in where ? query.where('id', '=', where.id) : query.where('alias', '=', where.alias)
  ).executeTakeFirst()
}

/** Built-in roles follow the code: their permissions are shown from here and decided in the domain. */
export async function putBuiltInRole(tx: Tx, role: Insertable<RoleTable>): Promise<void> {
  await tx
    .insertInto('role')
    .values(role)
    .onConflict((conflict) =>
      conflict
        .column('alias')
        .doUpdateSet({ permissions: role.permissions, platform_role: role.platform_role, built_in: true }),
    )
    .execute()
}
