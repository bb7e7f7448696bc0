import type { CurrentUser } from '../../../client/index.ts'
import { allows } from '../../../features/accounts/index.ts'

/** Whether the page of a contract's box is open to its reader: tenants see their own, staff need the permission. */
export function opensBox(user: CurrentUser): boolean {
  return user.role === 'client' || allows(user, { permission: 'boxes.read' })
}
