import type { Tx } from '../../platform/database/transaction.ts'
import { lockContract, setBlockedByStaff } from './contract-store.ts'
import { isDisputed } from './disputes-view.ts'
import { contractMarked } from './events.ts'
import { tell } from './tell.ts'

/**
 * A card payment of the contract was charged back and nobody has looked at it: its doors stay shut (7007, decision 20), until
 * staff have, or the bank has decided for us. What is disputed is read anew each time, so the order of the news decides nothing.
 */
export async function judgeDisputes(tx: Tx, contractId: string, at: Temporal.Instant): Promise<void> {
  const contract = await lockContract(tx, contractId)
  if (!contract) return
  const isBlocked = await isDisputed(tx, contractId)
  if (await setBlockedByStaff(tx, contractId, isBlocked, at)) tell(tx, contractMarked, contract, at, {})
}
