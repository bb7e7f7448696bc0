import { note } from '../../platform/audit/author.ts'
import { machineNow } from '../../platform/clock.ts'
import type { RefusalKind } from '../../platform/failure.ts'
import type { Refusal } from '../../platform/http/refusals.ts'
import type { Platform } from '../../platform/platform.ts'

const WINDOW_MINUTES = 15
/** So many different ones in a window; what comes on top is counted together. */
const KEPT = 500

const actions: Readonly<Record<RefusalKind, string>> = {
  'sign-in': 'sign-in-refused',
  'too-many-tries': 'tries-exceeded',
  code: 'code-refused',
  'token-reuse': 'token-reused',
  permission: 'permission-refused',
}

interface Counted {
  readonly kind: RefusalKind
  readonly accountId: string | null
  readonly address: string | null
  readonly since: Temporal.Instant
  count: number
  until: Temporal.Instant
}

export interface RefusalNotes {
  add(refusal: Refusal): void
  /** Writes the windows that are over; `all` also those that are not, when the server stops. */
  write(all?: 'all'): Promise<void>
}

/**
 * Refusals for the audit: one entry per account, address and quarter of an hour with how many there were, so that a flood of tries does
 * not fill it. Counted in memory: each refusal has its line in the log at once.
 */
export function createRefusalNotes({
  transact,
  clock,
  log,
}: Pick<Platform, 'transact' | 'clock' | 'log'>): RefusalNotes {
  const counted = new Map<string, Counted>()
  return {
    add({ kind, accountId, address }) {
      const at = machineNow()
      const name = `${kind} ${accountId} ${address}`
      const isOne = counted.has(name) || counted.size < KEPT
      const key = isOne ? name : kind
      const known = counted.get(key)
      if (known) {
        known.count += 1
        known.until = at
      } else
        counted.set(key, {
          kind,
          accountId: isOne ? accountId : null,
          address: isOne ? address : null,
          since: at,
          count: 1,
          until: at,
        })
    },
    async write(all) {
      const over = machineNow().subtract({ minutes: WINDOW_MINUTES })
      const due = [...counted].filter(
        ([, { since }]) => all === 'all' || Temporal.Instant.compare(since, over) <= 0,
      )
      if (due.length === 0) return
      for (const [key] of due) counted.delete(key)
      try {
        await transact(async (tx) => {
          for (const [, { kind, accountId, address, count, since, until }] of due)
            note(
              tx,
              clock,
              { actorId: kind === 'permission' ? accountId : null, address },
              {
                action: actions[kind],
                subjectType: 'account',
                subjectId: accountId,
                after: { count, from: since.toString(), to: until.toString() },
              },
            )
        })
      } catch (error) {
        log.error({ err: error, entries: due.length }, 'refusals were not written to the audit')
      }
    },
  }
}
