import { openingsNamedMonths } from '@stowage/domain/retention'
import type { Platform } from '../../platform/platform.ts'
import { cutOldOpenings } from './openings-erasure-store.ts'

const AT_ONCE = 1000

/**
 * Job: who opened what is known for a year (business time) and no longer; that it was opened stays. The turn of a day is soon
 * enough, asked every hour so that a server that was down loses no day.
 * @returns how many openings lost their person
 */
export async function forgetWhoOpened({
  clock,
  transact,
}: Pick<Platform, 'clock' | 'transact'>): Promise<number> {
  const before = clock
    .now()
    .toZonedDateTimeISO('UTC')
    .startOfDay()
    .subtract({ months: openingsNamedMonths })
    .toInstant()
  for (let all = 0; ;) {
    const count = await transact(async (tx) => await cutOldOpenings(tx, before, AT_ONCE))
    all += count
    if (count < AT_ONCE) return all
  }
}
