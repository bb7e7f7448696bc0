import type { deleteUser as endpoint } from '@stowage/api/contracts'
import { authorOf, note } from '../../platform/audit/author.ts'
import { personal } from '../../platform/audit/personal.ts'
import { machineNow, type Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/failure.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/call.ts'
import { displayName, endAccount, lockAccount } from '../accounts/index.ts'
import { readHoldings, type Holdings } from './holdings-view.ts'

/**
 * Ends an account: it leaves the lists, signs in no more, its tokens and sockets die, its e-mail is free again. Its contracts
 * and documents stay.
 * @throws Failure 6004; 9103 for one's own; 5000 with what stands in the way: contracts, reservations, money (decision 22)
 */
export async function deleteAccount(
  { clock }: { readonly clock: Clock },
  tx: Tx,
  call: Call<typeof endpoint, Actor>,
): Promise<void> {
  const { id } = call.params
  if (id === call.actor.id) fail(9103, { reason: 'nobody ends his own account' })
  const account = (await lockAccount(tx, id)) ?? fail(6004)
  if (call.actor.key !== undefined && account.platform_role !== 'client')
    fail(9182, { reason: 'a key ends nobody with rights' })
  const obstacle = obstacleIn(await readHoldings(tx, id, machineNow()))
  if (obstacle !== null) fail(5000, { params: obstacle })
  await endAccount(tx, id, clock.now())
  note(tx, clock, authorOf(call), {
    action: 'account-deleted',
    subjectType: 'account',
    subjectId: id,
    before: {
      email: personal(id, account.email),
      name: personal(id, displayName(account)),
      role: account.platform_role,
    },
  })
}

/** What stands in the way of ending an account, the gravest first. */
export function obstacleIn(holdings: Holdings): { by: string; count: number } | null {
  const by = (['contracts', 'reservations', 'balances', 'payments'] as const).find(
    (name) => holdings[name] > 0,
  )
  return by === undefined ? null : { by, count: holdings[by] }
}
