import type { login } from '@stowage/api/accounts'
import type { Answer } from '@stowage/api/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { publish, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { fail } from '../../platform/failure.ts'
import type { AccountRow } from './account-store.ts'
import { readAccount } from './account-view.ts'
import { describeAccount } from './describe-account.ts'
import { signedInElsewhere } from './events.ts'
import { endSession, issueToken, openSession, type OpenedSession } from './open-session.ts'
import type { Parts } from './parts.ts'
import { presentSession } from './refresh-session.ts'
import { hasSignedIn } from './sign-in-store.ts'
import { traceOf } from './trace.ts'

interface Entering {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly address: string
}

/** Opens the session of somebody who has proved who he is; the account is held. */
export async function enterAccount(
  tx: Tx,
  parts: Parts,
  call: Entering,
  account: AccountRow,
): Promise<OpenedSession> {
  // The sign-in that this browser held before would otherwise live on without anybody holding it.
  const before = await presentSession(tx, parts, call.request)
  if (before) await endSession(tx, parts, { accountId: before.account_id, familyId: before.family_id })
  // Asked before this one is among them. Who signs in for the first time knows that it is he.
  const isElsewhere =
    parts.cookies.knownDevice(call.request, account.id) === undefined && (await hasSignedIn(tx, account.id))
  const session = await openSession(tx, parts, { accountId: account.id, trace: traceOf(call) })
  if (isElsewhere)
    publish(
      tx,
      fact(signedInElsewhere, {
        aggregate: `account:${account.id}`,
        at: parts.platform.clock.now(),
        payload: { accountId: account.id, familyId: session.familyId },
      }),
    )
  return session
}

/** The cookies and the answer of a sign-in that was opened. */
export async function answerEntered(
  parts: Parts,
  { request, reply }: Entering,
  account: AccountRow,
  session: OpenedSession,
): Promise<Answer<typeof login>> {
  parts.cookies.setRefreshToken(reply, session.refreshToken)
  parts.cookies.rememberDevice(request, reply, account.id)
  const view = (await readAccount(parts.platform.db, account.id)) ?? fail(9101)
  return { token: await issueToken(parts, account, session.familyId), user: describeAccount(view) }
}
