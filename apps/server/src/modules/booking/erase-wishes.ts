import type { Tx } from '../../platform/database/transaction.ts'
import { blankReservations } from './reservation-store.ts'

/** What an erased person answered when he reserved goes; that a box was held stays without him. */
export async function eraseWishes(tx: Tx, accountId: string): Promise<void> {
  await blankReservations(tx, accountId)
}
