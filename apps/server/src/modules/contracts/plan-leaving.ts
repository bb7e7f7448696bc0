import { planLeaving as endpoint } from '@stowage/api/contracts'
import { isRunningStatus } from '@stowage/domain/contract-life'
import { earliestLeaving } from '@stowage/domain/contract-moments'
import { authorOf, note } from '../../platform/audit/author.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/failure.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/call.ts'
import { refuseStale } from '../../platform/http/stale.ts'
import { lockContractAt } from './contract-store.ts'
import { leaveToSource } from './ask-source.ts'
import { contractFor, type ContractAnswer } from './contract-view.ts'
import { noteLeaving } from './note-leaving.ts'

/**
 * A superUser notes the day on which the tenant means to leave, or takes it back: at any time and for any day, where the tenant's
 * own notice waits until it is offered. What it does to the contract is the same (decision 17).
 * @throws Failure 9104; 9109 when it does not run or was changed meanwhile; 9001 for a day that is past or before its start
 */
export async function planLeaving(
  { clock }: { readonly clock: Clock },
  tx: Tx,
  call: Call<typeof endpoint, Actor>,
): Promise<ContractAnswer> {
  const { params, body, actor } = call
  const at = clock.now()
  const contract =
    (await lockContractAt(tx, { stockId: params.stockId, id: params.contractId })) ?? fail(9104)
  const read = async (): Promise<ContractAnswer> =>
    (await contractFor(tx, contract.id, actor, at)) ?? fail(9104)
  await refuseStale(endpoint, contract.updatedAt, body.updated, read)
  if (!isRunningStatus(contract.status)) fail(9109, { reason: `a ${contract.status} contract` })
  const day = body.plannedLeaveDate === null ? null : Temporal.PlainDate.from(body.plannedLeaveDate)
  if (day?.toString() === contract.plannedLeaveDay?.toString()) return await read()
  const today = at.toZonedDateTimeISO(contract.timeZone).toPlainDate()
  if (day !== null && Temporal.PlainDate.compare(day, earliestLeaving(today, contract.startDay)) < 0)
    fail(9001, { field: 'plannedLeaveDate', reason: 'before the first day that can be noted' })
  if (contract.isExternal)
    return await leaveToSource(tx, call, contract, at, {
      kind: 'notice',
      day: day?.toString() ?? null,
      payload: day === null ? { withdrawn: true } : {},
    })
  await noteLeaving(tx, contract, day && { day, time: null }, at)
  note(tx, { now: () => at }, authorOf(call), {
    action: 'leaving-planned',
    subjectType: 'contract',
    subjectId: contract.id,
    stockId: contract.stockId,
    before: { plannedLeaveDate: contract.plannedLeaveDay?.toString() ?? null },
    after: { plannedLeaveDate: day?.toString() ?? null },
  })
  return await read()
}
