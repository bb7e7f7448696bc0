import type { getUser, listUsers as endpoint, me } from '@stowage/api/accounts'
import type { Answer } from '@stowage/api/endpoint'
import { fail } from '../../platform/failure.ts'
import { isSuperUser, type Actor } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/call.ts'
import { listAccounts, readAccount, USERS_PER_PAGE, type UsersWanted } from './account-view.ts'
import { describeAccount, displayName, type UserAnswer } from './describe-account.ts'
import type { Parts } from './parts.ts'

/** A page of accounts; deleted ones are out. */
export async function listUsers(
  parts: Parts,
  { page: asked, ...wanted }: UsersWanted & { readonly page?: string | undefined },
): Promise<Answer<typeof endpoint>> {
  const page = Number(asked ?? 1)
  // A search is not kept: hardly anybody makes the same one twice.
  const total = (wanted.search ?? '').trim() === '' ? parts.totals.of(wanted.role ?? null) : undefined
  const { rows, total: counted } = await listAccounts(parts.platform.db, { ...wanted, page }, total?.known)
  if (total?.known === undefined) total?.keep(counted, counted)
  return { items: rows.map((row) => describeAccount(row)), total: counted, page, pageSize: USERS_PER_PAGE }
}

/** One account: one's own, or any for a superUser. Others learn nothing, not even whether it exists (9103). */
export async function readUser(parts: Parts, call: Call<typeof getUser, Actor>): Promise<UserAnswer> {
  const { actor, params } = call
  if (actor.id !== params.id && !isSuperUser(actor)) fail(9103)
  return describeAccount((await readAccount(parts.platform.db, params.id)) ?? fail(6004))
}

/** The current user; while a superUser acts as him, with that superUser's name for the bar. */
export async function readMe(parts: Parts, call: Call<typeof me, Actor>): Promise<UserAnswer> {
  const { db } = parts.platform
  const { id, impersonatedBy } = call.actor
  const account = (await readAccount(db, id)) ?? fail(9003)
  const by = impersonatedBy === null ? undefined : await readAccount(db, impersonatedBy)
  return describeAccount(account, by && { id: by.id, fullName: displayName(by) })
}
