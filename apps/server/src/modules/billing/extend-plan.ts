import type { PriceTerms } from '@stowage/domain/price'
import { extendingTerms, nextIssueDay, termEnd } from '@stowage/domain/term'
import type { Tx } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/failure.ts'
import { issueDue } from './issue-due-invoices.ts'
import { addTerms, lockPlan, setPlanEnd } from './plan-store.ts'
import { readTerms, type StoredTerms } from './plan.ts'
import { takeBackOverstay } from './take-back-overstay.ts'

/**
 * One more term behind the last, or as many as reach beyond today: as long, as priced and billed in the same periods, without a
 * new deposit (decisions.md C17). What is due of it within a week is invoiced at once; days after the end that were billed by the day are
 * days of the new term, and go back first.
 * @returns the first day of the first and of the last of them, and the first day behind
 * @throws Failure 9109 when nothing is billed any more
 */
export async function extendPlan(
  tx: Tx,
  contractId: string,
  { at, today }: { readonly at: Temporal.Instant; readonly today: Temporal.PlainDate },
): Promise<{
  readonly from: Temporal.PlainDate
  readonly termStartDay: Temporal.PlainDate
  readonly endDay: Temporal.PlainDate
}> {
  const plan =
    (await lockPlan(tx, contractId)) ?? fail(9109, { reason: 'the contract is not billed any more' })
  const before = plan.terms.at(-1) ?? fail(9109, { reason: 'a plan without terms' })
  const added = extendingTerms(readTerms(before), today)
  const last = added.at(-1) ?? added[0]
  const endDay = termEnd(last) ?? fail(9109, { reason: 'an open-ended term has nothing behind it' })
  const billedUntil = (await takeBackOverstay(tx, contractId, { at, today })) ?? plan.billedUntil
  const terms = [...plan.terms.map(readTerms), ...added]
  await addTerms(tx, plan.id, {
    terms: added.map((term) => storedBehind(before, term)),
    endDay,
    nextIssueOn: billedUntil && nextIssueDay(terms, billedUntil, endDay),
  })
  await issueDue(tx, plan.id, at)
  return { from: added[0].startDay, termStartDay: last.startDay, endDay }
}

/**
 * Bills an open-ended contract up to a day, or without an end again: notice was given, or taken back. The period that the day
 * cuts short is billed by the day; one that is billed already is settled when the contract is closed (decisions.md C17).
 */
export async function endPlan(tx: Tx, contractId: string, day: Temporal.PlainDate | null): Promise<void> {
  const plan = await lockPlan(tx, contractId)
  if (!plan) return
  const terms = plan.terms.map(readTerms)
  const from = plan.billedUntil ?? terms[0]?.startDay
  await setPlanEnd(tx, plan.id, day, from === undefined ? null : nextIssueDay(terms, from, day))
}

/** What is kept of a following term: the one before it, but for what differs. */
function storedBehind(before: StoredTerms, added: PriceTerms): StoredTerms {
  const { startDay, durationMonths, anchorDay, depositMonths, discount } = added
  return {
    ...before,
    startDay: startDay.toString(),
    durationMonths,
    ...(anchorDay === undefined ? {} : { anchorDay }),
    depositMonths,
    discount,
  }
}
