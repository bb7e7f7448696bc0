import type { Clock } from '../../platform/clock.ts'
import { publish, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { fail } from '../../platform/failure.ts'
import { note, type Author } from './author.ts'
import { stockChanged } from './events.ts'
import { lockStockFacts, markBoxesDeleted, markStockDeleted } from './stock-store.ts'
import { readUse } from './stock-use-view.ts'

/**
 * Takes a stock with its boxes out of every list; contracts and documents of the past keep what they say of it.
 * @throws Failure 6006; 5000 while somebody rents there, 9110 while somebody has reserved, owes or works there
 */
export async function deleteStock(deps: { clock: Clock }, tx: Tx, author: Author, id: string): Promise<void> {
  const stored = (await lockStockFacts(tx, id)) ?? fail(6006)
  const at = deps.clock.now()
  // Before it is asked who holds one: a booking under way has its box locked and is counted then.
  await markBoxesDeleted(tx, id, at)
  const use = await readUse(tx, id)
  if (use.contracts > 0) fail(5000, { params: { subject: 'stock', by: 'contracts', count: use.contracts } })
  for (const [by, count] of [
    ['reservations', use.reservations],
    ['documents', use.unpaidDocuments],
    ['staff', use.staff],
  ] as const)
    if (count > 0) fail(9110, { params: { by, count } })
  await markStockDeleted(tx, id, at)
  const { wifiPassword: _secret, ...before } = stored.facts
  note(tx, deps.clock, author, {
    action: 'stock-deleted',
    subjectType: 'stock',
    subjectId: id,
    stockId: id,
    before,
  })
  publish(tx, fact(stockChanged, { aggregate: `stock:${id}`, stockId: id, at, payload: { stockId: id } }))
}
