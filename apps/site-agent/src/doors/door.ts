import type { BusHealth, ExitTrouble, DoorKind, DoorState, SiteSettings } from '@stowage/lsp/messages'
import type * as z from 'zod/mini'

/** A lock as the configuration file describes it. */
export interface DoorLock {
  /** X:YY:ZZ */
  readonly id: string
  readonly kind: DoorKind
  readonly name: string
  /** False where nothing tells whether it is open; true when absent. */
  readonly hasContact?: boolean | undefined
  /**
   * How it opens from the inside without a command: by a button on this contact of its controller (from 1), or freely by hand. When
   * absent, every opening without a command is an alarm.
   */
  readonly exit?: 'free' | { readonly input: number; readonly inverted?: boolean | undefined } | undefined
}

/** What a site keeps of a door while it is switched off. */
export interface DoorMemory {
  readonly id: string
  readonly state: 'opened' | 'closed' | undefined
  /** ISO UTC, as `openSince` */
  readonly since: string
  readonly openSince: string | null
  /** How often it was told as left open. */
  readonly timesTold: number
  /** A pulse was given that the door may still follow. */
  readonly expected?: Cause | 'exit_button' | undefined
}

/** How long things may take at a door, in milliseconds. */
export interface DoorTimes {
  readonly leftOpenMs: number
  readonly leftOpenAgainMs: number
  /** After the end of a pulse, for a hand to pull the door. */
  readonly graceMs: number
  /** How long a pulse waits for the contact. */
  readonly confirmMs: number
}

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

export type PulseResult =
  | 'opened'
  | 'sent'
  | 'failed_timeout'
  | 'failed_bus'
  | 'refused_offline_controller'
  | 'refused_expired'

/** What a door did. Told once per change, after it is certain. */
export type DoorNews =
  | {
      readonly type: 'lock.opened'
      readonly lockId: string
      readonly cause: Cause | 'exit_button' | 'sensor'
    }
  | { readonly type: 'lock.closed' | 'lock.online' | 'lock.offline'; readonly lockId: string }
  /** `whileOff`: it stood otherwise before the agent started. */
  | { readonly type: 'lock.forced'; readonly lockId: string; readonly whileOff?: true }
  | {
      readonly type: 'lock.left_open'
      readonly lockId: string
      readonly openSince: Date
      readonly minutes: number
    }
  | { readonly type: 'bus.error'; readonly bus: number; readonly reason: string }

/** What can be changed without a restart. */
export type DoorSettings = z.output<typeof SiteSettings>

/** The doors of a site: read all the time, pulsed on demand. */
export interface Doors {
  all(): readonly Door[]
  get(lockId: string): Door | undefined
  /**
   * One pulse, and up to 700 ms for the contact to say that the door is open. Distances between pulses and commands that are too
   * old are the caller's to refuse, before.
   * @param isStillWanted asked once more right before the pulse goes out: the line may have been busy. For five seconds when absent
   * @returns refused_expired when it was not; nothing was sent then, as with failed_bus and refused_offline_controller
   */
  pulse(
    lockId: string,
    ms: number | undefined,
    cause: Cause,
    isStillWanted?: () => boolean,
  ): Promise<PulseResult>
  /** Exit contacts that are wired or behave so that they explain no opening. */
  exits(): readonly { readonly lockId: string; readonly trouble: ExitTrouble }[]
  buses(): readonly z.output<typeof BusHealth>[]
  /** Takes over what the server sets from afar. Names of unknown locks are passed over. */
  change(settings: DoorSettings): void
  /** To be kept on disk and given to `createDoors` again: a door left open goes on counting, an opening while away is noticed. */
  snapshot(): readonly DoorMemory[]
  close(): Promise<void>
}
