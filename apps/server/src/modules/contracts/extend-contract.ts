import type { extendContract as endpoint } from '@stowage/api/contracts'
import { extensionRefusal } from '@stowage/domain/extension'
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/failure.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/call.ts'
import { extendPlan } from '../billing/index.ts'
import { stepContract } from './change-status.ts'
import { leaveToSource } from './ask-source.ts'
import { contractFor, type ContractAnswer } from './contract-view.ts'
import { contractExtended } from './events.ts'
import { setExtended } from './life-store.ts'
import { noteUnlessOwn, ownRunning } from './own-running.ts'
import { tell } from './tell.ts'

/**
 * One more term of the contract's own length, at its own prices, behind the one that runs; a notice is taken back by it, an
 * ended contract runs again (decision 17).
 * @throws as `ownRunning`; Failure 9117 with what stands in the way
 */
export async function extendContract(
  { clock }: { readonly clock: Clock },
  tx: Tx,
  call: Call<typeof endpoint, Actor>,
): Promise<ContractAnswer> {
  const at = clock.now()
  const contract = await ownRunning(tx, call.actor, { ...call.params, ...call.body })
  const today = at.toZonedDateTimeISO(contract.timeZone).toPlainDate()
  const { overdue, extension } = (await contractFor(tx, contract.id, call.actor, at)) ?? fail(6005)
  const refusal = extensionRefusal({ ...contract, isOverdue: overdue > 0 }, today)
  if (refusal !== null) fail(9117, { params: { by: refusal } })
  if (contract.isExternal)
    return await leaveToSource(tx, call, contract, at, { kind: 'extend', day: extension?.until ?? null })
  const { from, termStartDay, endDay } = await extendPlan(tx, contract.id, { at, today })
  const status = stepContract(contract, 'extended')
  await setExtended(tx, contract.id, { status, termStartDay, endDay, at })
  noteUnlessOwn(tx, call, contract, at, {
    action: 'contract-extended',
    before: { endDate: contract.endDay?.toString() ?? null, status: contract.status },
    after: { endDate: endDay.toString(), status },
  })
  tell(tx, contractExtended, contract, at, { from: from.toString(), until: endDay.toString() })
  return (await contractFor(tx, contract.id, call.actor, at)) ?? fail(6005)
}
