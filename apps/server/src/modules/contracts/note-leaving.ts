import type { Tx } from '../../platform/database/transaction.ts'
import { endPlan } from '../billing/index.ts'
import { setLeaving } from './life-store.ts'

/**
 * Notes the day on which a contract is left, or takes it back with null. Where it has no end of its own the day is its end, and
 * billing is told; a fixed term ends when it ends (decision 13).
 * @param leaving `time` in the stock's zone; null: 12:00
 */
export async function noteLeaving(
  tx: Tx,
  contract: { readonly id: string; readonly isOpenEnded: boolean },
  leaving: { readonly day: Temporal.PlainDate; readonly time: Temporal.PlainTime | null } | null,
  at: Temporal.Instant,
): Promise<void> {
  await setLeaving(tx, contract, leaving, at)
  if (contract.isOpenEnded) await endPlan(tx, contract.id, leaving?.day ?? null)
}
