import { externalLife, rentDueSince } from '@stowage/domain/external-contract'
import type { Tx } from '../../platform/database/transaction.ts'
import { takeExternal, type ExternalContract } from '../contracts/index.ts'
import type { Catalog } from '../catalog/index.ts'
import { contractsOfKnown, type CopiedContract } from './copy-view.ts'
import { termsOf } from './source-terms.ts'

/**
 * Contracts of customers who have an account here become contracts of that account; of the others only their units say that they are
 * taken. Asked anew at each reading, so that an import, a new unit and a day gone by all come to the same.
 * @returns contracts that were left out, in sentences
 */
export async function takeContracts(
  tx: Tx,
  catalog: Catalog,
  stockId: string,
  { at, today }: { readonly at: Temporal.Instant; readonly today: Temporal.PlainDate },
): Promise<readonly string[]> {
  const copied = await contractsOfKnown(tx, stockId)
  return await takeExternal(
    tx,
    catalog,
    stockId,
    copied.map((contract) => external(contract, today)),
    at,
  )
}

const day = (text: string | null): Temporal.PlainDate | null =>
  text === null ? null : Temporal.PlainDate.from(text)

function external(contract: CopiedContract, today: Temporal.PlainDate): ExternalContract {
  const { id, number, boxId, accountId, startDay, leaveDay, currency, monthRate, paidUntil, balance } =
    contract
  const life = externalLife(
    { endDay: day(contract.endDay), noticeLeaveDay: day(contract.noticeLeaveDay), leaveDay: day(leaveDay) },
    today,
  )
  const due = rentDueSince({ debt: balance, paidUntil: day(paidUntil), openDue: day(contract.openDue) })
  const price = termsOf(contract)
  return {
    externalId: id,
    number,
    boxId,
    accountId,
    startDay,
    currency,
    monthRate,
    paidUntil,
    price,
    status: life.status,
    endDay: life.endDay?.toString() ?? null,
    endsToday: life.endDay?.equals(today) ?? false,
    plannedLeaveDay: life.plannedLeaveDay?.toString() ?? null,
    leaveDay: life.status === 'closed' ? leaveDay : null,
    durationMonths: price.durationMonths,
    periodMonths: contract.periodMonths,
    debt: Math.max(0, balance),
    dueOn: due?.toString() ?? null,
    deposit: contract.depositAmount,
  }
}
