import path from 'node:path'
import * as z from 'zod/mini'
import type { CommandStore } from '../calls/command-store.ts'
import type { Journal } from '../journal/journal.ts'
import type { Log } from '../log.ts'
import { openKeptValue } from '../state/kept-value.ts'
import { recallDoors } from './door-memory.ts'
import type { DoorMemory, Doors } from './door.ts'

/** What happened since is in the journal; seldom spares the card. */
const KEPT_EVERY_MS = 5 * 60_000
/** But that a door is known at all stands in no event: killed before it was kept, the site would not tell its first opening. */
const LOOK_EVERY_MS = 250

const MemoryOfCause = z.object({
  source: z.enum(['remote', 'pin']),
  commandId: z.optional(z.string()),
  subjectRef: z.optional(z.string()),
})
const Kept = z.object({
  /** The newest event when this was kept. */
  seq: z.int(),
  doors: z.array(
    z.object({
      id: z.string(),
      state: z.optional(z.enum(['opened', 'closed'])),
      since: z.string(),
      openSince: z.nullable(z.string()),
      timesTold: z.int(),
      expected: z.optional(z.union([MemoryOfCause, z.literal('exit_button')])),
    }),
  ),
})

export interface DoorsKeeper {
  /** What was known of the doors when the agent ended. */
  recalled(now: number): DoorMemory[]
  /** Keeps what these doors know, now and then and at the end. */
  keep(doors: Doors): { close(): void }
}

export function openDoorsKeeper(
  stateDir: string,
  journal: Journal,
  store: CommandStore,
  log: Log,
): DoorsKeeper {
  const kept = openKeptValue(path.join(stateDir, 'doors.json'), Kept, (file) =>
    log.warn('what was known of the doors is not readable, the journal has it', { file }),
  )
  return {
    recalled(now) {
      const before = kept.get()
      const since = journal.after(before?.seq ?? 0, Number.MAX_SAFE_INTEGER)
      const doors = (before?.doors ?? []) as readonly DoorMemory[]
      return recallDoors(doors, since, store.pulsesSince(now - 2 * 60_000), now)
    },
    keep(doors) {
      const save = (): void => kept.set({ seq: journal.lastSeq(), doors: doors.snapshot().map(plain) })
      const timer = setInterval(save, KEPT_EVERY_MS).unref()
      let known = countKnown(kept.get()?.doors ?? [])
      const look = setInterval(() => {
        const now = countKnown(doors.snapshot())
        if (now > known) save()
        known = Math.max(known, now)
      }, LOOK_EVERY_MS).unref()
      return {
        close() {
          clearInterval(timer)
          clearInterval(look)
          save()
        },
      }
    },
  }
}

const countKnown = (doors: readonly { readonly state?: DoorMemory['state'] }[]): number =>
  doors.filter(({ state }) => state !== undefined).length

const plain = ({ expected, ...memory }: DoorMemory): z.output<typeof Kept>['doors'][number] => ({
  ...memory,
  ...(expected === undefined ? {} : { expected: typeof expected === 'string' ? expected : { ...expected } }),
})
