import type { Answer } from '@stowage/api/endpoint'
import type { endOtherSessions, endSession, listSessions } from '@stowage/api/sessions'
import { machineNow } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/connect.ts'
import { fail } from '../../platform/failure.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/call.ts'
import { describeDevice } from './describe-device.ts'
import { announceEnded, endSession as endFamily } from './open-session.ts'
import type { Parts } from './parts.ts'
import { endFamiliesOf } from './session-store.ts'
import { openSignIns } from './sign-in-store.ts'
import { claimsOf } from './sign-out.ts'

type Session = Answer<typeof listSessions>[number]

/** The sign-ins of an account that are open, the last seen first; `thisFamilyId` is the one that asks. */
export async function sessionsOf(
  db: Database,
  accountId: string,
  thisFamilyId: string | null,
): Promise<Session[]> {
  return (await openSignIns(db, accountId, machineNow())).map((one) => ({
    id: one.familyId,
    ...describeDevice(one.userAgent),
    address: one.address,
    firstSeen: one.firstSeenAt.toString(),
    lastSeen: one.lastSeenAt.toString(),
    isThis: one.familyId === thisFamilyId,
  }))
}

/** The sign-ins of an account that are open, as the access tokens name them. */
export async function openFamiliesOf(db: Database, accountId: string): Promise<string[]> {
  return (await openSignIns(db, accountId, machineNow())).map(({ familyId }) => familyId)
}

export async function ownSessions(parts: Parts, call: Call<typeof listSessions, Actor>): Promise<Session[]> {
  const claims = await claimsOf(parts, call.request)
  const sessions = await sessionsOf(parts.platform.db, call.actor.id, claims?.familyId ?? null)
  return sessions.toSorted((a, b) => Number(b.isThis) - Number(a.isThis))
}

/** Ends one: its tokens die at the next call, its tabs sign in anew. @throws Failure 9104 for none of one's own */
export async function endOwnSession(
  parts: Parts,
  call: Call<typeof endSession, Actor>,
): Promise<Record<string, never>> {
  const { params, actor } = call
  return await call.transact(async (tx) => {
    const open = await openSignIns(tx, actor.id, machineNow())
    if (!open.some(({ familyId }) => familyId === params.id)) fail(9104)
    await endFamily(tx, parts, { accountId: actor.id, familyId: params.id })
    return {}
  })
}

export async function endOthers(
  parts: Parts,
  call: Call<typeof endOtherSessions, Actor>,
): Promise<Answer<typeof endOtherSessions>> {
  const claims = (await claimsOf(parts, call.request)) ?? fail(9003)
  return await call.transact(async (tx) => {
    const ended = await endFamiliesOf(tx, call.actor.id, machineNow(), claims.familyId)
    // An empty list would void every token, this one too.
    if (ended.length > 0) announceEnded(tx, parts, call.actor.id, ended)
    return { ended: ended.length }
  })
}
