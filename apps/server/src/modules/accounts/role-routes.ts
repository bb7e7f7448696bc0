import * as api from '@stowage/api/roles'
import { authorOf } from '../../platform/audit/author.ts'
import { route, type Route } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import { changeRole, createRole, deleteRole, describeRole } from './change-role.ts'
import { readRoles } from './role-store.ts'

/** Roles are a superUser's alone (decision 8). */
export function roleRoutes(platform: Platform): Route[] {
  return [
    route(api.listRoles, async () => (await readRoles(platform.db)).map(describeRole)),
    route(
      api.createRole,
      async (call) =>
        await call.transact(async (tx) =>
          describeRole(await createRole(platform, tx, authorOf(call), call.body)),
        ),
    ),
    route(
      api.updateRole,
      async (call) =>
        await call.transact(async (tx) =>
          describeRole(await changeRole(platform, tx, authorOf(call), call.params.id, call.body)),
        ),
    ),
    route(api.deleteRole, async (call) => {
      return await call.transact(async (tx) => {
        await deleteRole(platform, tx, authorOf(call), call.params.id)
        return {}
      })
    }),
  ]
}
