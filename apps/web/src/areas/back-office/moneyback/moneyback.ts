import type { Answer } from '@stowage/api/endpoint'
import type { listDisputes, readRefunds } from '@stowage/api/refunds'

export type Refunds = Answer<typeof readRefunds>
export type Refund = Refunds['refunds'][number]
export type Dispute = Answer<typeof listDisputes>['items'][number]

/** Filters of the list; `todo` stands first and is what is shown unless another is chosen. */
export const disputeFilters = ['todo', 'all', 'open', 'warned', 'won', 'lost'] as const
export type DisputeFilter = (typeof disputeFilters)[number]

/** An address may have been typed by hand. */
export const disputeFilter = (given: string | undefined): DisputeFilter =>
  disputeFilters.find((one) => one === given) ?? 'todo'

const NEAR = 3 * 24 * 3_600_000

/**
 * How near the day is by which a bank wants its answer; by the machine's clock, since banks keep no other.
 * @param now milliseconds, as Date.now() counts them
 */
export function dueOf(
  { dueBy, state }: Pick<Dispute, 'dueBy' | 'state'>,
  now: number,
): 'none' | 'past' | 'near' | 'later' {
  if (dueBy == null || state === 'won' || state === 'lost') return 'none'
  const left = Date.parse(dueBy) - now
  return left < 0 ? 'past' : left < NEAR ? 'near' : 'later'
}

/** Of a sum as it was typed, in minor units; NaN where it is none, or has more than cents. */
export function minorOf(typed: number | undefined): number {
  if (typed === undefined) return Number.NaN
  const amount = Math.round(typed * 100)
  return Math.abs(typed * 100 - amount) > 1e-6 || amount <= 0 ? Number.NaN : amount
}

/** Whether the processor has still to say what became of it. */
export const isUndecided = ({ status }: Pick<Refund, 'status'>): boolean =>
  status === 'asked' || status === 'sent'
