import type { SiteEvent } from '@stowage/lsp/messages'
import type { Cause, DoorMemory } from './door.ts'

/** A door may follow its pulse so long: the longest pulse is a minute, and a hand has ten seconds. */
const FOLLOWS_WITHIN_MS = 75_000

/** A command whose pulse was given, or was about to be, when the agent ended. */
export interface GivenPulse {
  readonly lockId: string
  readonly commandId: string
  /** Unix milliseconds. */
  readonly at: number
}

/**
 * What a site knew of its doors when it ended, whatever ended it: what was kept some time ago, and what the journal says happened
 * since. A door's change and its event are one, so an opening is told neither twice nor never, and a door that follows its
 * pulse after the agent was killed is no break-in.
 */
export function recallDoors(
  kept: readonly DoorMemory[],
  since: readonly SiteEvent[],
  pulses: readonly GivenPulse[],
  now: number,
): DoorMemory[] {
  const doors = new Map<string, DoorMemory>(
    kept.map((memory) => [memory.id, { ...memory, expected: undefined }]),
  )
  const causes = new Map<string, { readonly cause: Cause | 'exit_button'; readonly at: number }>()
  for (const { id, expected } of kept)
    if (expected !== undefined) causes.set(id, { cause: expected, at: now })
  for (const event of since) {
    const { lockId, at } = event
    if (lockId === undefined) continue
    const before = doors.get(lockId)
    switch (event.type) {
      case 'lock.opened':
        doors.set(lockId, { id: lockId, state: 'opened', since: at, openSince: at, timesTold: 0 })
        causes.delete(lockId)
        break
      case 'lock.closed':
        doors.set(lockId, { id: lockId, state: 'closed', since: at, openSince: null, timesTold: 0 })
        break
      case 'lock.left_open':
        if (before !== undefined) doors.set(lockId, { ...before, timesTold: before.timesTold + 1 })
        break
      case 'access.granted':
        causes.set(lockId, { cause: pinCause(event), at: Date.parse(at) })
        break
      default:
    }
  }
  for (const { lockId, commandId, at } of pulses) {
    const opened = since.some((event) => event.type === 'lock.opened' && event.commandId === commandId)
    if (!opened) causes.set(lockId, { cause: { source: 'remote', commandId }, at })
  }
  return [...doors.values()].map((memory) => {
    const cause = causes.get(memory.id)
    return cause !== undefined && Math.abs(now - cause.at) <= FOLLOWS_WITHIN_MS
      ? { ...memory, expected: cause.cause }
      : memory
  })
}

function pinCause({ subjectRef }: SiteEvent): Cause {
  return { source: 'pin', ...(typeof subjectRef === 'string' ? { subjectRef } : {}) }
}
