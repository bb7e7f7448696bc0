import type { closeContract as endpoint } from '@stowage/api/contracts'
import { isRunningStatus } from '@stowage/domain/contract-life'
import { formatMoney } from '@stowage/texts/format.ts'
import { authorOf, note } from '../../platform/audit/author.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/failure.ts'
import type { Actor, Language } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/call.ts'
import { closePlan, depositHeld, hasUnbilledDays } from '../billing/index.ts'
import type { Catalog } from '../catalog/index.ts'
import { stepContract } from './change-status.ts'
import { lockContractAt, setStatus } from './contract-store.ts'
import { contractFor, type ContractAnswer } from './contract-view.ts'
import { contractClosed } from './events.ts'
import { tell } from './tell.ts'

/**
 * Closes a running contract whose things are out: its box is free at once. Here only one that owes nothing, has every day
 * invoiced that has begun, nothing paid ahead and no deposit to give back: there is nothing to settle then. Days after its end that no invoice speaks of are let go;
 * the audit says how many.
 * @throws Failure 9104; 6005 when the named box is not its box; 9109 when it does not run; 9111 with what stands in the way
 */
export async function closeContract(
  { clock, catalog }: { readonly clock: Clock; readonly catalog: Catalog },
  tx: Tx,
  call: Call<typeof endpoint, Actor>,
): Promise<ContractAnswer> {
  const { params, query, actor } = call
  const at = clock.now()
  const contract =
    (await lockContractAt(tx, { stockId: params.stockId, id: params.contractId })) ?? fail(9104)
  const { boxId } = query
  if (boxId !== undefined && boxId !== contract.boxId && boxId !== contract.externalBoxId)
    fail(6005, { field: 'boxId_sm' })
  if (!isRunningStatus(contract.status)) fail(9109, { reason: `a ${contract.status} contract` })
  // The plan first: an invoice that is being issued at this moment is then there to be seen, and none follows.
  await closePlan(tx, contract.id, at)
  const present = (await contractFor(tx, contract.id, actor, at)) ?? fail(9104)
  const today = at.toZonedDateTimeISO(contract.timeZone).toPlainDate()
  assertSettled(
    present,
    {
      deposit: await depositHeld(tx, contract.id),
      isUnbilled: await hasUnbilledDays(tx, contract.id, today),
    },
    call.language,
  )
  await setStatus(tx, contract.id, stepContract(contract, 'closed'), at)
  await catalog.releaseClaim(tx, contract.id, at)
  note(tx, { now: () => at }, authorOf(call), {
    action: 'contract-closed',
    subjectType: 'contract',
    subjectId: contract.id,
    stockId: contract.stockId,
    before: { status: contract.status },
    after: { status: 'closed', ...(present.paidAhead < 0 ? { daysNotBilled: -present.paidAhead } : {}) },
  })
  tell(tx, contractClosed, contract, at, {})
  return (await contractFor(tx, contract.id, actor, at)) ?? fail(9104)
}

/** Says the first thing in the way: what is owed, what nobody has asked for yet, what is paid ahead, what is held. */
function assertSettled(
  contract: ContractAnswer,
  { deposit, isUnbilled }: { readonly deposit: number; readonly isUnbilled: boolean },
  language: Language,
): void {
  const money = (amount: number): string => formatMoney({ amount, currency: contract.currencyCode }, language)
  if (contract.debt > 0) fail(9111, { params: { by: 'debt', amount: money(contract.debt) } })
  if (isUnbilled) fail(9111, { params: { by: 'unbilled' } })
  if (contract.paidAhead > 0) fail(9111, { params: { by: 'paidAhead', count: contract.paidAhead } })
  if (deposit > 0) fail(9111, { params: { by: 'deposit', amount: money(deposit) } })
}
