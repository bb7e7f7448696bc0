import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { login, logout, me } from '@stowage/api/session'
import type { Answer } from '@stowage/api/endpoint'
import { isApiError, LeftSession } from './api-error.ts'
import { call } from './call.ts'
import { keyOf } from './query.ts'
import { forgetKept } from './kept.ts'
import { forgetToken, storedToken, storeToken } from './token.ts'

export type CurrentUser = Answer<typeof me>

/** The current user as a query; null for a visitor. A session the server does not know (any more) is no session. */
export const userQuery = queryOptions({
  queryKey: keyOf(me),
  queryFn: async (): Promise<CurrentUser | null> => await currentUser(),
  staleTime: 60_000,
})

async function currentUser(): Promise<CurrentUser | null> {
  if (storedToken() === null) return null
  try {
    return await call(me)
  } catch (error) {
    // Somebody else is here now: it is his name that was asked for.
    if (error instanceof LeftSession) return await currentUser()
    if (isApiError(error) && (error.status === 401 || error.status === 404)) return null
    throw error
  }
}

/** The current user, null for a visitor, undefined while that is not known yet. */
export function useUser(): CurrentUser | null | undefined {
  return useQuery(userQuery).data
}

/** Re-reads the current user, after something of the account has changed. */
export function useRefreshUser(): () => Promise<void> {
  const client = useQueryClient()
  return async () => await client.invalidateQueries({ queryKey: userQuery.queryKey })
}

/**
 * Takes a session: what was kept for a visitor or another account is forgotten, what is still asked for him is not waited
 * for. The token comes first: a page that reads again in the meantime asks as the new one.
 */
export async function enter(
  client: QueryClient,
  session: { readonly token: string; readonly user: CurrentUser },
): Promise<void> {
  forgetKept()
  storeToken(session.token)
  await client.cancelQueries()
  forgetAnswers(client)
  client.setQueryData(userQuery.queryKey, session.user)
}

/** @throws ApiError 1000, 1001, 1002, 9101 */
export async function signIn(
  client: QueryClient,
  pair: { readonly email: string; readonly password: string },
): Promise<CurrentUser> {
  const session = await call(login, { body: { ...pair } })
  await enter(client, session)
  return session.user
}

/**
 * Signs out here and in the other tabs at once; the server is told, and waited for a moment at most. The token goes first:
 * a page that reads again in the meantime would otherwise ask with a session that is ending.
 */
export async function signOut(client: QueryClient): Promise<void> {
  const token = storedToken()
  forgetToken()
  await leave(client)
  // Begun bookings with a typed name among them: the next person at this device finds nothing of the last one.
  sessionStorage.clear()
  if (token === null) return
  const told = call(logout, {}, { token }).catch(() => ({}))
  await Promise.race([told, new Promise((resolve) => setTimeout(resolve, 1500))])
}

/** After the session has ended, whoever ended it: nothing that was asked in it is shown any more. */
export async function leave(client: QueryClient): Promise<void> {
  await client.cancelQueries()
  client.setQueryData(userQuery.queryKey, null)
  forgetAnswers(client)
}

/** Another tab has entered another account in this browser: what the last one has asked is not his. */
export async function follow(client: QueryClient): Promise<void> {
  await client.cancelQueries()
  forgetAnswers(client)
  await client.invalidateQueries({ queryKey: userQuery.queryKey })
}

/** Everything but what is the same for all: answers depend on who asked. */
function forgetAnswers(client: QueryClient): void {
  client.removeQueries({ predicate: (query) => query.getObserversCount() === 0 })
  void client.invalidateQueries({ predicate: (query) => query.queryKey[1] !== userQuery.queryKey[1] })
}
