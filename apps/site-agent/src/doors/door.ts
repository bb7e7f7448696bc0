import type { BusHealth, DoorKind, DoorState } from '@stowage/lsp/messages'
import type * as z from 'zod/mini'

/** A door as the site knows it: what its contact said last, twice in a row. */
export interface Door {
  readonly id: string
  readonly kind: DoorKind
  readonly name: string
  readonly state: DoorState
  readonly online: boolean
  readonly since: Date
  readonly openSince: Date | null
  readonly lastError: string | null
}

/** Why a pulse is given; it stands in the event of the door's opening. */
export interface Cause {
  readonly source: 'remote' | 'pin'
  readonly commandId?: string
  readonly subjectRef?: string
}

export type PulseResult = 'opened' | 'sent' | 'failed_timeout' | 'failed_bus' | 'refused_offline_controller'

/** What a door did. Told once per change, after it is certain. */
export type DoorNews =
  | {
      readonly type: 'lock.opened'
      readonly lockId: string
      readonly cause: Cause | 'exit_button' | 'sensor'
    }
  | { readonly type: 'lock.closed' | 'lock.forced' | 'lock.online' | 'lock.offline'; readonly lockId: string }
  | {
      readonly type: 'lock.left_open'
      readonly lockId: string
      readonly openSince: Date
      readonly minutes: number
    }
  | { readonly type: 'bus.error'; readonly bus: number; readonly reason: string }

/** The doors of a site: read all the time, pulsed on demand. */
export interface Doors {
  all(): readonly Door[]
  get(lockId: string): Door | undefined
  /**
   * One pulse, and up to 700 ms for the contact to say that the door is open. Distances between pulses and commands that are too
   * old are the caller's to refuse, before.
   */
  pulse(lockId: string, ms: number | undefined, cause: Cause): Promise<PulseResult>
  buses(): readonly z.output<typeof BusHealth>[]
  close(): Promise<void>
}
