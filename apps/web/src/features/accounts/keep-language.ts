import type { QueryClient } from '@tanstack/react-query'
import { updateUser } from '@stowage/api/accounts'
import type { Body } from '@stowage/api/endpoint'
import { call, userQuery } from '../../client/index.ts'

/** Keeps a chosen language with the account: mails and papers come in it. A file of its own: few change it, all load the switch. */
export async function keepLanguage(
  client: QueryClient,
  userId: string,
  language: NonNullable<Body<typeof updateUser>['language']>,
): Promise<void> {
  await call(updateUser, { params: { id: userId }, body: { language } })
  // Read again, not taken from the answer: while staff act as the user, the session names both.
  await client.invalidateQueries({ queryKey: userQuery.queryKey })
}
