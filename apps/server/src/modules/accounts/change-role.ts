import type { Answer, Body } from '@stowage/api/endpoint'
import { updateRole as changing, type createRole as creating } from '@stowage/api/roles'
import { note, type Author } from '../../platform/audit/author.ts'
import type { Clock } from '../../platform/clock.ts'
import { publish, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { fail } from '../../platform/failure.ts'
import { refuseStale } from '../../platform/http/stale.ts'
import { newId } from '../../platform/ids.ts'
import { merged } from '../../platform/merged.ts'
import { accountChanged } from './events.ts'
import {
  accountsWithRole,
  deleteRoleRow,
  insertRole,
  lockRole,
  updateRoleRow,
  type RoleFacts,
  type RoleRow,
} from './role-store.ts'

type RoleAnswer = Answer<typeof creating>

/** A role as it is answered. */
export function describeRole({ createdAt, updatedAt, permissions, ...role }: RoleRow): RoleAnswer {
  return {
    ...role,
    permissions: [...permissions],
    created: createdAt.toString(),
    updated: updatedAt?.toString() ?? null,
  }
}

/** A role of one platform role (decision 8). @throws Failure 9000 for an alias in use; 1005 for permissions that could not count */
export async function createRole(
  deps: { clock: Clock },
  tx: Tx,
  author: Author,
  { description, permissions = [], ...given }: Body<typeof creating>,
): Promise<RoleRow> {
  const role = { ...given, description: description ?? '', permissions }
  if (role.platformRole !== 'staff' && permissions.length > 0) fail(1005, { field: 'permissions' })
  const id = newId()
  await insertRole(tx, { ...role, id, at: deps.clock.now() })
  note(tx, deps.clock, author, {
    action: 'role-created',
    subjectType: 'role',
    subjectId: id,
    after: role,
  })
  return (await lockRole(tx, id)) ?? fail(9104)
}

/**
 * Changes a custom role. Who has it acts by the new list from his next call on: his account is told as changed.
 * @throws Failure 9103 for a built-in role, 9104, 9109 with the present record, 9000, 1005
 */
export async function changeRole(
  deps: { clock: Clock },
  tx: Tx,
  author: Author,
  id: string,
  { updated, description, ...given }: Body<typeof changing>,
): Promise<RoleRow> {
  const stored = (await lockRole(tx, id)) ?? fail(9104)
  if (stored.isBuiltIn) fail(9103, { reason: 'built-in roles follow the code' })
  await refuseStale(changing, stored.updatedAt, updated, () => describeRole(stored))
  const before = factsOf(stored)
  const after = merged(before, {
    ...given,
    description: description === undefined ? undefined : (description ?? ''),
  })
  if (stored.platformRole !== 'staff' && after.permissions.length > 0) fail(1005, { field: 'permissions' })
  if (JSON.stringify(after) === JSON.stringify(before)) return stored
  const at = deps.clock.now()
  await updateRoleRow(tx, id, after, at)
  note(tx, deps.clock, author, {
    action: 'role-changed',
    subjectType: 'role',
    subjectId: id,
    before,
    after,
  })
  for (const accountId of await accountsWithRole(tx, id))
    publish(tx, fact(accountChanged, { aggregate: `account:${accountId}`, at, payload: { accountId } }))
  return { ...stored, ...after, updatedAt: at }
}

/** @throws Failure 9103 for a built-in role, 9104; 9110 while accounts have it */
export async function deleteRole(deps: { clock: Clock }, tx: Tx, author: Author, id: string): Promise<void> {
  const stored = (await lockRole(tx, id)) ?? fail(9104)
  if (stored.isBuiltIn) fail(9103, { reason: 'built-in roles follow the code' })
  const holders = await accountsWithRole(tx, id)
  if (holders.length > 0) fail(9110, { params: { by: 'users', count: holders.length } })
  await deleteRoleRow(tx, id)
  note(tx, deps.clock, author, {
    action: 'role-deleted',
    subjectType: 'role',
    subjectId: id,
    before: factsOf(stored),
  })
}

const factsOf = ({ name, alias, description, permissions }: RoleRow): RoleFacts => ({
  name,
  alias,
  description,
  permissions,
})
