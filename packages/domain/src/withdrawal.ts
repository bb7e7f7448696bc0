/** The right of withdrawal (decision 17, docs/decisions/0160): consumers, 14 days from signing, pro rata. */
import type { ContractStatus } from './contract-life.ts'
import { limits } from './limits.ts'

export interface WithdrawalFacts {
  readonly status: ContractStatus
  /** A natural person who rents for himself: no company, no entrepreneur. */
  readonly isConsumer: boolean
  readonly isExternal: boolean
  /** The day of signing in the stock's zone. */
  readonly signedOn: Temporal.PlainDate
}

export type WithdrawalRefusal = 'notRunning' | 'business' | 'external' | 'late'

/**
 * The last day of the right: the day of signing does not count, the 14th behind it does; one that falls on a weekend ends on the
 * Monday behind it.
 */
export function lastWithdrawalDay(signedOn: Temporal.PlainDate): Temporal.PlainDate {
  const last = signedOn.add({ days: limits.withdrawal.days })
  return last.dayOfWeek <= 5 ? last : last.add({ days: 8 - last.dayOfWeek })
}

/** What stands in the way of withdrawing on a day; null where nothing does. */
export function withdrawalRefusal(
  { status, isConsumer, isExternal, signedOn }: WithdrawalFacts,
  today: Temporal.PlainDate,
): WithdrawalRefusal | null {
  if (status !== 'pending' && status !== 'active') return 'notRunning'
  if (isExternal) return 'external'
  if (!isConsumer) return 'business'
  return Temporal.PlainDate.compare(today, lastWithdrawalDay(signedOn)) > 0 ? 'late' : null
}
