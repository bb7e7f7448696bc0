import { note, type Author } from '../../../platform/audit/author.ts'
import { publish, type Tx } from '../../../platform/database/transaction.ts'
import { fact } from '../../../platform/events/event.ts'
import { fail } from '../../../platform/failure.ts'
import { methodLost } from '../events.ts'
import { dropMethodsOf } from '../method-store.ts'
import { audited, tell } from './create-processor.ts'
import { deleteProcessor, lockProcessor, stocksServedBy, updateProcessor } from './processor-store.ts'
import type { SettingsDesk } from './settings-desk.ts'

/**
 * Takes a processor out of use for good. One that never was live is deleted; any other may be named by payments: it keeps its
 * secrets, since those are refunded and disputed for months. Methods that it keeps for tenants are given up.
 * @returns whether it is gone
 * @throws Failure 9104; 9150 while stocks are served by it
 */
export async function retireProcessor(
  { platform }: Pick<SettingsDesk, 'platform'>,
  tx: Tx,
  author: Author,
  id: string,
): Promise<boolean> {
  const row = (await lockProcessor(tx, id)) ?? fail(9104)
  const { length: count } = await stocksServedBy(tx, id)
  if (count > 0) fail(9150, { params: { by: 'serves', count } })
  const isDeleted = row.firstLiveAt === null
  const at = platform.clock.now()
  if (isDeleted) await deleteProcessor(tx, id)
  else await updateProcessor(tx, { ...row, isLive: false, updatedAt: at, retiredAt: at })
  note(tx, platform.clock, author, {
    action: isDeleted ? 'payment-processor-deleted' : 'payment-processor-retired',
    subjectType: 'payment-processor',
    subjectId: id,
    before: audited(row.label, row.settings),
  })
  // Nothing is charged through it any more: whoever pays by it himself is asked for another way, and it is to forget his.
  for (const method of await dropMethodsOf(tx, id, at))
    publish(
      tx,
      fact(methodLost, {
        aggregate: `method:${method.id}`,
        at,
        payload: { methodId: method.id, accountId: method.accountId },
      }),
    )
  tell(tx, at, id)
  return isDeleted
}
