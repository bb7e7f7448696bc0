/** Giving notice: when it is offered and which days it may name (decisions 17 and 23, specification 2.12). */
import { isRunningStatus, type ContractStatus } from './contract-life.ts'
import { earliestLeaving } from './contract-moments.ts'
import { limits } from './limits.ts'
import { addMonthsAnchored } from './period.ts'
import type { TariffTerms } from './tariff.ts'

export interface NoticeFacts {
  readonly status: ContractStatus
  readonly startDay: Temporal.PlainDate
  /** The end of the term; null while open-ended, where notice may be given on any day. */
  readonly endDay: Temporal.PlainDate | null
  /** Of the contract's tariff; 0 where it has none. */
  readonly noticeDays: number
  /** Of the same, counted from the start; 0 where it has none. */
  readonly minStayMonths?: number
}

/** What a contract's tariff says of leaving; nothing binds where it has none. */
export function noticeRules({
  tariff,
}: {
  readonly tariff?: TariffTerms | undefined
}): Required<Pick<NoticeFacts, 'noticeDays' | 'minStayMonths'>> {
  return { noticeDays: tariff?.noticeDays ?? 0, minStayMonths: tariff?.minStayMonths ?? 0 }
}

/** Days before the end from which notice is offered: 7, or the notice days and a week. */
export function noticeOfferedDays(noticeDays: number): number {
  return Math.max(limits.contract.leaveOfferedDaysBeforeEnd, noticeDays === 0 ? 0 : noticeDays + 7)
}

/** The first day on which the tenant is offered to give notice; null where he is on any day. */
export function noticeOfferedFrom({
  endDay,
  noticeDays,
}: Pick<NoticeFacts, 'endDay' | 'noticeDays'>): Temporal.PlainDate | null {
  return endDay?.subtract({ days: noticeOfferedDays(noticeDays) }) ?? null
}

/** Whether the tenant is offered to give notice today. */
export function mayGiveNotice(facts: NoticeFacts, today: Temporal.PlainDate): boolean {
  if (!isRunningStatus(facts.status)) return false
  const from = noticeOfferedFrom(facts)
  return from === null || Temporal.PlainDate.compare(from, today) <= 0
}

/**
 * The days a notice may name, both inside: from the earliest leaving day (the minimum stay of a tariff is over by then) to the end of the term; past the end, or without one,
 * any later day. The end wins where notice days or minimum stay reach beyond it: nobody is held longer than he signed for.
 */
export function leavingDays(
  { status, startDay, endDay, noticeDays, minStayMonths = 0 }: NoticeFacts,
  today: Temporal.PlainDate,
): { readonly from: Temporal.PlainDate; readonly until: Temporal.PlainDate | null } {
  const earliest = laterOf(
    earliestLeaving(today, startDay, noticeDays),
    addMonthsAnchored(startDay, minStayMonths),
  )
  const isPast = status === 'ended' || (endDay !== null && Temporal.PlainDate.compare(endDay, today) < 0)
  if (endDay === null || isPast) return { from: isPast ? today : earliest, until: null }
  return { from: Temporal.PlainDate.compare(earliest, endDay) > 0 ? endDay : earliest, until: endDay }
}

const laterOf = (a: Temporal.PlainDate, b: Temporal.PlainDate): Temporal.PlainDate =>
  Temporal.PlainDate.compare(a, b) < 0 ? b : a
