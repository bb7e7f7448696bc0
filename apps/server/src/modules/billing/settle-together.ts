import { unpaidOf } from '@stowage/domain/debt'
import type { Tx } from '../../platform/database/transaction.ts'
import { findDocuments, lockOpenDocumentsOf, settledOf, type DocumentRow } from './billing-store.ts'
import { takeTenantTurns } from './issue-store.ts'
import { depositsOf } from './settlement-store.ts'
import { settleOpen, type ReceivedPayment } from './settle-payment.ts'

/**
 * Settles payments of several tenants in one transaction, with the questions of one: what settlePayment does for each, where it is
 * that simple. A payment for a document that has no number yet (it takes one, as the last thing of a transaction of its own), that was
 * given up, or that asks for nothing, and a second one of the same tenant, are given back untouched.
 */
export async function settleTogether(
  tx: Tx,
  received: readonly ReceivedPayment[],
): Promise<readonly ReceivedPayment[]> {
  const named = await findDocuments(
    tx,
    received.map(({ documentId }) => documentId),
  )
  const tenants = new Map<string, { readonly payment: ReceivedPayment; readonly aimed: DocumentRow }>()
  for (const payment of received) {
    const aimed = named.get(payment.documentId)
    if (aimed !== undefined && isPlain(aimed, payment) && !tenants.has(aimed.accountId))
      tenants.set(aimed.accountId, { payment, aimed })
  }
  const chosen = [...tenants.values()]
  const untouched = new Set(received)
  if (chosen.length === 0) return received
  await takeTenantTurns(
    tx,
    chosen.map(({ aimed }) => aimed),
  )
  const settled = await settledOf(
    tx,
    chosen.map(({ payment }) => payment.paymentId),
  )
  const open = Map.groupBy(
    await lockOpenDocumentsOf(
      tx,
      chosen.map(({ aimed }) => aimed),
    ),
    ({ accountId }) => accountId,
  )
  const deposits = await depositsOf(
    tx,
    [...open.values()].flat().map(({ id }) => id),
  )
  for (const { payment, aimed: seen } of chosen) {
    if (settled.has(payment.paymentId)) {
      untouched.delete(payment)
      continue
    }
    const documents = open.get(seen.accountId) ?? []
    // As it is now that nobody else changes it.
    const aimed = documents.find(({ id }) => id === seen.id)
    if (aimed === undefined || !isPlain(aimed, payment)) continue
    untouched.delete(payment)
    await settleOpen(tx, aimed, documents, payment, deposits)
  }
  return [...untouched]
}

const isPlain = (aimed: DocumentRow, { amount }: ReceivedPayment): boolean =>
  aimed.status === 'open' &&
  aimed.number !== null &&
  aimed.writtenOff === 0 &&
  aimed.currency === amount.currency &&
  unpaidOf(aimed) > 0
