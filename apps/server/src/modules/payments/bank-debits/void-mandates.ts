import { MANDATE_LIVES } from '@stowage/domain/bank-debit'
import { TARGET_ZONE } from '@stowage/domain/target-days'
import { createPatience } from '../../../platform/database/patience.ts'
import type { Platform } from '../../../platform/platform.ts'
import { endMandate } from './decide-debit.ts'
import { unusedSince } from './mandate-store.ts'

const AT_ONCE = 200

/** A mandate by which nothing was collected for 36 months is void (rulebook of the scheme): whoever debits by it is told. */
export async function voidUnused(
  platform: Pick<Platform, 'db' | 'clock' | 'transact' | 'log'>,
): Promise<void> {
  const at = platform.clock.now()
  const border = at.toZonedDateTimeISO(TARGET_ZONE).toPlainDate().subtract(MANDATE_LIVES)
  const { alone } = createPatience()
  for (const { id } of await unusedSince(platform.db, border, AT_ONCE))
    await alone(
      async () =>
        await platform.transact(
          async (tx) => await endMandate(tx, { id }, { by: 'unused', at, isNews: true }),
        ),
      (err) => platform.log.error({ err, mandate: id }, 'a mandate that is void cannot be ended'),
    )
}
