import type { login } from '@stowage/api/accounts'
import type { Answer } from '@stowage/api/endpoint'
import { fail } from '../../platform/failure.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/call.ts'
import { emailKey, findAccountByEmail, holdAccount } from './account-store.ts'
import { answerEntered, enterAccount } from './enter-account.ts'
import { passwordMatches } from './hash-password.ts'
import type { Taken } from './limit-tries.ts'
import { makeMfaToken, passwordMarkOf } from './mfa-token.ts'
import type { Parts } from './parts.ts'
import { readFactorStanding } from './second-factor-store.ts'

export const triesName = (email: string): string => `sign-in ${emailKey(email)}`

/**
 * Signs in with e-mail and password. An unknown e-mail, an account without password and a wrong password cost the same
 * time and answer the same (9101). Wrong tries count per e-mail, known or not; a device on which the account has signed
 * in before counts for itself, so that a stranger's guesses do not lock its owner out.
 * @throws Failure 9102 with the token of the second step, where there is one or the role asks for one
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
  const taken = await parts.tries.takeGuess(name, found?.id ?? null)
  if (!(await matches(taken, found?.password_hash ?? null, body.password)) || !found)
    fail(9101, { refusal: { kind: 'sign-in', accountId: found?.id ?? null } })

  const { account, session, mustSetUp } = await transact(async (tx) => {
    const account = await holdAccount(tx, found.id)
    // Changed or ended while the hash was computed: what was typed is no longer right.
    if (!account || account.password_hash !== found.password_hash) return fail(9101)
    const { since, isRequired } = await readFactorStanding(tx, account.id)
    if (since !== null || isRequired) return { account, session: null, mustSetUp: since === null }
    return { account, session: await enterAccount(tx, parts, call, account), mustSetUp: false }
  })
  if (device) await parts.tries.forget(name)
  else await taken.giveBack()
  if (session) return await answerEntered(parts, call, account, session)
  const mfaToken = await makeMfaToken(parts.keys, {
    accountId: account.id,
    passwordMark: passwordMarkOf(parts.keys, account.password_hash),
    client: parts.cookies.beginStep(request, reply),
  })
  return fail(9102, { params: { by: mustSetUp ? 'setUp' : 'code' }, mfa: { mfaToken, mustSetUp } })
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
