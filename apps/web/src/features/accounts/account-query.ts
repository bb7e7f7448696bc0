import { useQueryClient } from '@tanstack/react-query'
import { getUser } from '@stowage/api/accounts'
import { queryOf, userQuery, useUser } from '../../client/index.ts'
import type { Account } from './documents.ts'

/** The account of a page: one's own, or any for a superUser. */
export function accountQuery(id: string) {
  return queryOf(getUser, { params: { id } })
}

/** Takes an answered account into what the screens show of it; the reader's own also into the session. */
export function useKeepAccount(): (account: Account) => void {
  const client = useQueryClient()
  const me = useUser()
  return (account) => {
    client.setQueryData(accountQuery(account.id).queryKey, account)
    // While staff act as the user the session names both, which this answer does not: it is read again.
    if (account.id === me?.id) void client.invalidateQueries({ queryKey: userQuery.queryKey })
  }
}

/** Reads an account anew after something else than its form changed it; the reader's own also in the session. */
export function useAccountChanged(id: string): () => Promise<void> {
  const client = useQueryClient()
  const me = useUser()
  return async () => {
    await client.invalidateQueries({ queryKey: accountQuery(id).queryKey })
    if (id === me?.id) await client.invalidateQueries({ queryKey: userQuery.queryKey })
  }
}
