import { publish, type Tx } from '../../platform/database/transaction.ts'
import { fact, type EventType } from '../../platform/events/event.ts'
import type { AboutContract } from './events.ts'

/** Tells a fact about what a contract is billed, in order with everything else that happens to that contract. */
export function tell<More extends Record<string, unknown>>(
  tx: Tx,
  type: EventType<AboutContract & More>,
  { contractId, accountId, stockId }: Readonly<Pick<AboutContract, 'contractId' | 'accountId' | 'stockId'>>,
  at: Temporal.Instant,
  more: More,
): void {
  const payload = { contractId, accountId, stockId, ...more }
  publish(tx, fact(type, { aggregate: `contract:${contractId}`, stockId, at, payload }))
}
