import { setTimeout as sleep } from 'node:timers/promises'
import type { Door, SiteDoors } from './site-doors.ts'
import { busOf, type CommandAnswer, type CommandResult, type SiteEventType } from './site-records.ts'

const KEPT_MS = 24 * 3_600_000

export interface StoredCommand {
  lockId: string
  kind: 'open' | 'run'
  keptSince: number
  answer: CommandAnswer
}

/** A command as it came over the wire, with what is needed to judge its age. */
export interface Command {
  commandId: string
  kind: 'open' | 'run'
  lockId: string
  expiresAt: number
  /** The sender's clock when it signed, and the site's clock and its monotonic one when it arrived (ms). */
  sentAt: number
  receivedAt: number
  pulseMs: number | undefined
}

export interface CommandsOptions {
  readonly doors: SiteDoors
  readonly now: () => Date
  /** Server clock − site clock, learned from the heartbeat (ms). */
  readonly clockOffset: () => number
  readonly sensorDelayMs: number
  readonly minimumDistanceMs: number
  readonly perMinute: number
  readonly defaultPulseMs: () => number
  readonly emit: (type: SiteEventType, details: Record<string, string | number | boolean>) => void
  readonly changed: () => void
}

export type CommandOutcome =
  | { status: 200 | 404 | 503; answer: CommandAnswer }
  | { status: 409; error: 'other_command' | 'lock_busy' | 'too_many' }

export interface SiteCommands {
  execute(command: Command): Promise<CommandOutcome>
  stored(commandId: string): CommandAnswer | undefined
  records(): [string, StoredCommand][]
  restore(records: readonly [string, StoredCommand][]): void
}

/** Executes commands: each at most once, never late, one at a time per lock. */
export function createSiteCommands(options: CommandsOptions): SiteCommands {
  const { doors } = options
  const stored = new Map<string, StoredCommand>()
  const running = new Map<string, { command: Command; outcome: Promise<CommandOutcome> }>()
  const pulses = new Map<string, number[]>()

  const answer = (command: Command, result: CommandResult, state: CommandAnswer['state']): CommandAnswer => ({
    commandId: command.commandId,
    result,
    state,
    at: options.now().toISOString(),
  })

  const keep = (command: Command, result: CommandResult, door: Door): CommandOutcome => {
    const kept: StoredCommand = {
      lockId: command.lockId,
      kind: command.kind,
      keptSince: Date.now(),
      answer: answer(command, result, doors.stateOf(door)),
    }
    stored.set(command.commandId, kept)
    for (const [id, old] of stored) {
      if (old.keptSince > Date.now() - KEPT_MS) break
      stored.delete(id)
    }
    options.changed()
    return { status: 200, answer: kept.answer }
  }

  /** By the corrected clock, and by the time that passed here since it arrived: whichever ends first. */
  const isExpired = (command: Command): boolean => {
    const byClock = options.now().getTime() + options.clockOffset() > command.expiresAt
    return byClock || performance.now() - command.receivedAt > command.expiresAt - command.sentAt
  }

  const isTooMany = (lockId: string): CommandOutcome | undefined => {
    const recent = (pulses.get(lockId) ?? []).filter((at) => at > performance.now() - 60_000)
    pulses.set(lockId, recent)
    const last = recent.at(-1)
    if (last !== undefined && performance.now() - last < options.minimumDistanceMs)
      return { status: 409, error: 'lock_busy' }
    return recent.length >= options.perMinute ? { status: 409, error: 'too_many' } : undefined
  }

  const pulse = async (command: Command, door: Door): Promise<CommandOutcome> => {
    if (isExpired(command)) return keep(command, 'refused_expired', door)
    if (doors.isBusDown(busOf(door.id))) {
      door.lastError = 'failed_bus'
      return { status: 503, answer: answer(command, 'failed_bus', 'unknown') }
    }
    if (doors.controllerState(door) === 'offline') return keep(command, 'refused_offline_controller', door)
    if (door.position === 'opened') return keep(command, 'already_open', door)
    const tooMany = isTooMany(door.id)
    if (tooMany) return tooMany
    pulses.get(door.id)?.push(performance.now())
    if (doors.controllerState(door) === 'silent') {
      await sleep(1000)
      door.lastError = 'failed_timeout'
      return keep(command, 'failed_timeout', door)
    }
    door.pulses += 1
    door.lastError = null
    const isRun = command.kind === 'run'
    if (isRun)
      options.emit('equipment.ran', {
        lockId: door.id,
        commandId: command.commandId,
        pulseMs: command.pulseMs ?? options.defaultPulseMs(),
      })
    if (options.sensorDelayMs > 0) await sleep(options.sensorDelayMs)
    if (door.jammed) return keep(command, 'sent', door)
    doors.open(door, { source: 'remote', commandId: command.commandId }, isRun)
    return keep(command, 'opened', door)
  }

  return {
    execute: async (command) => {
      const known = stored.get(command.commandId) ?? running.get(command.commandId)?.command
      if (known && (known.lockId !== command.lockId || known.kind !== command.kind))
        return { status: 409, error: 'other_command' }
      const before = stored.get(command.commandId)
      if (before) return { status: 200, answer: before.answer }
      // The same command again while the first is at work waits for its result: no second pulse.
      const same = running.get(command.commandId)
      if (same) return same.outcome
      const door = doors.get(command.lockId)
      if (!door || (command.kind === 'run' && door.kind === 'box'))
        return { status: 404, answer: answer(command, 'refused_unknown_lock', 'unknown') }
      if ([...running.values()].some((other) => other.command.lockId === command.lockId))
        return { status: 409, error: 'lock_busy' }
      const outcome = pulse(command, door).finally(() => running.delete(command.commandId))
      running.set(command.commandId, { command, outcome })
      return outcome
    },
    stored: (commandId) => stored.get(commandId)?.answer,
    records: () => [...stored],
    restore: (records) => {
      for (const [id, record] of records) stored.set(id, record)
    },
  }
}
