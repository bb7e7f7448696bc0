import type { Tx } from '../../platform/database/transaction.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { insertConsents } from './consent-store.ts'
import type { Trace } from './trace.ts'

/** The wording of the tick for advertising. A new wording is a new version. */
const ADVERTISING_VERSION = '1'
export const ADVERTISING = 'advertising'

/** Who presses, when, from where. */
export interface Pressing extends Partial<Trace> {
  /** Business time. */
  readonly at: Temporal.Instant
  readonly actor: Pick<Actor, 'id' | 'impersonatedBy'> | null
  /** In which the text was shown. */
  readonly language?: string | null
}

interface Said {
  readonly kind: string
  readonly version: string
  readonly isGiven: boolean
}

/** Keeps what was agreed to or taken back, with version, language, time, address and device. */
export async function recordConsents(
  tx: Tx,
  accountId: string,
  said: readonly Said[],
  { at, actor, address = null, userAgent = null, language = null }: Pressing,
): Promise<void> {
  const by = actor === null ? null : (actor.impersonatedBy ?? actor.id)
  await insertConsents(
    tx,
    said.map((one) => ({
      accountId,
      ...one,
      language,
      address,
      userAgent,
      byId: by === accountId ? null : by,
      at,
    })),
  )
}

export const advertising = (isGiven: boolean): Said => ({
  kind: ADVERTISING,
  version: ADVERTISING_VERSION,
  isGiven,
})

/** The documents of one text of versions (`lease:2026-01 privacy:3`). */
export function documentsOf(versions: string | null): { kind: string; version: string }[] {
  return (versions ?? '')
    .split(' ')
    .filter((entry) => entry.includes(':'))
    .map((entry) => {
      const [kind = '', ...version] = entry.split(':')
      return { kind, version: version.join(':') }
    })
}
