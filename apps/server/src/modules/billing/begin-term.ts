import { beginningOn, nextIssueDay, termEnd } from '@stowage/domain/term'
import { priceContract } from '@stowage/domain/price'
import type { Tx } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/failure.ts'
import { firstTermOf, setBeginning } from './begin-term-store.ts'
import type { DocumentRow } from './billing-store.ts'
import { readTerms, storeTerms } from './plan.ts'

/**
 * The first document of a booking is about to be issued: where the planned first day is past, the term begins on the day from
 * which the box can be used (decisions.md C13). Plan and document keep their amounts, as quoted; only their days move.
 */
export async function beginTerm(tx: Tx, document: DocumentRow, usableFrom: Temporal.Instant): Promise<void> {
  const day = usableFrom.toZonedDateTimeISO(document.snapshot.timeZone).toPlainDate()
  const planned = await firstTermOf(tx, document.planId)
  // Only a term that has not begun moves: the document of a plan that was taken over is not its first.
  if (planned === undefined || document.periodFrom?.toString() !== planned.startDay) return
  const terms = beginningOn(readTerms(planned), day)
  if (terms.startDay.toString() === planned.startDay) return
  const period =
    priceContract(terms, 0)?.period ?? fail(9001, { reason: 'the moved term has no first period' })
  const endDay = termEnd(terms)
  await setBeginning(tx, {
    planId: document.planId,
    documentId: document.id,
    terms: storeTerms(terms),
    period,
    endDay,
    nextIssueOn: nextIssueDay([terms], period.until, endDay),
  })
}
