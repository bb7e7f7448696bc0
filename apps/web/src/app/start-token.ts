import { me } from '@stowage/api/session'
import type { QueryClient } from '@tanstack/react-query'
import { call, enter } from '../client/index.ts'

/**
 * A token in the page's address (specification 2.2): it leaves the address, and so the history, at once, and becomes the
 * session only when the server accepts it (decision 5).
 */
export async function takeTokenFromAddress(client: QueryClient): Promise<void> {
  const address = new URL(location.href)
  const token = address.searchParams.get('token')
  if (token === null) return
  address.searchParams.delete('token')
  history.replaceState(history.state, '', address.pathname + address.search + address.hash)
  try {
    const user = await call(me, undefined, { token })
    await enter(client, { token, user })
  } catch {
    // Not a token, or one that is over: whoever was signed in before still is.
  }
}
