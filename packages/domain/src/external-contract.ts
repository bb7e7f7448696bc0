/**
 * Contracts that another management system keeps (decision 21): what its dates and its money mean for a life and for a door here.
 */
import type { ContractStatus } from './contract-life.ts'

export interface ExternalDates {
  readonly endDay: Temporal.PlainDate | null
  readonly noticeLeaveDay: Temporal.PlainDate | null
  /** The box was given back, or will be: a day to come is a notice. */
  readonly leaveDay: Temporal.PlainDate | null
}

export interface ExternalLife {
  readonly status: Extract<ContractStatus, 'active' | 'ended' | 'closed'>
  readonly endDay: Temporal.PlainDate | null
  readonly plannedLeaveDay: Temporal.PlainDate | null
}

/** An open-ended contract ends on the day for which notice was given, as ours do (decision 17). */
export function externalLife(
  { endDay, noticeLeaveDay, leaveDay }: ExternalDates,
  today: Temporal.PlainDate,
): ExternalLife {
  const isLeft = leaveDay !== null && Temporal.PlainDate.compare(leaveDay, today) <= 0
  const planned = noticeLeaveDay ?? (isLeft ? null : leaveDay)
  const end = endDay ?? planned
  const isOver = end !== null && Temporal.PlainDate.compare(end, today) < 0
  return { status: isLeft ? 'closed' : isOver ? 'ended' : 'active', endDay: end, plannedLeaveDay: planned }
}

/**
 * Since when rent is due that nobody has paid, for the door's rule of free days; null: nothing bars it. Debt alone bars nobody as long
 * as his rent is paid for (decision 20: a penalty alone never blocks).
 * @param paidUntil the last day that is paid for
 * @param openDue the earliest due day of an open invoice
 */
export function rentDueSince({
  debt,
  paidUntil,
  openDue,
}: {
  readonly debt: number
  readonly paidUntil: Temporal.PlainDate | null
  readonly openDue: Temporal.PlainDate | null
}): Temporal.PlainDate | null {
  if (debt <= 0) return null
  const unpaidFrom = paidUntil?.add({ days: 1 }) ?? null
  if (openDue === null || unpaidFrom === null) return openDue ?? unpaidFrom
  return Temporal.PlainDate.compare(openDue, unpaidFrom) > 0 ? openDue : unpaidFrom
}
