import { audit, publish, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { newId } from '../../platform/ids.ts'
import type { Author } from '../catalog/index.ts'
import { mapChanged } from './events.ts'

/** Leaves the audit record of an act on a map and announces that the stock's plans have changed. */
export function noteMap(
  tx: Tx,
  at: Temporal.Instant,
  author: Author,
  stockId: string,
  act: {
    readonly name: string
    readonly action: string
    readonly before?: unknown
    readonly after?: unknown
  },
): void {
  const { name, ...rest } = act
  audit(tx, { id: newId(), at, ...author, ...rest, subjectType: 'map', subjectId: name, stockId })
  publish(tx, fact(mapChanged, { aggregate: `stock:${stockId}`, stockId, at, payload: { stockId, name } }))
}
