import type { leaveUser, loginAsUser } from '@stowage/api/accounts'
import type { Answer } from '@stowage/api/endpoint'
import { machineNow } from '../../platform/clock.ts'
import { audit, type Tx } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/failure.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/call.ts'
import { newId } from '../../platform/ids.ts'
import { holdAccount, type AccountRow } from './account-store.ts'
import { readAccount } from './account-view.ts'
import { describeAccount, displayName } from './describe-account.ts'
import { issueToken, openSession } from './open-session.ts'
import type { Parts } from './parts.ts'
import { presentSession } from './refresh-session.ts'
import { markRotated, type SessionRow } from './session-store.ts'
import { claimsOf } from './sign-out.ts'

/**
 * A superUser acts as a user from now on (decisions.md B11): the token names both, the refresh cookie remembers the way
 * back. Never onto another superUser, not onto himself (9103). Audited with both identities.
 */
export async function actAsUser(
  parts: Parts,
  call: Call<typeof loginAsUser, Actor>,
): Promise<Answer<typeof loginAsUser>> {
  const { actor, request, reply, address } = call
  const claims = (await claimsOf(parts, request)) ?? fail(9003)
  const { user, by, familyId, refreshToken } = await parts.platform.transact(async (tx) => {
    const user = (await holdAccount(tx, call.query.userId)) ?? fail(6004)
    if (user.id === actor.id || user.platform_role === 'superUser')
      fail(9103, { reason: 'not onto a superUser' })
    const by = (await holdAccount(tx, actor.id)) ?? fail(9003)
    const session = await presentSession(tx, parts, request)
    const refreshToken =
      session?.account_id === actor.id ? await switchTo(tx, parts, session, user.id) : undefined
    audit(tx, {
      id: newId(),
      at: parts.platform.clock.now(),
      actorId: actor.id,
      onBehalfOf: user.id,
      action: 'user-acted-as',
      subjectType: 'account',
      subjectId: user.id,
      address,
    })
    return {
      user,
      by,
      refreshToken,
      familyId: session?.account_id === actor.id ? session.family_id : claims.familyId,
    }
  })
  if (refreshToken !== undefined) parts.cookies.setRefreshToken(reply, refreshToken)
  const view = (await readAccount(parts.platform.db, user.id)) ?? fail(6004)
  return { token: await issueToken(parts, user, familyId, by), user: describeAccount(view, namedAs(by)) }
}

/**
 * Back to the superUser's own account. The refresh cookie proves who is at the keyboard: an access token made for a
 * user's account alone must not open a superUser's.
 */
export async function leaveActedUser(
  parts: Parts,
  call: Call<typeof leaveUser, Actor>,
): Promise<Answer<typeof leaveUser>> {
  const { actor, request, reply, address } = call
  const byId = actor.impersonatedBy ?? fail(9103, { reason: 'nobody is acted as' })
  const { by, familyId, refreshToken } = await parts.platform.transact(async (tx) => {
    const by = (await holdAccount(tx, byId)) ?? fail(9003)
    const session = await presentSession(tx, parts, request)
    if (session?.account_id !== byId) return fail(9003)
    audit(tx, {
      id: newId(),
      at: parts.platform.clock.now(),
      actorId: byId,
      onBehalfOf: actor.id,
      action: 'user-left',
      subjectType: 'account',
      subjectId: actor.id,
      address,
    })
    return { by, familyId: session.family_id, refreshToken: await switchTo(tx, parts, session, null) }
  })
  parts.cookies.setRefreshToken(reply, refreshToken)
  const view = (await readAccount(parts.platform.db, by.id)) ?? fail(9003)
  return { token: await issueToken(parts, by, familyId), user: describeAccount(view) }
}

async function switchTo(
  tx: Tx,
  parts: Parts,
  session: SessionRow,
  actingForId: string | null,
): Promise<string> {
  await markRotated(tx, session.id, machineNow())
  return (
    await openSession(tx, parts, { accountId: session.account_id, familyId: session.family_id, actingForId })
  ).refreshToken
}

/** How the bar names the superUser. */
export function namedAs(account: AccountRow): { id: string; fullName: string } {
  return { id: account.id, fullName: displayName(account) }
}
