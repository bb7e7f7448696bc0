import { me } from '@stowage/api/session'
import type { QueryClient } from '@tanstack/react-query'
import { call, ensureAnswer, enter, userQuery, type CurrentUser } from '../client/index.ts'

/** A session that a link brings while somebody else is signed in: the page asks before it changes who that is. */
export interface OfferedSession {
  readonly token: string
  readonly user: CurrentUser
  readonly present: CurrentUser
}

/**
 * A token in the page's address (specification 2.2): it leaves the address, and so the history, at once, and becomes the
 * session only when the server accepts it (decision 5) and nobody else is signed in.
 */
export async function takeTokenFromAddress(client: QueryClient): Promise<OfferedSession | null> {
  const address = new URL(location.href)
  const token = address.searchParams.get('token')
  if (token === null) return null
  address.searchParams.delete('token')
  history.replaceState(history.state, '', address.pathname + address.search + address.hash)
  try {
    const user = await call(me, undefined, { token })
    const present = await ensureAnswer(client, userQuery)
    if (present === null) await enter(client, { token, user })
    return present === null || isSame(present, user) ? null : { token, user, present }
  } catch {
    // Not a token, or one that is over: the session from before goes on.
    return null
  }
}

const isSame = (one: CurrentUser, other: CurrentUser): boolean =>
  one.id === other.id && (one.impersonatedBy ?? null) === null
