import type { CurrentUser } from '../../../client/index.ts'
import { allows } from '../../../features/accounts/index.ts'
import { hasEnded, type Contract } from '../../../features/contracts/index.ts'

/** Whether the page of a contract's box is open to its reader: tenants see what they still have, staff need the permission. */
export function opensBox(user: CurrentUser, contract: Contract): boolean {
  return user.role === 'client' ? !hasEnded(contract) : allows(user, { permission: 'boxes.read' })
}
