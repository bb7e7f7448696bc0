import { machineNow } from '../../platform/clock.ts'

/** Three readings have brought nothing: one that fails is no reason to worry anybody. */
const oldMinutes = 15

/**
 * Since when nothing was read from the source of a contract; null while what is shown is as fresh as it should be. By the clock on the wall, as
 * sources are read.
 */
export function oldCopyOf(syncedAt: string | null): string | null {
  if (syncedAt === null) return null
  const then = Temporal.Instant.from(syncedAt)
  const age = machineNow().since(then).total('minutes')
  return age > oldMinutes ? then.toString() : null
}
