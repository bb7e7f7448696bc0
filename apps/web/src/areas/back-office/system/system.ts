import type { Answer } from '@stowage/api/endpoint'
import type { readSystem } from '@stowage/api/system'

export type System = Answer<typeof readSystem>

/** Times are of machines, which stand anywhere. */
export const machineZone = 'UTC'
