import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/failure.ts'
import { note, type Author } from './author.ts'
import { describeSeller } from './describe-seller.ts'
import { countStocksSelling, lockSeller, markSellerDeleted } from './seller-store.ts'

/** Takes a seller out of the lists. @throws Failure 9104; 9110 while stocks sell for it */
export async function deleteSeller(
  deps: { clock: Clock },
  tx: Tx,
  author: Author,
  id: string,
): Promise<void> {
  const stored = (await lockSeller(tx, id)) ?? fail(9104)
  const count = await countStocksSelling(tx, id)
  if (count > 0) fail(9110, { params: { by: 'selling', count } })
  await markSellerDeleted(tx, id, deps.clock.now())
  note(tx, deps.clock, author, {
    action: 'seller-deleted',
    subjectType: 'seller',
    subjectId: id,
    before: describeSeller(stored),
  })
}
