import type { Tx } from '../../platform/database/transaction.ts'
import { blankPayments } from './erasure-store.ts'

/** What processors said of a person goes; that so much was paid, when and by which of their numbers stays with the papers. */
export async function erasePayer(tx: Tx, accountId: string): Promise<void> {
  await blankPayments(tx, accountId)
}
