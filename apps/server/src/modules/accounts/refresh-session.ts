import type { refresh } from '@stowage/api/accounts'
import type { Answer } from '@stowage/api/endpoint'
import type { FastifyRequest } from 'fastify'
import { machineNow } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/connect.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/failure.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/call.ts'
import { sha256 } from '../../platform/seal.ts'
import { holdAccount, type AccountRow } from './account-store.ts'
import { endSession, issueToken, openSession, refreshTokenOf } from './open-session.ts'
import type { Parts } from './parts.ts'
import { readFactorStanding } from './second-factor-store.ts'
import { isSignInOver } from './sign-in-limits.ts'
import { traceOf } from './trace.ts'
import { findLiveSession, findSession, lockSession, markRotated, type SessionRow } from './session-store.ts'

/** Two tabs, or a lost answer: within this time a rotated token answers with its successor instead of ending everything. */
const GRACE_SECONDS = 10

/** The session behind the refresh cookie, locked, while it may still be used; undefined for none. */
export async function presentSession(
  tx: Tx,
  parts: Parts,
  request: FastifyRequest,
): Promise<SessionRow | undefined> {
  const found = await findByCookie(tx, parts, request)
  const session = found && (await lockSession(tx, found.id))
  return session && isLive(session) ? session : undefined
}

async function findByCookie(
  db: Database,
  parts: Parts,
  request: FastifyRequest,
): Promise<SessionRow | undefined> {
  const token = parts.cookies.refreshToken(request)
  return token === undefined || token.length > 200 ? undefined : await findSession(db, sha256(token))
}

const isLive = (session: SessionRow): boolean =>
  session.ended_at === null &&
  session.rotated_at === null &&
  Temporal.Instant.compare(session.expires_at, machineNow()) > 0

/** A token came a second time: the sign-in has ended. */
interface Reused {
  readonly reusedOf: string
}

interface Renewed {
  readonly account: AccountRow
  /** Whom the account acts as. */
  readonly actingFor: AccountRow | null
  readonly familyId: string
  readonly refreshToken: string
}

/**
 * A new access token for the refresh cookie, whose token is used once: the answer brings its successor. A token that
 * comes a second time has been copied; nobody can tell by whom, so the whole sign-in ends (9003). The expired access
 * token may be left out; one that is sent must be of the cookie's account.
 */
export async function refreshSession(
  parts: Parts,
  call: Call<typeof refresh, Actor | null>,
): Promise<Answer<typeof refresh>> {
  const { body, request, reply } = call
  await refuseSomebodyElse(parts, request, body.expiredToken)
  // Ending the family must be committed: the refusal is made outside the transaction.
  const renewed = await parts.platform.transact((tx) => renew(tx, parts, call))
  if (!renewed || 'reusedOf' in renewed) {
    parts.cookies.clearRefreshToken(reply)
    if (renewed) fail(9003, { refusal: { kind: 'token-reuse', accountId: renewed.reusedOf } })
    return fail(9003)
  }
  parts.cookies.setRefreshToken(reply, renewed.refreshToken)
  const { account, actingFor, familyId } = renewed
  return {
    accessToken: await (actingFor
      ? issueToken(parts, actingFor, familyId, account)
      : issueToken(parts, account, familyId)),
  }
}

/**
 * A link with a token opened in a browser in which somebody else had signed in leaves his cookie beside that token: the
 * answer would change the person at the next expiry, unasked. Nothing of the cookie's sign-in is touched, it is its
 * owner's. Who acts as a user is the superUser whom the token names beside him.
 */
async function refuseSomebodyElse(
  parts: Parts,
  request: FastifyRequest,
  expiredToken: string | null | undefined,
): Promise<void> {
  if (!expiredToken) return
  const session = await findByCookie(parts.platform.db, parts, request)
  if (!session) return
  const claims = await parts.tokens.readExpired(expiredToken)
  if ((claims?.by?.accountId ?? claims?.accountId) !== session.account_id)
    fail(9003, { reason: "the expired token is not of the cookie's account" })
}

async function renew(
  tx: Tx,
  parts: Parts,
  call: { readonly request: FastifyRequest; readonly address: string },
): Promise<Renewed | Reused | null> {
  const { request } = call
  const found = await findByCookie(tx, parts, request)
  const account = found && (await holdAccount(tx, found.account_id))
  // Its role asks for a second factor since: it is set up at a new sign-in.
  if (account) {
    const { since, isRequired } = await readFactorStanding(tx, account.id)
    if (isRequired && since === null) return null
  }
  const session = found && (await lockSession(tx, found.id))
  if (
    !account ||
    !session ||
    session.ended_at !== null ||
    Temporal.Instant.compare(session.expires_at, machineNow()) <= 0
  )
    return null
  const { family_id: familyId, acting_for_id: actingForId } = session
  if (session.rotated_at !== null) {
    const successor = isRecent(session.rotated_at) ? await findLiveSession(tx, familyId) : undefined
    if (!successor) {
      await endSession(tx, parts, { accountId: account.id, familyId })
      return { reusedOf: account.id }
    }
    return await actAs(
      tx,
      { account, familyId, refreshToken: refreshTokenOf(parts, successor.id) },
      successor.acting_for_id,
    )
  }
  if (await isSignInOver(tx, parts.platform, session, account.platform_role, machineNow())) {
    await endSession(tx, parts, { accountId: account.id, familyId })
    return null
  }
  const renewed = await actAs(tx, { account, familyId }, actingForId)
  if (!renewed) return null
  await markRotated(tx, session.id, machineNow())
  const { refreshToken } = await openSession(tx, parts, {
    accountId: account.id,
    familyId,
    actingForId,
    trace: traceOf(call),
  })
  return { ...renewed, refreshToken }
}

const isRecent = (rotatedAt: Temporal.Instant): boolean =>
  Temporal.Instant.compare(rotatedAt.add({ seconds: GRACE_SECONDS }), machineNow()) >= 0

/** The user acted as may have ended or become a superUser meanwhile: then the way back is a new sign-in. */
async function actAs<T extends { account: AccountRow }>(
  tx: Tx,
  renewed: T,
  actingForId: string | null,
): Promise<(T & { actingFor: AccountRow | null }) | null> {
  if (actingForId === null) return { ...renewed, actingFor: null }
  const actingFor = await holdAccount(tx, actingForId)
  if (!actingFor || actingFor.platform_role === 'superUser' || renewed.account.platform_role !== 'superUser')
    return null
  return { ...renewed, actingFor }
}
