import { priceContract, type PricedPeriod } from '@stowage/domain/price'
import { nextIssueDay } from '@stowage/domain/term'
import type { Tx } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/failure.ts'
import { newId } from '../../platform/ids.ts'
import { closePlan, insertPlan, lockDocument, voidOpenDocuments } from './billing-store.ts'
import { documentIssued, documentVoided } from './events.ts'
import type { NewDocument } from './new-document-store.ts'
import type { NewPlan } from './plan.ts'
import { issue, settleFree } from './settle-payment.ts'
import { releaseParts, type ReleasedParts } from './release-parts.ts'
import { tell } from './tell.ts'

export interface OpenedPlan {
  readonly planId: string
  readonly documentId: string
  readonly first: PricedPeriod
}

/**
 * Begins to bill a contract: the plan and its first document, which has its DocumentID at once and its number when it is
 * paid (decisions.md C18). What it costs comes from the same engine and the same terms as the quote (I11).
 */
export async function openPlan(tx: Tx, plan: NewPlan): Promise<OpenedPlan> {
  const first = priceContract(plan.terms, 0)
  if (!first) fail(9001, { reason: 'the term has no first period' })
  const planId = newId()
  const document: NewDocument = {
    id: plan.documentId,
    planId,
    contractId: plan.contractId,
    accountId: plan.accountId,
    stockId: plan.stockId,
    sellerId: plan.sellerId,
    priced: first,
    issuedOn: plan.issuedOn,
    dueOn: plan.firstDueOn,
    snapshot: plan.snapshot,
    at: plan.at,
  }
  const nextIssueOn = nextIssueDay([plan.terms], first.period.until, plan.endDay)
  await insertPlan(tx, planId, plan, document, { billedUntil: first.period.until, nextIssueOn })
  if (first.totals.gross.amount === 0) await settleAtOnce(tx, document.id, plan.at)
  tell(tx, documentIssued, plan, plan.at, { documentId: document.id })
  return { planId, documentId: document.id, first }
}

async function settleAtOnce(tx: Tx, documentId: string, at: Temporal.Instant): Promise<void> {
  const row = await lockDocument(tx, documentId)
  if (!row) return
  await issue(tx, row, at)
  await settleFree(tx, row, at)
}

/**
 * Stops billing a contract that never began: its documents become void and leave no number behind, and what had come for them is
 * the tenant's balance. The caller has locked the documents.
 * @returns that balance, and what of it is left once it has paid what else he owes; undefined where nothing had come
 */
export async function voidPlan(
  tx: Tx,
  about: { contractId: string; accountId: string; stockId: string; at: Temporal.Instant },
): Promise<ReleasedParts | undefined> {
  const released = await releaseParts(tx, about.contractId, about.at)
  const voided = await voidOpenDocuments(tx, about.contractId, about.at)
  await closePlan(tx, about.contractId, about.at)
  for (const documentId of voided) tell(tx, documentVoided, about, about.at, { documentId })
  return released
}
