import { takenOverDeposit, type TakenOver } from '@stowage/domain/taken-over'
import type { Money } from '@stowage/domain/money'
import { nextIssueDay } from '@stowage/domain/term'
import type { Tx } from '../../platform/database/transaction.ts'
import { newId } from '../../platform/ids.ts'
import type { Payments } from '../payments/index.ts'
import { insertPlan, lockDocument } from './billing-store.ts'
import { documentIssued } from './events.ts'
import type { NewPlan } from './plan.ts'
import { settleQuietly } from './settle-payment.ts'
import { tell } from './tell.ts'

interface TakenPlan extends NewPlan {
  readonly before: TakenOver
  /** Held by the seller already. */
  readonly deposit: Money
  readonly byId: string
}

/**
 * Goes on billing a contract that somebody else has billed so far: from the first day that he has not, and nothing before. The deposit
 * that the seller holds comes into the book by a document that asks for it alone, paid by hand in the same moment, so that it is
 * given back as any other when the contract is closed.
 * @returns the id of that document; null without a deposit
 */
export async function takeOverPlan(
  tx: Tx,
  payments: Payments,
  { before, deposit, byId, ...plan }: TakenPlan,
): Promise<string | null> {
  const planId = newId()
  const { accountId, stockId, at, documentId, terms } = plan
  const billedUntil = terms.startDay
  const priced = deposit.amount > 0 ? takenOverDeposit(deposit, before) : null
  await insertPlan(
    tx,
    planId,
    plan,
    priced && {
      id: documentId,
      planId,
      contractId: plan.contractId,
      accountId,
      stockId,
      sellerId: plan.sellerId,
      priced,
      issuedOn: plan.issuedOn,
      dueOn: plan.issuedOn,
      snapshot: plan.snapshot,
      at,
    },
    { billedUntil, nextIssueOn: nextIssueDay([terms], billedUntil, plan.endDay) },
  )
  const row = priced && (await lockDocument(tx, documentId))
  if (!row) return null
  const reference = `document:${documentId}`
  const manual = { reference, accountId, stockId, amount: deposit, createdById: byId, at }
  const { paymentId } = await payments.recordManual(tx, manual)
  await settleQuietly(tx, row, { paymentId, amount: deposit, processor: 'manual', at })
  tell(tx, documentIssued, plan, at, { documentId })
  return documentId
}
