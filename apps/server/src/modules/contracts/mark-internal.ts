import type { markInternal as endpoint } from '@stowage/api/contracts'
import { authorOf, note } from '../../platform/audit/author.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/failure.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/call.ts'
import { accountForBooking } from '../accounts/index.ts'
import { lockContract, setInternalUser } from './contract-store.ts'
import { contractFor, type ContractAnswer } from './contract-view.ts'
import { contractMarked } from './events.ts'
import { tell } from './tell.ts'

/**
 * A superUser marks a contract as internal for a staff user, or takes that back with null (decision 8). Who may see it has
 * changed with it, so lists and pages that name its tenant are made anew.
 * @throws Failure 9104; 6002 for who is no staff
 */
export async function markInternal(
  { clock }: { readonly clock: Clock },
  tx: Tx,
  call: Call<typeof endpoint, Actor>,
): Promise<ContractAnswer> {
  const { internalUserId } = call.body
  const contract = (await lockContract(tx, call.params.contractId)) ?? fail(9104)
  const at = clock.now()
  const read = async (): Promise<ContractAnswer> =>
    (await contractFor(tx, contract.id, call.actor, at)) ?? fail(9104)
  if (internalUserId !== null && (await accountForBooking(tx, internalUserId))?.platformRole !== 'staff')
    fail(6002, { field: 'internalUserId' })
  if (internalUserId === contract.internalUserId) return await read()
  await setInternalUser(tx, contract.id, internalUserId, at)
  note(tx, { now: () => at }, authorOf(call), {
    action: 'contract-marked-internal',
    subjectType: 'contract',
    subjectId: contract.id,
    stockId: contract.stockId,
    before: { internalUserId: contract.internalUserId },
    after: { internalUserId },
  })
  tell(tx, contractMarked, contract, at, {})
  return await read()
}
