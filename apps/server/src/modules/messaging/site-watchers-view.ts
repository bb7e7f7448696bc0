import { can, permissionsOf, type Permission, type PlatformRole } from '@stowage/domain/roles'
import type { Database } from '../../platform/database/connect.ts'
import type { Tx } from '../../platform/database/transaction.ts'

export interface Watcher {
  readonly accountId: string
  readonly email: string
  readonly language: string
}

/** Who watches the locks of a stock: superUsers, and staff of that stock or of none who may see whether a lock is open. */
export async function watchersOf(db: Database | Tx, stockId: string): Promise<Watcher[]> {
  const staff = await db
    .selectFrom('account as a')
    .leftJoin('role as r', 'r.id', 'a.role_id')
    .select(['a.id', 'a.email', 'a.language', 'a.platform_role', 'a.stock_id', 'r.alias', 'r.permissions'])
    .where('a.platform_role', 'in', ['staff', 'superUser'])
    .where('a.deleted_at', 'is', null)
    .where('a.blocked_by_staff', '=', false)
    .orderBy('a.id')
    .execute()
  return staff.flatMap(({ id, email, language, platform_role, stock_id, alias, permissions }) => {
    const platformRole = platform_role as PlatformRole
    const role = alias === null ? null : { alias, permissions: (permissions ?? []) as Permission[] }
    const actor = { platformRole, permissions: permissionsOf(platformRole, role), stockId: stock_id }
    return can(actor, 'boxes.lockStatus', stockId) ? [{ accountId: id, email, language }] : []
  })
}
