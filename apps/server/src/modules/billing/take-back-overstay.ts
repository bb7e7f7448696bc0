import { creditsFrom } from '@stowage/domain/credit'
import type { Tx } from '../../platform/database/transaction.ts'
import { takeTenantTurn } from './billing-store.ts'
import { billedDocuments, planToClose } from './closing-store.ts'
import { documentCredited } from './events.ts'
import { setBilledUntil, setMovedOn } from './plan-store.ts'
import { readTerms } from './plan.ts'
import { useCreditOn } from './settle-payment.ts'
import { tell } from './tell.ts'
import { writeCreditNote, type Moment } from './write-papers.ts'

/**
 * Days after the end that were billed by the day go back whole: their contract is extended, and they become days of its new term. A
 * credit note pays what it corrects first; the rest is the tenant's balance, which pays the new term's invoices.
 * @returns the first day that no invoice speaks of any more; undefined where no such day was billed
 */
export async function takeBackOverstay(
  tx: Tx,
  contractId: string,
  moment: Moment,
): Promise<Temporal.PlainDate | undefined> {
  const plan = await planToClose(tx, contractId, true)
  if (!plan) return undefined
  const documents = (await billedDocuments(tx, contractId, plan.currency)).filter(
    ({ isOverstay, from, until }) => isOverstay === true && !from.equals(until),
  )
  const [first] = documents
  if (first === undefined) return undefined
  await takeTenantTurn(tx, plan)
  const credits = creditsFrom(documents, plan.terms.map(readTerms), first.from, {
    discountBy: 'monthsBegun',
    refundsUnusedTime: true,
    returnsDeposit: false,
  })
  for (const { id, from } of documents) await setMovedOn(tx, id, from)
  for (const credit of credits) await writeCreditNote(tx, credit, moment)
  for (const { documentId, gross } of credits) await useCreditOn(tx, documentId, gross, moment.at, [])
  // Whatever asks for less now is not to be paid on a page that still asks for all of it.
  for (const { documentId } of credits) tell(tx, documentCredited, plan, moment.at, { documentId })
  await setBilledUntil(tx, plan.id, first.from)
  return first.from
}
