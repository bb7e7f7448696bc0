import type { Platform } from '../../../platform/platform.ts'
import { blankStrangers } from './stranger-store.ts'

/** Staff have said that a movement is not ours; so long a mistake of theirs can be put right. */
const IGNORED_DAYS = 90
/** Nobody has said anything, or it was noted and paid nothing: within a year somebody asks where his money is. */
const OTHER_DAYS = 365

/**
 * The job: a statement names everybody who moved money on our account, also people who have nothing to do with us. Of a movement that
 * paid no document and no payout there stays that it was: day, sum, the bank's own name for it. Business time.
 * @returns of how many the names went
 */
export async function forgetStrangers({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<number> {
  const now = clock.now()
  return await blankStrangers(db, {
    ignored: now.subtract({ hours: IGNORED_DAYS * 24 }),
    others: now.toZonedDateTimeISO('UTC').toPlainDate().subtract({ days: OTHER_DAYS }),
  })
}
