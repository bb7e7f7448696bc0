import type { Clock } from '../../platform/clock.ts'
import { publish, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { fail } from '../../platform/failure.ts'
import { note, type Author } from './author.ts'
import { findBox, lockBoxToEdit, markBoxDeleted } from './box-edit-store.ts'
import { fieldsOf } from './change-box.ts'
import { boxChanged } from './events.ts'

/**
 * Takes a box out of its stock; old contracts and the history keep naming it. Its number and its lock are free again.
 * @param named the stock, where the id is a source's and not the only one
 * @throws Failure 6003, 6005, 6007 for another stock; 9110 while somebody rents or has reserved it
 */
export async function deleteBox(
  deps: { clock: Clock },
  tx: Tx,
  author: Author,
  id: string,
  named: { readonly stockId?: string | undefined },
): Promise<void> {
  const place = (await findBox(tx, id, named.stockId)) ?? fail(6005)
  if (named.stockId !== undefined && named.stockId !== place.stockId) fail(6007, { field: 'stockId' })
  const stored = (await lockBoxToEdit(tx, place.id)) ?? fail(6005)
  if (stored.claim !== null)
    fail(9110, { params: { by: stored.claim === 'contract' ? 'contracts' : 'reservations', count: 1 } })
  const at = deps.clock.now()
  const { stockId } = stored
  await markBoxDeleted(tx, stored.id, at)
  note(tx, deps.clock, author, {
    action: 'box-deleted',
    subjectType: 'box',
    subjectId: stored.id,
    stockId,
    before: fieldsOf(stored),
  })
  publish(
    tx,
    fact(boxChanged, { aggregate: `box:${stored.id}`, stockId, at, payload: { stockId, boxId: stored.id } }),
  )
}
