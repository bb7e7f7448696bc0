import type { Body } from '@stowage/api/endpoint'
import { updateSeller as endpoint } from '@stowage/api/stocks'
import type { Clock } from '../../platform/clock.ts'
import { publish, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { fail } from '../../platform/failure.ts'
import { refuseStale } from '../../platform/http/stale.ts'
import { merged } from '../../platform/merged.ts'
import { note, type Author } from './author.ts'
import { describeSeller } from './describe-seller.ts'
import { givenFields } from './given-fields.ts'
import { sellersChanged } from './events.ts'
import { lockSeller, updateSeller, type SellerData, type SellerRow } from './seller-store.ts'

/**
 * Changes a seller; what is not sent stays. Documents that were issued keep what they say: they are printed once.
 * @throws Failure 9104, 9109 with the present record
 */
export async function changeSeller(
  deps: { clock: Clock },
  tx: Tx,
  author: Author,
  id: string,
  { updated, ...given }: Body<typeof endpoint>,
): Promise<SellerRow> {
  const stored = (await lockSeller(tx, id)) ?? fail(9104)
  await refuseStale(endpoint, stored.updatedAt, updated, () => describeSeller(stored))
  const { id: _id, stocks: _stocks, createdAt: _created, updatedAt: _updated, ...data } = stored
  const before: SellerData = data
  const after = merged(before, givenFields(given))
  if (JSON.stringify(after) === JSON.stringify(before)) return stored
  const at = deps.clock.now()
  await updateSeller(tx, id, after, at)
  note(tx, deps.clock, author, {
    action: 'seller-changed',
    subjectType: 'seller',
    subjectId: id,
    before,
    after,
  })
  publish(tx, fact(sellersChanged, { aggregate: `seller:${id}`, at, payload: { sellerId: id } }))
  return { ...stored, ...after, updatedAt: at }
}
