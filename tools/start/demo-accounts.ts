import { passwordMatches } from '@stowage/server/modules/accounts/hash-password'
import type { Database } from '@stowage/server/platform/database/connect'
import { DEMO_PASSWORD } from '../demo/people.ts'

const NAMES = ['super', 'admin', 'manager', 'client'].map((name) => `${name}@stowage.example`)

/**
 * What the start says of the ways in. A demo company that was taken out and brought in again has the same people and none of their
 * passwords, and whoever tries the demo may change one: only what opens is said.
 */
export async function demoAccounts(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('account')
    .select(['email', 'password_hash as hash'])
    .where('email', 'in', NAMES)
    .where('deleted_at', 'is', null)
    .execute()
  const fits = new Map(
    await Promise.all(
      rows.map(async ({ email, hash }) => [email, await passwordMatches(hash, DEMO_PASSWORD)] as const),
    ),
  )
  const open = NAMES.filter((email) => fits.get(email) === true)
  return open.length === 0
    ? ['  accounts:  those of this company; the password of the demo opens none of the usual ones']
    : [`  accounts:  ${open.join(', ')}`, `  password:  ${DEMO_PASSWORD}`]
}
