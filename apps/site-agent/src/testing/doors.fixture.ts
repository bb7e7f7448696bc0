import { setTimeout as sleep } from 'node:timers/promises'
import type { SiteConfig } from '../config.ts'
import type { Cause, Door, Doors, PulseResult } from '../doors/door.ts'
import type { OpenDoorsParts } from '../doors/open-doors.ts'

/** Doors in memory, which do what a test tells them. */
export interface TestDoors {
  readonly open: (parts: OpenDoorsParts) => Doors
  /** Every pulse that was given, in order. */
  readonly pulses: { readonly lockId: string; readonly ms: number | undefined; readonly cause: Cause }[]
  /** What the next pulses end with; `throws` once it is in doubt. */
  result: PulseResult | 'throws'
  /** How long a pulse takes. */
  takesMs: number
  close(lockId: string): void
}

export function createTestDoors(): TestDoors {
  let tell: OpenDoorsParts['tell'] = () => {}
  const states = new Map<string, Door>()
  const set = (lockId: string, state: 'opened' | 'closed'): void => {
    const door = states.get(lockId)
    if (!door || door.state === state) return
    states.set(lockId, {
      ...door,
      state,
      since: new Date(),
      openSince: state === 'opened' ? new Date() : null,
    })
  }
  const test: TestDoors = {
    pulses: [],
    result: 'opened',
    takesMs: 0,
    close(lockId) {
      set(lockId, 'closed')
      tell({ type: 'lock.closed', lockId })
    },
    open: (parts) => {
      tell = parts.tell
      for (const lock of parts.config.locks) states.set(lock.id, closedDoor(lock))
      return {
        all: () => [...states.values()],
        get: (lockId) => states.get(lockId),
        pulse: async (lockId, ms, cause) => {
          if (test.result !== 'failed_bus' && test.result !== 'refused_offline_controller')
            test.pulses.push({ lockId, ms, cause })
          await sleep(test.takesMs)
          if (test.result === 'throws') throw new Error('nobody knows')
          if (test.result === 'opened') {
            set(lockId, 'opened')
            tell({ type: 'lock.opened', lockId, cause })
          }
          return test.result
        },
        exits: () => [],
        buses: () => [{ bus: 1, ok: true, lastPollAt: new Date().toISOString(), errorCount: 0 }],
        change: () => {},
        snapshot: () => [],
        close: async () => {},
      }
    },
  }
  return test
}

const closedDoor = ({ id, kind, name }: SiteConfig['locks'][number]): Door => ({
  id,
  kind,
  name,
  state: 'closed',
  online: true,
  since: new Date(),
  openSince: null,
  lastError: null,
})
