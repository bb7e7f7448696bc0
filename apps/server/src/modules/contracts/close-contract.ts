import type { closeContract as endpoint } from '@stowage/api/contracts'
import { isSameClosing, type Closing } from '@stowage/domain/closing'
import { isRunningStatus } from '@stowage/domain/contract-life'
import { authorOf, note } from '../../platform/audit/author.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/failure.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/call.ts'
import { settleContract } from '../billing/index.ts'
import type { Catalog } from '../catalog/index.ts'
import { leaveToSource } from './ask-source.ts'
import { stepContract } from './change-status.ts'
import { lockContractAt, setStatus } from './contract-store.ts'
import { contractFor, type ContractAnswer } from './contract-view.ts'
import { contractClosed } from './events.ts'
import { settlementWish } from './settlement-wish.ts'
import { tell } from './tell.ts'

/**
 * Closes a running contract whose things are out: it is settled by the day (decision 17), its box is free at once. What then is
 * owed stays owed and what is left stays the tenant's balance; neither holds the box (docs/decisions/0080).
 * @throws Failure 9104; 6005 when the named box is not its box; 9109 when it does not run, or the settlement is another than the
 *   caller was shown; 9111 where its billing has stopped
 */
export async function closeContract(
  { clock, catalog }: { readonly clock: Clock; readonly catalog: Catalog },
  tx: Tx,
  call: Call<typeof endpoint, Actor>,
): Promise<ContractAnswer> {
  const { params, query, body, actor } = call
  const at = clock.now()
  const contract =
    (await lockContractAt(tx, { stockId: params.stockId, id: params.contractId })) ?? fail(9104)
  const boxId = query.boxId ?? body.boxId
  if (boxId !== undefined && boxId !== contract.boxId && boxId !== contract.externalBoxId)
    fail(6005, { field: 'boxId_sm' })
  if (!isRunningStatus(contract.status) && !contract.isUnsettled)
    fail(9109, { reason: `a ${contract.status} contract` })
  if (contract.isExternal) {
    const today = at.toZonedDateTimeISO(contract.timeZone).toPlainDate().toString()
    return await leaveToSource(tx, call, contract, at, { kind: 'terminate', day: today })
  }
  const { shown } = body
  const closing = await settleContract(tx, { ...settlementWish(contract, at), at }, (settled) => {
    if (shown != null && !isSameClosing(settled, shown))
      fail(9109, { reason: 'the settlement is another than the one that was shown' })
  })
  // Who has withdrawn has no contract any more; his box is free when somebody has looked (`clearBox`).
  const { isUnsettled } = contract
  const status = isUnsettled ? contract.status : stepContract(contract, 'closed')
  if (!isUnsettled) {
    await setStatus(tx, contract.id, status, at)
    await catalog.releaseClaim(tx, contract.id, at)
  }
  note(tx, { now: () => at }, authorOf(call), {
    action: 'contract-closed',
    subjectType: 'contract',
    subjectId: contract.id,
    stockId: contract.stockId,
    before: { status: contract.status },
    after: { status, ...(closing && noted(closing)) },
  })
  if (!isUnsettled) tell(tx, contractClosed, contract, at, {})
  return (await contractFor(tx, contract.id, actor, at)) ?? fail(9104)
}

const noted = ({ charged, credited, deposit, owed, payout }: Closing): Readonly<Record<string, unknown>> => ({
  currency: charged.currency,
  charged: charged.amount,
  credited: credited.amount,
  deposit: deposit.amount,
  owed: owed.amount,
  payout: payout.amount,
})
