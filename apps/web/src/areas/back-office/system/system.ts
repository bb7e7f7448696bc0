import type { Answer } from '@stowage/api/endpoint'
import type { readSystem } from '@stowage/api/system'

export type System = Answer<typeof readSystem>

/** Times are of machines, which stand anywhere. */
export const machineZone = 'UTC'

/** 45 s, 10 min, 1 h: in the largest unit that it fills. */
export function intervalOf(seconds: number): {
  readonly unit: 'seconds' | 'minutes' | 'hours'
  readonly count: number
} {
  if (seconds >= 3600 && seconds % 3600 === 0) return { unit: 'hours', count: seconds / 3600 }
  if (seconds >= 60 && seconds % 60 === 0) return { unit: 'minutes', count: seconds / 60 }
  return { unit: 'seconds', count: seconds }
}
