import * as z from 'zod/mini'
import { Run } from './run.ts'

// What server and site say to one another (docs/protocols/lsp.md 3 and 4). Unknown members are let through everywhere: a newer
// party may say more than an older one knows.

/** Bus 0-9, controller and output 01-99; 00 is the broadcast address of Modbus. */
export const LOCK_ID = /^\d:(?!00)\d{2}:(?!00)\d{2}$/
export const isLockId = (text: string): boolean => LOCK_ID.test(text)
export const busOf = (lockId: string): number => Number(lockId.slice(0, 1))
export const controllerOf = (lockId: string): number => Number(lockId.slice(2, 4))
export const outputOf = (lockId: string): number => Number(lockId.slice(5, 7))

const lockId = z.string().check(z.regex(LOCK_ID))
const instant = z.iso.datetime({ offset: true })
const commandId = z.uuid()

export const DoorKind = z.enum(['box', 'door', 'gate', 'barrier'])
export type DoorKind = z.output<typeof DoorKind>

export const DoorState = z.enum(['opened', 'closed', 'unknown'])
export type DoorState = z.output<typeof DoorState>

/** POST /v1/locks/{id}/open and POST /v1/equipment/{id}/run */
export const Command = z.object({
  commandId,
  expiresAt: instant,
  actor: z.optional(
    z.object({ type: z.enum(['client', 'staff', 'system']), ref: z.string().check(z.maxLength(64)) }),
  ),
  reason: z.optional(z.string().check(z.maxLength(200))),
  pulseMs: z.optional(z.int().check(z.minimum(100), z.maximum(60_000))),
})
export type Command = z.output<typeof Command>

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
export const CommandAnswer = z.object({
  commandId,
  result: z.enum(COMMAND_RESULTS),
  state: DoorState,
  at: instant,
})
export type CommandAnswer = z.output<typeof CommandAnswer>
export type CommandResult = CommandAnswer['result']

export const BusHealth = z.object({
  bus: z.int(),
  ok: z.boolean(),
  lastPollAt: z.nullable(instant),
  errorCount: z.int(),
})

/**
 * What is wrong with an exit contact, so that it explains no opening: wired to a door's own contact (`sameContact`), moves with the
 * door's contact (`inStep`), pressed for long (`stuck`), pressed again and again without the door (`flickers`).
 */
export const ExitTrouble = z.enum(['sameContact', 'inStep', 'stuck', 'flickers'])
export type ExitTrouble = z.output<typeof ExitTrouble>
export const EXITS_TOLD = 50

const { catch: orElse } = z
/** A member that may be missing is missing where it cannot be read: a newer site may say more, and its history must not stop for it. */
const told = <T extends z.core.$ZodType>(schema: T) => orElse(z.optional(schema), undefined)

/** GET /v1/health */
export const Health = z.object({
  protocol: z.literal('LSP/1'),
  siteId: z.string(),
  version: z.string().check(z.maxLength(40)),
  time: instant,
  uptimeS: z.number(),
  buses: z.array(BusHealth).check(z.maxLength(10)),
  accessListVersion: z.int(),
  accessListValidUntil: z.nullable(instant),
  lastSeq: z.int(),
  unsentEvents: z.int(),
  offlineSince: z.optional(z.nullable(instant)),
  /** No NTP for more than a day. */
  clockUncertain: z.optional(z.boolean()),
  isMaintenance: z.optional(z.boolean()),
  /** Exit contacts that explain no opening; a newer site may name another trouble, which is passed over. */
  exits: told(z.array(z.object({ lockId, trouble: ExitTrouble })).check(z.maxLength(EXITS_TOLD))),
})
export type Health = z.output<typeof Health>

export const SiteLock = z.object({
  id: lockId,
  kind: DoorKind,
  name: z.string(),
  state: DoorState,
  online: z.boolean(),
  since: instant,
  openSince: z.optional(instant),
  lastError: z.optional(z.string()),
})
export type SiteLock = z.output<typeof SiteLock>

/** GET /v1/locks */
export const SiteLocks = z.object({ seq: z.int(), locks: z.array(SiteLock).check(z.maxLength(100_000)) })

export const EVENT_TYPES = [
  'lock.opened',
  'lock.closed',
  'lock.left_open',
  'lock.forced',
  'lock.online',
  'lock.offline',
  'bus.error',
  'equipment.ran',
  'access.granted',
  'access.denied',
  'access.locked_out',
  'offline.started',
  'offline.ended',
  'list.applied',
  'list.rejected',
  'clock.skew',
  'tamper',
  'power',
] as const
export type SiteEventType = (typeof EVENT_TYPES)[number]

/** Who or what made a door move. */
export const EventSource = z.enum(['remote', 'pin', 'exit_button', 'sensor'])

/** One thing that happened at a site. `type` is open: a newer site may know more; what nobody knows is kept and passed over. */
export const SiteEvent = z.object({
  /** Grows by the site's whole life; gaps may be. */
  seq: z.int().check(z.minimum(1)),
  id: z.uuid(),
  type: z.string().check(z.maxLength(40)),
  at: instant,
  siteId: told(z.string()),
  lockId: told(lockId),
  source: told(EventSource),
  commandId: told(z.nullable(commandId)),
  /** Whom an entry of the access list speaks of: its entryId. */
  subjectRef: told(z.nullable(z.string().check(z.maxLength(64)))),
  box: told(z.string().check(z.maxLength(40))),
  /** True for what happened while the server was away. */
  offline: told(z.boolean()),
  /** The list by which a PIN was judged. */
  listVersion: told(z.int()),
  clockUncertain: told(z.boolean()),
  openSince: told(instant),
  minutes: told(z.number()),
  attempts: told(z.int()),
  bus: told(z.int()),
  version: told(z.int()),
  reason: told(z.string().check(z.maxLength(200))),
  /** SHA-256 over the record before and this one: the log that was kept without the server cannot be changed behind its back. */
  chain: told(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
})
export type SiteEvent = z.output<typeof SiteEvent>

/** POST {server}/api/site-gateway/{siteId}/events, and the payload of an `event` frame */
export const EventBatch = z.object({
  events: z.array(SiteEvent).check(z.maxLength(500)),
  /** Of the agent that calls; the tunnel has it in its hello. */
  run: told(Run),
})
export const Ack = z.object({ ackSeq: z.int() })

/** POST /v1/config: what the server may set from afar. */
export const SiteSettings = z.object({
  pollMs: z.optional(z.int().check(z.minimum(100), z.maximum(10_000))),
  pulseMs: z.optional(z.int().check(z.minimum(100), z.maximum(60_000))),
  leftOpenMinutes: z.optional(z.int().check(z.minimum(1), z.maximum(1440))),
  names: z.optional(z.record(lockId, z.string().check(z.maxLength(100)))),
})
export type SiteSettings = z.output<typeof SiteSettings>
