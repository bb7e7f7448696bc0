import type { login } from '@stowage/api/accounts'
import type { Answer } from '@stowage/api/endpoint'
import { fail } from '../../platform/failure.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/call.ts'
import { emailKey, findAccountByEmail, holdAccount } from './account-store.ts'
import { readAccount } from './account-view.ts'
import { describeAccount } from './describe-account.ts'
import { passwordMatches } from './hash-password.ts'
import type { Taken } from './limit-tries.ts'
import { endSession, issueToken, openSession } from './open-session.ts'
import type { Parts } from './parts.ts'
import { presentSession } from './refresh-session.ts'

const TRIES = 10

export const triesName = (email: string): string => `sign-in ${emailKey(email)}`

/**
 * Signs in with e-mail and password. An unknown e-mail, an account without password and a wrong password cost the same
 * time and answer the same (9101). Wrong tries count per e-mail, known or not; a device on which the account has signed
 * in before counts for itself, so that a stranger's guesses do not lock its owner out.
 */
export async function signIn(
  parts: Parts,
  call: Call<typeof login, Actor | null>,
): Promise<Answer<typeof login>> {
  const { body, request, reply } = call
  const { db, transact } = parts.platform
  const found = await findAccountByEmail(db, body.email)
  const device = found && parts.cookies.knownDevice(request, found.id)
  const name = found && device ? `device ${device} ${found.id}` : triesName(body.email)
  const taken = await parts.tries.take(name, TRIES)
  if (!(await matches(taken, found?.password_hash ?? null, body.password)) || !found) fail(9101)

  const { account, session } = await transact(async (tx) => {
    const account = await holdAccount(tx, found.id)
    // Changed or ended while the hash was computed: what was typed is no longer right.
    if (!account || account.password_hash !== found.password_hash) return fail(9101)
    // The sign-in that this browser held before would otherwise live on without anybody holding it.
    const before = await presentSession(tx, parts, request)
    if (before) await endSession(tx, parts, { accountId: before.account_id, familyId: before.family_id })
    return { account, session: await openSession(tx, parts, { accountId: account.id }) }
  })
  if (device) await parts.tries.forget(name)
  else await taken.giveBack()
  parts.cookies.setRefreshToken(reply, session.refreshToken)
  parts.cookies.rememberDevice(request, reply, account.id)
  const view = (await readAccount(db, account.id)) ?? fail(9101)
  return { token: await issueToken(parts, account, session.familyId), user: describeAccount(view) }
}

/** Being told to come again because too many are signing in is no wrong try. */
async function matches(taken: Taken, hash: string | null, password: string): Promise<boolean> {
  try {
    return await passwordMatches(hash, password)
  } catch (error) {
    await taken.giveBack()
    throw error
  }
}
