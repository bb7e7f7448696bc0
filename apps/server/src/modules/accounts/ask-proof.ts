import { machineNow } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/connect.ts'
import { fail } from '../../platform/failure.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { AskProof } from '../../platform/http/call.ts'
import { giveBackProof, readProof, takeProof } from './proof-store.ts'

/** How long a sign-in by password, or a proof, stands for its owner sitting there. */
const MINUTES = 10

/**
 * Whether a sign-in may do what guards an account (`Endpoint.proof`). A session alone may be a stolen one: changing credentials
 * with it would take the account over for good.
 */
export function createAskProof(db: Database): AskProof {
  const none = { giveBack: async () => undefined }
  return async (actor, kind) => {
    if (actor.key !== undefined) fail(9182, { reason: 'a key proves no person' })
    const familyId = actor.familyId ?? fail(9192)
    const since = machineNow().subtract({ minutes: MINUTES })
    if (kind === 'always') {
      if (!(await takeProof(db, familyId, since))) fail(9192)
      return { giveBack: async () => await giveBackProof(db, familyId) }
    }
    const standing = (await readProof(db, familyId)) ?? fail(9192)
    const isRecent = (at: Temporal.Instant | null): boolean =>
      at !== null && Temporal.Instant.compare(at, since) >= 0
    const hasEntered = !standing.hasSecondFactor && isRecent(standing.enteredAt)
    return hasEntered || isRecent(standing.provedAt) ? none : fail(9192)
  }
}

/** What a change of an account asks for: another's credentials are asked for each time, rights and one's own while they are stale. */
export function proofOfChange(
  actor: Pick<Actor, 'id' | 'key'>,
  account: { readonly id: string },
  changes: { readonly credentials: boolean; readonly pin: boolean; readonly rights: boolean },
): 'stale' | 'always' | null {
  // A key is refused where the change is made, whatever was proved.
  if (actor.key !== undefined) return null
  if (actor.id === account.id) return changes.credentials || changes.rights ? 'stale' : null
  if (changes.credentials || changes.pin) return 'always'
  return changes.rights ? 'stale' : null
}
