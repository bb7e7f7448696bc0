import type { ContractStatus } from '@stowage/domain/contract-life'
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
  contract: {
    readonly id: string
    readonly status: ContractStatus
    readonly isOpenEnded: boolean
  },
  leaving: { readonly day: Temporal.PlainDate; readonly time: Temporal.PlainTime | null } | null,
  at: Temporal.Instant,
): Promise<void> {
  // One that has ended has ended: a later day says when the things will be out, and moves nothing.
  const endsByNotice = contract.isOpenEnded && contract.status !== 'ended'
  await setLeaving(tx, { id: contract.id, endsByNotice }, leaving, at)
  if (endsByNotice) await endPlan(tx, contract.id, leaving?.day ?? null)
}
