import type { Tx } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/failure.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Platform } from '../../platform/platform.ts'
import { createSealer } from '../../platform/seal.ts'
import { findAccountById } from './account-store.ts'
import { machineNow } from '../../platform/clock.ts'
import type { Call } from '../../platform/http/call.ts'
import type { proveSelf as endpoint } from '@stowage/api/sessions'
import { putProof } from './proof-store.ts'
import { passwordMatches } from './hash-password.ts'
import { deriveKeys } from './keys.ts'
import { createTries, type Tries } from './limit-tries.ts'
import { lockFactor, readFactorStanding } from './second-factor-store.ts'
import { spendCode, tryCode } from './spend-code.ts'

/** What somebody types to prove that it is he who sits there. */
export interface SelfProof {
  readonly ownPassword?: string | undefined
  /** Of the app, or a recovery code; asked of who has a second factor. */
  readonly code?: string | undefined
}

/**
 * For the few things that must not happen because a screen was left alone or a session stolen: the own password, and a code
 * of the second factor where there is one. `act` writes in a transaction of its own and uses the code up in it, so that a
 * code is good for one deed that was done.
 * @throws Failure 1002 and 9144 at `ownPassword`, 1003 and 9141 at `code`, 9129 after ten wrong ones in 15 minutes
 */
export async function proveSelf<T>(
  platform: Platform,
  actor: Pick<Actor, 'id'>,
  given: SelfProof,
  act: (spend: (tx: Tx) => Promise<void>) => Promise<T>,
): Promise<T> {
  const { db, config } = platform
  const keys = deriveKeys(config.secrets.tokenKey)
  const parts = {
    keys,
    tries: createTries(db, keys),
    factorSealer: createSealer(config.secrets.storageKey, 'second factor'),
  }
  if (given.ownPassword === undefined) return fail(1002, { field: 'ownPassword' })
  await provePassword(platform, parts.tries, actor.id, given.ownPassword, 'ownPassword')
  const { since } = await readFactorStanding(db, actor.id)
  if (since === null) return await act(async () => undefined)
  const code = given.code ?? fail(1003, { field: 'code' })
  return await tryCode({ platform, tries: parts.tries }, actor.id, async () => {
    return await act(async (tx) => {
      const factor = await lockFactor(tx, actor.id)
      // Taken off in this moment: the password alone is what is asked then.
      if (factor?.confirmed_at) await spendCode(tx, parts, factor, code)
    })
  })
}

/** @throws Failure 9144; 9129 at the 11th wrong one in 15 minutes */
export async function provePassword(
  { db }: Pick<Platform, 'db'>,
  tries: Tries,
  accountId: string,
  password: string,
  field: string,
): Promise<void> {
  const taken = await tries.takeGuess(`own-password ${accountId}`, accountId)
  const account = await findAccountById(db, accountId)
  if (!(await passwordMatches(account?.password_hash ?? null, password)))
    fail(9144, { field, refusal: { kind: 'sign-in', accountId } })
  await taken.giveBack()
}

/** Marks this sign-in as that of its owner, for the calls that ask for it (`ask-proof.ts`). */
export async function proveHere(
  platform: Platform,
  { actor, body }: Call<typeof endpoint, Actor>,
): Promise<Record<string, never>> {
  const familyId = actor.familyId ?? fail(9003)
  return await proveSelf(platform, actor, body, async (spend) => {
    await platform.transact(async (tx) => {
      await spend(tx)
      await putProof(tx, { familyId, accountId: actor.id, at: machineNow() })
    })
    return {}
  })
}
