import type { ClosingWish } from '../billing/index.ts'
import type { lockContractAt } from './contract-store.ts'

type Settled = Pick<
  NonNullable<Awaited<ReturnType<typeof lockContractAt>>>,
  'id' | 'refundsUnusedTime' | 'timeZone' | 'withdrawnAt'
>

/** How a contract is settled that is closed now; one that was withdrawn from, as of the day of that. */
export function settlementWish(contract: Settled, at: Temporal.Instant): ClosingWish {
  const { id, refundsUnusedTime, timeZone, withdrawnAt } = contract
  const dayOf = (instant: Temporal.Instant) => instant.toZonedDateTimeISO(timeZone).toPlainDate()
  if (withdrawnAt !== null) return { ...withdrawalWish(id, dayOf(withdrawnAt)), isGivenUp: true }
  return { contractId: id, leftOn: dayOf(at), refundsUnusedTime }
}

/** Pro rata of the price that was agreed on: nobody loses a discount by using his right. */
export function withdrawalWish(contractId: string, leftOn: Temporal.PlainDate): ClosingWish {
  return { contractId, leftOn, refundsUnusedTime: true, discountBy: 'asBilled' }
}
