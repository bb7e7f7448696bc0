import type { Clock } from '../../platform/clock.ts'
import { publish, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { fail } from '../../platform/failure.ts'
import { note, type Author } from './author.ts'
import { stockChanged } from './events.ts'
import { updateSiteAddress } from './stock-store.ts'
import type { SiteAddress } from './terms.ts'

/** Sets where a stock's locks server is; nulls take it away. @throws Failure 6006 for a stock that is not there */
export async function setSiteAddress(
  deps: { clock: Clock },
  tx: Tx,
  author: Author,
  stockId: string,
  address: SiteAddress,
): Promise<void> {
  const at = deps.clock.now()
  if (!(await updateSiteAddress(tx, stockId, address, at))) fail(6006, { field: 'stockId' })
  note(tx, deps.clock, author, {
    action: 'site-address-set',
    subjectType: 'stock',
    subjectId: stockId,
    stockId,
    after: address,
  })
  publish(tx, fact(stockChanged, { aggregate: `stock:${stockId}`, stockId, at, payload: { stockId } }))
}
