import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { login, logout, me } from '@stowage/api/session'
import type { Answer } from '@stowage/api/endpoint'
import { isApiError } from './api-error.ts'
import { call } from './call.ts'
import { keyOf } from './query.ts'
import { forgetToken, storedToken, storeToken } from './token.ts'

export type CurrentUser = Answer<typeof me>

/** The current user as a query; null for a visitor. A session the server does not know (any more) is no session. */
export const userQuery = queryOptions({
  queryKey: keyOf(me),
  queryFn: async (): Promise<CurrentUser | null> => {
    if (storedToken() === null) return null
    try {
      return await call(me)
    } catch (error) {
      if (isApiError(error) && (error.status === 401 || error.status === 404)) return null
      throw error
    }
  },
  staleTime: 60_000,
})

/** The current user, null for a visitor, undefined while that is not known yet. */
export function useUser(): CurrentUser | null | undefined {
  return useQuery(userQuery).data
}

/** Re-reads the current user, after something of the account has changed. */
export function useRefreshUser(): () => Promise<void> {
  const client = useQueryClient()
  return async () => await client.invalidateQueries({ queryKey: userQuery.queryKey })
}

/** Takes a session: what was kept for a visitor or another account is forgotten. */
export function enter(
  client: QueryClient,
  session: { readonly token: string; readonly user: CurrentUser },
): void {
  storeToken(session.token)
  forgetAnswers(client)
  client.setQueryData(userQuery.queryKey, session.user)
}

/** @throws ApiError 1000, 1001, 1002, 9101 */
export async function signIn(
  client: QueryClient,
  pair: { readonly email: string; readonly password: string },
): Promise<CurrentUser> {
  const session = await call(login, { body: { ...pair } })
  enter(client, session)
  return session.user
}

/**
 * Signs out here and in the other tabs at once; the server is told, and waited for a moment at most. The token goes first:
 * a page that reads again in the meantime would otherwise ask with a session that is ending.
 */
export async function signOut(client: QueryClient): Promise<void> {
  const token = storedToken()
  forgetToken()
  await client.cancelQueries()
  client.setQueryData(userQuery.queryKey, null)
  forgetAnswers(client)
  if (token === null) return
  const told = call(logout, {}, { token }).catch(() => ({}))
  await Promise.race([told, new Promise((resolve) => setTimeout(resolve, 1500))])
}

/** Everything but what is the same for all: answers depend on who asked. */
function forgetAnswers(client: QueryClient): void {
  client.removeQueries({ predicate: (query) => query.getObserversCount() === 0 })
  void client.invalidateQueries({ predicate: (query) => query.queryKey[1] !== userQuery.queryKey[1] })
}
