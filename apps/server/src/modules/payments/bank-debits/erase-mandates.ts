import type { Tx } from '../../../platform/database/transaction.ts'
import { endMandate } from './decide-debit.ts'
import { blankMandates } from './mandate-store.ts'

/** Nothing is collected from an erased person; whose account it was is forgotten. */
export async function eraseMandates(tx: Tx, accountId: string, at: Temporal.Instant): Promise<void> {
  await endMandate(tx, { accountId }, { by: 'erased', at })
  await blankMandates(tx, accountId)
}
