import { builtInPermissions, builtInRoles, type BuiltInRole } from '@stowage/domain/roles'
import { audit } from '../../platform/database/transaction.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { anyAccount, putBuiltInRole } from './account-store.ts'
import { createAccount } from './create-account.ts'
import { hashPassword } from './hash-password.ts'

const titles: Readonly<Record<BuiltInRole, { name: string; description: string }>> = {
  super: { name: 'Superadmin', description: 'Passes every check' },
  admin: { name: 'Admin', description: 'Staff who pass the admin check' },
  manager: { name: 'Manager', description: 'Staff at a warehouse' },
  user: { name: 'User', description: 'Tenants' },
}

/** The built-in roles as rows, each start anew: custom ones stand beside them. */
export async function ensureBuiltInRoles(platform: Platform): Promise<void> {
  await platform.transact(async (tx) => {
    for (const alias of Object.keys(builtInRoles) as BuiltInRole[]) {
      await putBuiltInRole(tx, {
        id: newId(),
        alias,
        ...titles[alias],
        platform_role: builtInRoles[alias],
        permissions: [...builtInPermissions[alias]],
        built_in: true,
        created_at: platform.clock.now(),
        updated_at: null,
      })
    }
  })
}

/**
 * The first superUser of an empty system, from ADMIN_EMAIL and ADMIN_PASSWORD. Only while there is no account at all:
 * a changed setting makes nobody a superUser later.
 */
export async function ensureFirstSuperuser(platform: Platform): Promise<void> {
  const { adminEmail, adminPassword } = platform.config
  if (adminEmail === undefined || adminPassword === undefined || (await anyAccount(platform.db))) return
  const passwordHash = await hashPassword(adminPassword)
  const at = platform.clock.now()
  await platform
    .transact(async (tx) => {
      const account = await createAccount(tx, {
        email: adminEmail,
        passwordHash,
        platformRole: 'superUser',
        language: 'ru',
        accountType: 'individual',
        country: 'RU',
        city: '-',
        isAdult: true,
        at,
      })
      audit(tx, {
        id: newId(),
        at,
        actorId: null,
        action: 'first-superuser-created',
        subjectType: 'account',
        subjectId: account.id,
      })
    })
    .catch((error: unknown) => {
      // Two servers may start at once on an empty database: the other one's superUser is this one.
      if ((error as { code?: unknown }).code !== 9000) throw error
    })
}
