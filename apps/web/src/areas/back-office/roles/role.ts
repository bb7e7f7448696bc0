import { permissions, type Permission } from '@stowage/domain/roles'
import type { Answer } from '@stowage/api/endpoint'
import type { listRoles } from '@stowage/api/roles'

export type Role = Answer<typeof listRoles>[number]
type Group = Permission extends `${infer Name}.${string}` ? Name : never

/** What the form of a role holds; the platform role is chosen once. */
export function roleValues(role?: Role) {
  return {
    name: role?.name ?? '',
    alias: role?.alias ?? '',
    platformRole: (role?.platformRole ?? 'staff') as string,
    description: role?.description ?? '',
    permissions: (role?.permissions ?? []) as readonly string[],
  }
}
export type RoleValues = ReturnType<typeof roleValues>

export const roleLengths = { name: [1, 60], alias: [2, 30], description: [1, 254] } as const

/** Permissions by what they are about, in the order of the code. */
export const permissionGroups: readonly {
  readonly group: Group
  readonly permissions: readonly Permission[]
}[] = [...new Set(permissions.map((permission) => permission.split('.')[0] as Group))].map((group) => ({
  group,
  permissions: permissions.filter((permission) => permission.startsWith(`${group}.`)),
}))
