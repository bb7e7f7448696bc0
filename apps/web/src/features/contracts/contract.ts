import type { getContract } from '@stowage/api/contracts'
import type { Answer } from '@stowage/api/endpoint'
import { addDays, daysBetween } from '../../ui/days.ts'

/** A contract as the wire tells it. Its term is half-open: on EndDate the box is to be empty by the leaving time. */
export type Contract = Answer<typeof getContract>

type Term = Pick<Contract, 'startDate' | 'endDate' | 'paidUntil' | 'overdue' | 'paidAhead' | 'status'>

/** The last day that is paid for; null while nothing is. `paidUntil` on the wire is the first day that is not. */
export function lastPaidDay({
  paidUntil,
  startDate,
}: Pick<Contract, 'paidUntil' | 'startDate'>): string | null {
  return paidUntil == null || paidUntil <= startDate ? null : addDays(paidUntil, -1)
}

/** Days from today to the end of the term, negative when it is past; null for an open end and for what no longer runs. */
export function endsIn(
  { endDate, status }: Pick<Contract, 'endDate' | 'status'>,
  today: string,
): number | null {
  return endDate == null || (status !== 'active' && status !== 'ended') ? null : daysBetween(today, endDate)
}

/** Whether nothing is to come of it any more: closed, given up or withdrawn from. */
export function hasEnded({ status }: Pick<Contract, 'status'>): boolean {
  return status === 'closed' || status === 'cancelled'
}

/** Days paid ahead as people are told them: none when late, and then what is owed is said (specification 2.11). */
export function daysAhead({ paidAhead }: Pick<Contract, 'paidAhead'>): number {
  return Math.max(0, paidAhead)
}

/** How many days are owed, one at least where something is overdue; 0 otherwise. */
export function daysOwed({ overdue, paidAhead }: Pick<Contract, 'overdue' | 'paidAhead'>): number {
  return overdue > 0 ? Math.max(1, -paidAhead) : 0
}

/** What the paid line needs; a rental that begins later shows the days until then as well. */
export function paidLineOf(contract: Term, today: string) {
  const { startDate, endDate, overdue } = contract
  return {
    from: startDate < today ? startDate : today,
    to: endDate ?? null,
    today,
    paidUntil: lastPaidDay(contract),
    inDebt: overdue > 0,
  }
}
