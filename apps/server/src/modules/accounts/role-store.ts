import type { Permission, PlatformRole } from '@stowage/domain/roles'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/failure.ts'

export interface RoleFacts {
  readonly name: string
  readonly alias: string
  readonly description: string
  readonly permissions: readonly Permission[]
}

export interface RoleRow extends RoleFacts {
  readonly id: string
  readonly platformRole: PlatformRole
  readonly isBuiltIn: boolean
  readonly requiresSecondFactor: boolean
  readonly users: number
  readonly createdAt: Temporal.Instant
  readonly updatedAt: Temporal.Instant | null
}

// Who has no named role acts with the built-in one of his platform role and is counted to it: all of that platform role but
// those who have another one. The many clients are counted in an index alone, and the few named ones in theirs; grouping
// the accounts by both would read every row.
const columns = sql`
  r.id, r.name, r.alias, r.description, r.permissions, r.platform_role as "platformRole", r.built_in as "isBuiltIn", r.requires_second_factor as "requiresSecondFactor", r.created_at as "createdAt", r.updated_at as "updatedAt",
  case when r.alias in ('super', 'manager', 'user')
    then (select count(*)::int from account a where a.platform_role = r.platform_role and a.deleted_at is null)
       - (select count(*)::int from account a where a.role_id is not null and a.role_id <> r.id and a.platform_role = r.platform_role and a.deleted_at is null)
    else (select count(*)::int from account a where a.role_id = r.id and a.deleted_at is null) end as users`

/** The built-in ones first, then by name. */
export async function readRoles(db: Database): Promise<RoleRow[]> {
  const { rows } = await sql<RoleRow>`
    select ${columns} from role r order by not r.built_in, case r.alias when 'super' then 1 when 'admin' then 2 when 'manager' then 3 when 'user' then 4 end, r.name, r.id`.execute(
    db,
  )
  return rows
}

/** The role's row, locked until the transaction ends: nobody is given it meanwhile. */
export async function lockRole(tx: Tx, id: string): Promise<RoleRow | undefined> {
  const { rows } =
    await sql<RoleRow>`select ${columns} from role r where r.id = ${id} for update of r`.execute(tx)
  return rows[0]
}

/** @throws Failure 9000 for an alias in use */
export async function insertRole(
  tx: Tx,
  role: RoleFacts & {
    readonly id: string
    readonly platformRole: PlatformRole
    readonly at: Temporal.Instant
  },
): Promise<void> {
  await tx
    .insertInto('role')
    .values({
      id: role.id,
      name: role.name,
      alias: role.alias,
      description: role.description,
      permissions: [...role.permissions],
      platform_role: role.platformRole,
      built_in: false,
      created_at: role.at,
      updated_at: null,
    })
    .execute()
    .catch(aliasInUse)
}

/** @throws Failure 9000 for an alias in use */
export async function updateRoleRow(
  tx: Tx,
  id: string,
  role: RoleFacts,
  at: Temporal.Instant,
): Promise<void> {
  await tx
    .updateTable('role')
    .set({ ...role, permissions: [...role.permissions], updated_at: at })
    .where('id', '=', id)
    .execute()
    .catch(aliasInUse)
}

/** Whether who has the role must have a second factor; the role is locked. */
export async function setFactorRequired(tx: Tx, id: string, isRequired: boolean): Promise<void> {
  await tx.updateTable('role').set({ requires_second_factor: isRequired }).where('id', '=', id).execute()
}

/** Accounts that have ended let go of it. */
export async function deleteRoleRow(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('account')
    .set({ role_id: null })
    .where('role_id', '=', id)
    .where('deleted_at', 'is not', null)
    .execute()
  await tx.deleteFrom('role').where('id', '=', id).execute()
}

/** The living accounts that have a named role. */
export async function accountsWithRole(tx: Tx, id: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('account')
    .select('id')
    .where('role_id', '=', id)
    .where('deleted_at', 'is', null)
    .execute()
  return rows.map((row) => row.id)
}

function aliasInUse(error: unknown): never {
  if ((error as { constraint?: string }).constraint === 'role_alias_key')
    fail(9000, { field: 'alias', params: { subject: 'alias' }, cause: error })
  throw error
}
