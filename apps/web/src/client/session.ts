import { queryOptions, useQuery, useQueryClient, type Query, type QueryClient } from '@tanstack/react-query'
import { login, logout, me } from '@stowage/api/session'
import type { Answer } from '@stowage/api/endpoint'
import { isApiError, LeftSession } from './api-error.ts'
import { call } from './call.ts'
import { forgetPush } from './forget-push.ts'
import { keyOf } from './query.ts'
import { forgetKept } from './kept.ts'
import { keptUser } from './offline.ts'
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
    // At a gate without a network: who he is was known when there was one, and every answer that counts is the server's.
    const known = isApiError(error) && (error.isNetwork || error.status >= 502) ? keptUser() : null
    if (known) return known
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
  if (isVisitor(client)) readAnew(client)
  else forgetAnswers(client)
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

/** What was begun and not saved goes with who signs out; the part that knows how comes when it is needed. */
async function forgetWork(person: string): Promise<void> {
  if (!('indexedDB' in globalThis)) return
  const drafts = await import('./drafts.ts').catch(() => null)
  await drafts?.forgetDrafts(person)
}

/**
 * Signs out here and in the other tabs at once; the server is told, and waited for a moment at most. The token goes first:
 * a page that reads again in the meantime would otherwise ask with a session that is ending.
 */
export async function signOut(client: QueryClient): Promise<void> {
  const token = storedToken()
  const person = client.getQueryData<CurrentUser | null>(userQuery.queryKey)?.id
  forgetToken()
  await leave(client)
  if (person !== undefined) void forgetWork(person)
  void forgetPush().catch(() => undefined)
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

/**
 * Another tab has entered another account in this browser: what the last one has asked is not his, and neither is the name.
 * Until the new one is known there is no user, and no page of one.
 */
export async function follow(client: QueryClient): Promise<void> {
  await client.cancelQueries()
  if (isVisitor(client)) {
    readAnew(client)
    await client.invalidateQueries({ queryKey: userQuery.queryKey })
    return
  }
  forgetAnswers(client)
  await client.resetQueries({ queryKey: userQuery.queryKey })
}

/** Whether nobody was signed in: what is on the page was answered to anybody. */
function isVisitor(client: QueryClient): boolean {
  return client.getQueryData(userQuery.queryKey) === null
}

/** Everything but the name of who is signed in. */
const ofPages = { predicate: ({ queryKey }: Query): boolean => queryKey[1] !== userQuery.queryKey[1] }
const unseen = { predicate: (query: Query): boolean => query.getObserversCount() === 0 }

/**
 * Answers depend on who asked, and most of them nobody else may see: all are emptied, also those on the page, which is
 * read again as it was first. An old answer may never stand beside the refusal that the new one gets.
 */
function forgetAnswers(client: QueryClient): void {
  // Emptied before they are removed: a list on its way to the next page still holds the last one.
  void client.resetQueries(ofPages)
  client.removeQueries(unseen)
}

/** What a visitor was shown stays while it is read as the one who has signed in: he goes on where he stands. */
function readAnew(client: QueryClient): void {
  client.removeQueries(unseen)
  void client.invalidateQueries(ofPages)
}
