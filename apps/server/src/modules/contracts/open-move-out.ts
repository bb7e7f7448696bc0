import type { openMoveOut as endpoint } from '@stowage/api/contracts'
import { limits } from '@stowage/domain/limits'
import { authorOf, note } from '../../platform/audit/author.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/failure.ts'
import { refuseUnseen, type Actor } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/call.ts'
import { lockContractAt } from './contract-store.ts'
import { contractFor, type ContractAnswer } from './contract-view.ts'
import { moveOutOpened } from './events.ts'
import { setMoveOutWindow } from './life-store.ts'
import { tell } from './tell.ts'

/**
 * Staff let the tenant of an ended contract, or of one that he has withdrawn from, in for 24 hours to fetch his things: the end keeps his doors shut no more, everything else
 * that decision 20 asks for is asked all the same. It is over by itself; pressed again it begins anew.
 * @throws Failure 9104; 9103 for who may not read contracts; 9109 where it has not ended
 */
export async function openMoveOut(
  { clock }: { readonly clock: Clock },
  tx: Tx,
  call: Call<typeof endpoint, Actor>,
): Promise<ContractAnswer> {
  const { params, actor } = call
  const at = clock.now()
  const contract = await lockContractAt(tx, { stockId: params.stockId, id: params.contractId })
  const seen = contract && (await contractFor(tx, contract.id, actor, at))
  if (!contract || !seen) refuseUnseen(actor, 'contracts.read')
  if (!seen.mayOpenMoveOut) fail(9109, { reason: `a ${contract.status} contract` })
  const until = at.add({ hours: limits.moveOutWindow.hours })
  const before = await setMoveOutWindow(tx, contract.id, until, at)
  note(tx, { now: () => at }, authorOf(call), {
    action: 'move-out-window-opened',
    subjectType: 'contract',
    subjectId: contract.id,
    stockId: contract.stockId,
    before: { until: before?.toString() ?? null },
    after: { until: until.toString() },
  })
  tell(tx, moveOutOpened, contract, at, { until: until.toString() })
  return (await contractFor(tx, contract.id, actor, at)) ?? fail(9104)
}
