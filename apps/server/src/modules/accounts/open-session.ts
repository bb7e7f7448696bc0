import { machineNow } from '../../platform/clock.ts'
import { publish, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { sha256 } from '../../platform/seal.ts'
import type { AccountRow } from './account-store.ts'
import { sessionsEnded } from './events.ts'
import { mac } from './keys.ts'
import type { Parts } from './parts.ts'
import { enterProof } from './proof-store.ts'
import { endFamily, insertSession } from './session-store.ts'
import { endOfToken } from './sign-in-limits.ts'
import { seeSignIn } from './sign-in-store.ts'
import type { Trace } from './trace.ts'

/**
 * The refresh token of a session row. It is made from the row's id and a key, never stored: a dump of the database signs
 * nobody in, and the successor of a token that was rotated a moment ago can be told again.
 */
export function refreshTokenOf(parts: Parts, sessionId: string): string {
  return `${sessionId}.${mac(parts.keys.refresh, sessionId)}`
}

export interface OpenedSession {
  readonly familyId: string
  readonly refreshToken: string
}

/**
 * Opens a session of a sign-in; a new sign-in unless a family is named.
 * @param session.trace where it is seen; left out, the sign-in stays as it was seen last; null: it is of no device and is not
 * listed among the sign-ins (a script on the server)
 * @param session.actingForId the user whom the signed-in superUser acts as from now on
 */
export async function openSession(
  tx: Tx,
  parts: Parts,
  session: { accountId: string; familyId?: string; actingForId?: string | null; trace?: Trace | null },
): Promise<OpenedSession> {
  const id = newId()
  const familyId = session.familyId ?? id
  const refreshToken = refreshTokenOf(parts, id)
  const now = machineNow()
  await insertSession(tx, {
    id,
    family_id: familyId,
    account_id: session.accountId,
    token_hash: sha256(refreshToken),
    acting_for_id: session.actingForId ?? null,
    created_at: now,
    expires_at: await endOfToken(tx, parts.platform, { accountId: session.accountId, familyId, at: now }),
    rotated_at: null,
    ended_at: null,
  })
  if (session.familyId === undefined)
    await enterProof(tx, { familyId, accountId: session.accountId, at: now })
  if (session.trace || (session.familyId === undefined && session.trace !== null))
    await seeSignIn(tx, {
      familyId,
      accountId: session.accountId,
      at: now,
      ...(session.trace ?? { address: null, userAgent: null }),
    })
  return { familyId, refreshToken }
}

/** Ends a whole sign-in: its refresh tokens, and through the event its access tokens and sockets. */
export async function endSession(
  tx: Tx,
  parts: Parts,
  session: { accountId: string; familyId: string },
): Promise<void> {
  if (await endFamily(tx, session.familyId, machineNow()))
    announceEnded(tx, parts, session.accountId, [session.familyId])
}

/** Tells every process that these sign-ins are over; an empty list after the account's generation moved on. */
export function announceEnded(
  tx: Tx,
  parts: { readonly platform: Pick<Platform, 'clock'> },
  accountId: string,
  families: string[],
): void {
  publish(
    tx,
    fact(sessionsEnded, {
      aggregate: `account:${accountId}`,
      at: parts.platform.clock.now(),
      payload: { accountId, families },
    }),
  )
}

type Bearer = Pick<AccountRow, 'id' | 'token_generation' | 'platform_role'>

/** An access token for an account in a sign-in; `by` is the superUser who acts as that account. */
export async function issueToken(
  parts: Parts,
  account: Bearer,
  familyId: string,
  by: Bearer | null = null,
): Promise<string> {
  return await parts.tokens.make(
    {
      accountId: account.id,
      generation: account.token_generation,
      familyId,
      by: by && { accountId: by.id, generation: by.token_generation },
    },
    account.platform_role,
  )
}
