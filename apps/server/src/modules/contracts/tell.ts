import { publish, type Tx } from '../../platform/database/transaction.ts'
import { fact, type EventType } from '../../platform/events/event.ts'
import type { AboutContract } from './events.ts'

/** Tells a fact about a contract, in order with everything else that happens to it. */
export function tell<More extends Record<string, unknown>>(
  tx: Tx,
  type: EventType<AboutContract & More>,
  contract: {
    readonly id: string
    readonly accountId: string
    readonly stockId: string
    readonly boxId: string
  },
  at: Temporal.Instant,
  more: More,
): void {
  const { id, accountId, stockId, boxId } = contract
  const payload = { contractId: id, accountId, stockId, boxId, ...more }
  publish(tx, fact(type, { aggregate: `contract:${id}`, stockId, at, payload }))
}
