import { publish, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { fail } from '../../platform/failure.ts'
import { newId } from '../../platform/ids.ts'
import { insertClaim, releaseByHolder, releaseLapsed, updateClaimHolder } from './claim-store.ts'
import { boxClaimed, boxReleased } from './events.ts'
import type { NewClaim } from './terms.ts'

/** Gives a box to a holder. @throws Failure 6001 when somebody has it */
export async function claimBox(tx: Tx, claim: NewClaim): Promise<void> {
  await insertClaim(tx, newId(), claim)
  const { boxId, stockId, kind } = claim
  publish(
    tx,
    fact(boxClaimed, {
      aggregate: `box:${boxId}`,
      stockId,
      at: claim.takenAt,
      payload: { stockId, boxId, kind },
    }),
  )
}

/** The claim of a reservation goes to its contract; nobody can come between. @throws Failure 6001 when it is no longer live */
export async function passClaim(
  tx: Tx,
  from: { holderId: string },
  to: { kind: 'contract'; holderId: string; lapsesAt: Temporal.Instant | null },
  at: Temporal.Instant,
): Promise<void> {
  const place =
    (await updateClaimHolder(tx, from.holderId, to)) ??
    fail(6001, { reason: `${from.holderId} holds no box any more` })
  publish(
    tx,
    fact(boxClaimed, {
      aggregate: `box:${place.boxId}`,
      stockId: place.stockId,
      at,
      payload: { ...place, kind: to.kind },
    }),
  )
}

/** Gives the box of a holder back; nothing when that has happened already. */
export async function releaseClaim(tx: Tx, holderId: string, at: Temporal.Instant): Promise<void> {
  told(tx, await releaseByHolder(tx, holderId, at), at)
}

/** Takes away a claim whose time is over. @returns false when it is gone, or was prolonged */
export async function expireLapsedClaim(tx: Tx, claimId: string, at: Temporal.Instant): Promise<boolean> {
  return told(tx, await releaseLapsed(tx, claimId, at), at)
}

function told(tx: Tx, place: { boxId: string; stockId: string } | undefined, at: Temporal.Instant): boolean {
  if (place === undefined) return false
  publish(
    tx,
    fact(boxReleased, { aggregate: `box:${place.boxId}`, stockId: place.stockId, at, payload: place }),
  )
  return true
}
