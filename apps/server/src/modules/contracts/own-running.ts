import { authorOf, note, type Act } from '../../platform/audit/author.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/failure.ts'
import { isSuperUser, type Actor } from '../../platform/http/actor.ts'
import { lockRunning, type RunningContract } from './life-store.ts'

/**
 * The running contract that a tenant, or a superUser for somebody, speaks of: by its box, once more by the box's id and number
 * where the call names them, locked.
 * @throws Failure 6005 where there is none of theirs, 6003 where boxes of several stocks have this number
 */
export async function ownRunning(
  tx: Tx,
  actor: Actor,
  named: {
    readonly unitId: string
    readonly userId?: string | null | undefined
    readonly boxId?: string | null | undefined
  },
): Promise<RunningContract> {
  const { unitId, userId = null, boxId = null } = named
  if (userId !== null && userId !== actor.id && !isSuperUser(actor)) fail(6005)
  const accountId = isSuperUser(actor) ? userId : actor.id
  const found = (await lockRunning(tx, { unitId, accountId })).filter(
    (contract) => boxId === null || boxId === contract.boxId || boxId === unitId,
  )
  const [contract] = found
  if (!contract) fail(6005)
  if (found.length > 1) fail(6003, { field: 'UnitID' })
  return contract
}

/** The audit of what somebody else did with a tenant's contract: a superUser, or one who is signed in as him. */
export function noteUnlessOwn(
  tx: Tx,
  call: { readonly actor: Actor; readonly address: string },
  contract: RunningContract,
  at: Temporal.Instant,
  act: Pick<Act, 'action' | 'before' | 'after'>,
): void {
  const { actor } = call
  if (actor.id === contract.accountId && actor.impersonatedBy === null) return
  note(
    tx,
    { now: () => at },
    { ...authorOf(call), onBehalfOf: contract.accountId },
    { subjectType: 'contract', subjectId: contract.id, stockId: contract.stockId, ...act },
  )
}
