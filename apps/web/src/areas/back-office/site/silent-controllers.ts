import type { Answer } from '@stowage/api/endpoint'
import type { siteDoors } from '@stowage/api/sites'

type Door = Answer<typeof siteDoors>['doors'][number]

/** Whether the word of a site's driver means that nobody answers; what else it says is a fault of its own. */
export const isSilence = (lastError: string): boolean =>
  /ECONN|EHOST|ENET|EPIPE|ETIMEDOUT|ENOTFOUND|timed? ?out|no answer|not answer|silent|not open|line is down/i.test(
    lastError,
  )

/** Controllers none of whose locks can be reached, `bus:controller`, and how many locks hang on them. */
export function silentControllers(doors: readonly Pick<Door, 'lockId' | 'isAtSite' | 'lastError'>[]): {
  readonly controllers: readonly string[]
  readonly locks: number
} {
  const byController = Map.groupBy(
    doors.filter(({ isAtSite }) => isAtSite === true),
    ({ lockId }) => lockId.slice(0, 4),
  )
  const silent = [...byController].filter(([, locks]) => locks.every(({ lastError }) => lastError != null))
  return {
    controllers: silent.map(([controller]) => controller),
    locks: silent.reduce((sum, [, locks]) => sum + locks.length, 0),
  }
}
