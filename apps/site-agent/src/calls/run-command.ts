import type { Command, CommandAnswer, CommandResult } from '@stowage/lsp/messages'
import type { Doors } from '../doors/door.ts'
import type { Journal } from '../journal/journal.ts'
import { said, type Log } from '../log.ts'
import type { SiteClock } from '../site-clock.ts'
import type { CommandKind, CommandStore } from './command-store.ts'
import type { PulseLimits } from './pulse-limits.ts'

/** No command lives longer, whatever it says of itself. */
const LIVES_AT_MOST_MS = 10_000

/** A command as it came, with what is needed to judge its age. */
export interface GivenCommand extends Command {
  readonly kind: CommandKind
  readonly lockId: string
  /** The server's clock when it signed (ms), and the monotonic one of this machine when it arrived. */
  readonly sentAt: number
  readonly receivedAt: number
}

export type CommandOutcome =
  | { readonly status: 200 | 404 | 503; readonly answer: CommandAnswer }
  | { readonly status: 409; readonly error: 'other_command' | 'lock_busy' | 'too_many' }
  | { readonly status: 503; readonly error: 'storage' }

export interface Commands {
  run(command: GivenCommand): Promise<CommandOutcome>
  /** What became of a command that is through. */
  result(commandId: string): CommandAnswer | undefined
}

export interface CommandParts {
  readonly doors: Doors
  readonly store: CommandStore
  readonly limits: PulseLimits
  readonly clock: SiteClock
  readonly journal: Journal
  readonly log: Log
}

/** Carries commands out: each at most once, never late, one at a time per lock (docs/protocols/lsp.md 3). */
export function createCommands({ doors, store, limits, clock, journal, log }: CommandParts): Commands {
  const running = new Map<
    string,
    { readonly command: GivenCommand; readonly outcome: Promise<CommandOutcome> }
  >()

  const answer = (
    command: GivenCommand,
    result: CommandResult,
    state: CommandAnswer['state'],
  ): CommandAnswer => ({
    commandId: command.commandId,
    result,
    state,
    at: clock.now().toISOString(),
  })
  const keep = (command: GivenCommand, result: CommandResult): CommandOutcome => {
    const { commandId, lockId, kind } = command
    const kept = answer(command, result, doors.get(lockId)?.state ?? 'unknown')
    try {
      store.keep(commandId, lockId, kind, kept)
    } catch (error) {
      // In memory it is kept; after a restart it is one that was begun.
      log.error('a result could not be kept on the disk', { commandId, reason: said(error) })
    }
    return { status: 200, answer: kept }
  }
  /** By the clock of who wrote it, and by the time that passed here since it came: whichever ends first. */
  const isExpired = ({ expiresAt, sentAt, receivedAt }: GivenCommand): boolean => {
    const end = Date.parse(expiresAt)
    const livesMs = Math.min(end - sentAt, LIVES_AT_MOST_MS)
    return clock.atServer() > end || clock.monotonic() - receivedAt > livesMs
  }

  const pulse = async (command: GivenCommand): Promise<CommandOutcome> => {
    const { commandId, lockId, kind } = command
    if (isExpired(command)) return keep(command, 'refused_expired')
    const door = doors.get(lockId)
    if (door?.online === true && door.state === 'opened') return keep(command, 'already_open')
    const taken = limits.take(lockId)
    if (typeof taken === 'string') return { status: 409, error: taken }
    try {
      try {
        await store.begin(commandId, lockId, kind)
      } catch (error) {
        log.error('no pulse: the disk takes no record of it', { lockId, reason: said(error) })
        return { status: 503, error: 'storage' }
      }
      if (isExpired(command)) return keep(command, 'refused_expired')
      taken.pulsed()
      const result = await pulseDoor(command)
      if (result === 'failed_bus') {
        store.forget(commandId)
        return { status: 503, answer: answer(command, result, 'unknown') }
      }
      if (kind === 'run' && (result === 'opened' || result === 'sent'))
        journal.append('equipment.ran', { lockId, commandId, source: 'remote' })
      return keep(command, result)
    } finally {
      taken.release()
    }
  }
  const pulseDoor = async (command: GivenCommand): Promise<CommandResult> => {
    const { lockId, commandId, pulseMs } = command
    try {
      return await doors.pulse(lockId, pulseMs, { source: 'remote', commandId }, () => !isExpired(command))
    } catch (error) {
      // Whatever it was, the pulse may be out: it counts as given.
      log.error('a pulse ended in an error', { lockId, reason: said(error) })
      return 'failed_timeout'
    }
  }

  return {
    async run(command) {
      const { commandId, lockId, kind } = command
      const same = running.get(commandId)
      const before = store.get(commandId)
      const known = same?.command ?? before
      if (known && (known.lockId !== lockId || known.kind !== kind))
        return { status: 409, error: 'other_command' }
      // The same command again while the first is at work waits for its result: no second pulse.
      if (same) return await same.outcome
      if (before) return { status: 200, answer: before.answer }
      const door = doors.get(lockId)
      if (!door || (kind === 'run' && door.kind === 'box'))
        return { status: 404, answer: answer(command, 'refused_unknown_lock', 'unknown') }
      const outcome = pulse(command).finally(() => running.delete(commandId))
      running.set(commandId, { command, outcome })
      return await outcome
    },
    result: (commandId) => (running.has(commandId) ? undefined : store.get(commandId)?.answer),
  }
}
