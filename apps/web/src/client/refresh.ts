import { refresh } from '@stowage/api/session'
import { ApiError } from './api-error.ts'
import { forgetPush } from './forget-push.ts'
import { clientId, forgetToken, storedToken, storeToken } from './token.ts'

/** What is being asked, by the token that has expired: one who signs in meanwhile does not get another's answer. */
const underWay = new Map<string, Promise<string | null>>()
const listeners = new Set<() => void>()

/** Tells when the session has ended without the person asking for it. */
export function onSignedOut(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function signedOut(): void {
  forgetToken()
  void forgetPush().catch(() => undefined)
  for (const listener of listeners) listener()
}

/**
 * The token to go on with after an expired one, or null when the session is over; throws ApiError when the server cannot
 * say. However many calls fail at once, the server is asked once: the refresh cookie rotates, and using it twice would end
 * the session (also from two tabs, hence the lock). Who has signed out or in meanwhile stays so: his is the answer.
 */
export async function refreshToken(expired: string): Promise<string | null> {
  const known = underWay.get(expired)
  if (known !== undefined) return await known
  const asked = locked(expired).finally(() => underWay.delete(expired))
  underWay.set(expired, asked)
  return await asked
}

async function locked(expired: string): Promise<string | null> {
  // Locks exist on https and localhost; elsewhere one tab at a time is the usual case.
  if (!('locks' in navigator)) return await ask(expired)
  return await navigator.locks.request('refresh-token', async () => await ask(expired))
}

async function ask(expired: string): Promise<string | null> {
  const known = storedToken()
  // Another tab was faster, or signed out.
  if (known !== expired) return known
  const response = await fetch(`/api/${refresh.path}`, {
    method: refresh.method,
    headers: { 'Content-Type': 'application/json', 'X-Client-Id': clientId() },
    credentials: 'same-origin',
    body: JSON.stringify({ expiredToken: expired }),
  }).catch(() => null)
  const answer = response?.ok === true ? await answerOf(response) : null
  // The session was left or another one begun while this was asked: nothing of it is brought back, or ended.
  const now = storedToken()
  if (now !== expired) return now
  // Only a clear no ends the session: a server that restarts or a train in a tunnel must not sign anybody out.
  if (response === null || response.status >= 500 || response.status === 429) throw new ApiError(0, [])
  if (typeof answer?.accessToken !== 'string') return null
  storeToken(answer.accessToken)
  return answer.accessToken
}

async function answerOf(response: Response): Promise<{ readonly accessToken?: unknown } | null> {
  return (await response.json().catch(() => null)) as { accessToken?: unknown } | null
}
