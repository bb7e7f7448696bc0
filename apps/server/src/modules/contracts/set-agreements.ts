import type { setAgreements as endpoint } from '@stowage/api/contracts'
import { authorOf, note } from '../../platform/audit/author.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/failure.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/call.ts'
import { lockContract, setAgreed } from './contract-store.ts'
import { contractFor, type ContractAnswer } from './contract-view.ts'
import { contractMarked } from './events.ts'
import { tell } from './tell.ts'

/**
 * What the tenant has agreed to. A late fee that is agreed from now on is charged for no day before.
 * @throws Failure 9104; 6010 for a contract that another program keeps
 */
export async function setAgreements(
  { clock }: { readonly clock: Clock },
  tx: Tx,
  call: Call<typeof endpoint, Actor>,
): Promise<ContractAnswer> {
  const at = clock.now()
  const contract = (await lockContract(tx, call.params.contractId)) ?? fail(9104)
  const read = async (): Promise<ContractAnswer> =>
    (await contractFor(tx, contract.id, call.actor, at)) ?? fail(9104)
  const { isExternal, lateFeeAgreed, doorClosingAgreed, stock } = await read()
  if (isExternal) fail(6010)
  const before = { lateFeeAgreed, doorClosingAgreed }
  const after = {
    lateFeeAgreed: call.body.lateFeeAgreed,
    doorClosingAgreed: call.body.doorClosingAgreed,
  }
  if (before.lateFeeAgreed === after.lateFeeAgreed && before.doorClosingAgreed === after.doorClosingAgreed)
    return await read()
  const today = at.toZonedDateTimeISO(stock?.timeZone ?? 'UTC').toPlainDate()
  await setAgreed(tx, contract.id, { ...after, today, at })
  note(tx, { now: () => at }, authorOf(call), {
    action: 'contract-agreements-set',
    subjectType: 'contract',
    subjectId: contract.id,
    stockId: contract.stockId,
    before,
    after,
  })
  tell(tx, contractMarked, contract, at, {})
  return await read()
}
