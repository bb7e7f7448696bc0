import type { ControllerState, DoorKind, DoorState } from '@stowage/api/simulators'

export type { ControllerState, DoorKind }

/** A lock as it is built into the site; `id` is bus:controller:output (`1:02:03`). */
export interface LockConfig {
  id: string
  kind: DoorKind
  name: string
}

export const COMMAND_RESULTS = [
  'opened',
  'sent',
  'already_open',
  'refused_expired',
  'refused_unknown_lock',
  'refused_offline_controller',
  'failed_timeout',
  'failed_bus',
] as const
export type CommandResult = (typeof COMMAND_RESULTS)[number]
export type LockState = DoorState

export interface CommandAnswer {
  commandId: string
  result: CommandResult
  state: LockState
  at: string
}

export type SiteEventType =
  | 'lock.opened'
  | 'lock.closed'
  | 'lock.left_open'
  | 'lock.forced'
  | 'lock.online'
  | 'lock.offline'
  | 'bus.error'
  | 'equipment.ran'
  | 'offline.started'
  | 'offline.ended'
  | 'list.applied'
  | 'list.rejected'

/** What happened at the site, numbered without repeats for its whole life. */
export interface SiteEvent {
  seq: number
  id: string
  type: SiteEventType
  at: string
  siteId: string
  [detail: string]: string | number | boolean
}

export const busOf = (lockId: string): string => lockId.slice(0, 1)
export const controllerOf = (lockId: string): string => lockId.slice(0, 4)

/** bus 0–9, controller and output 01–99 (00 is the broadcast address). */
export function isLockId(id: string): boolean {
  return /^\d:(?!00)\d{2}:(?!00)\d{2}$/.test(id)
}
