import { note, type Author } from '../../platform/audit/author.ts'
import { publish, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import type { Platform } from '../../platform/platform.ts'
import { voidPins } from '../accounts/index.ts'
import { pinVoided, siteChanged } from './events.ts'
import { takeExposedPins } from './exposed-pins-store.ts'

/**
 * Voids the PINs that a site held when it was cut off: who has its computer tries all of them in hours. The lists of the other sites
 * follow the accounts; one that is away keeps its last list until that ends.
 * @returns how many people need a new PIN
 */
export async function voidExposedPins(
  { platform }: { readonly platform: Platform },
  tx: Tx,
  author: Author,
  stockId: string,
): Promise<number> {
  const exposed = await takeExposedPins(tx, stockId)
  const accountIds = exposed.length === 0 ? [] : await voidPins(tx, platform, author, exposed)
  if (accountIds.length === 0) return 0
  note(tx, platform.clock, author, {
    action: 'site-pins-voided',
    subjectType: 'stock',
    subjectId: stockId,
    stockId,
    after: { pins: accountIds.length },
  })
  const about = { aggregate: `site:${stockId}`, stockId, at: platform.clock.now() }
  for (const accountId of accountIds)
    publish(tx, fact(pinVoided, { ...about, payload: { accountId, stockId } }))
  publish(tx, fact(siteChanged, { ...about, payload: { stockId } }))
  return accountIds.length
}
