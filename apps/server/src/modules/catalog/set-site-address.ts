import { fail } from '../../platform/failure.ts'
import type { Clock } from '../../platform/clock.ts'
import { publish, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { note, type Author } from './author.ts'
import { stockChanged } from './events.ts'
import { lockStock, updateSiteAddress } from './stock-store.ts'

/** Where a stock's locks server is reached. */
export interface SiteAddress {
  readonly routerIp: string
  readonly servicePort: number
}

/** Sets the address of a stock's locks server. @throws Failure 1005 for a stock that is not there */
export async function setSiteAddress(
  deps: { clock: Clock },
  tx: Tx,
  author: Author,
  stockId: string,
  connection: SiteAddress,
): Promise<void> {
  if (!(await lockStock(tx, stockId))) fail(1005, { field: 'stockId' })
  await updateSiteAddress(tx, stockId, connection)
  note(tx, deps.clock, author, {
    action: 'site-address-set',
    subjectType: 'stock',
    subjectId: stockId,
    stockId,
    after: { ...connection },
  })
  publish(
    tx,
    fact(stockChanged, {
      aggregate: `stock:${stockId}`,
      stockId,
      at: deps.clock.now(),
      payload: { stockId },
    }),
  )
}
