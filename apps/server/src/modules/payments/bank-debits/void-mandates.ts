import { MANDATE_LIVES } from '@stowage/domain/bank-debit'
import { TARGET_ZONE } from '@stowage/domain/target-days'
import type { Platform } from '../../../platform/platform.ts'
import { workRows } from '../../../platform/rows-of-job.ts'
import { endMandate } from './decide-debit.ts'
import { unusedSince } from './mandate-store.ts'

const AT_ONCE = 200

/** A mandate by which nothing was collected for 36 months is void (rulebook of the scheme): whoever debits by it is told. */
export async function voidUnused(
  platform: Pick<Platform, 'db' | 'clock' | 'transact' | 'log'>,
  stopping?: AbortSignal,
): Promise<void> {
  const at = platform.clock.now()
  const border = at.toZonedDateTimeISO(TARGET_ZONE).toPlainDate().subtract(MANDATE_LIVES)
  await workRows(platform, {
    job: 'void-unused-mandates',
    find: async (turn) => await unusedSince(platform.db, border, { limit: AT_ONCE, turn }),
    keyOf: ({ id }) => id,
    work: async ({ id }) =>
      await platform.transact(async (tx) => await endMandate(tx, { id }, { by: 'unused', at, isNews: true })),
    stopping,
  })
}
