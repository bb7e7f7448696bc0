import { setTimeout as delay } from 'node:timers/promises'
import type { confirmPasswordReset } from '@stowage/api/accounts'
import { machineNow } from '../../platform/clock.ts'
import { audit, publish } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { fail } from '../../platform/failure.ts'
import { isSuperUser, type Actor } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/call.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { sameText, sha256 } from '../../platform/seal.ts'
import { emailKey, findAccountByEmail, findAccountById, lockAccount } from './account-store.ts'
import { markConfirmed } from './confirm-email.ts'
import { setPassword } from './change-password.ts'
import { passwordResetRequested } from './events.ts'
import { hashPassword } from './hash-password.ts'
import { deriveKeys, mac, type Keys } from './keys.ts'
import type { Parts } from './parts.ts'
import { findReset, insertReset, lockReset, type ResetRow } from './session-store.ts'
import { refuseGuessable } from './refuse-guessable.ts'
import { triesName } from './sign-in.ts'
import { codeTries } from './spend-code.ts'

const HOURS = 1
/** Asking answers after this long whether or not the e-mail is known. */
const ANSWER_AFTER_MS = 150
/** Mails to one address in 15 minutes. */
const MAILS = 5
/** And in a day: whoever asks over and over fills a stranger's inbox in our name. So many that he can hardly keep the owner out. */
const MAILS_OF_DAY = 30

const codeOf = (keys: Keys, resetId: string): string => `${resetId}.${mac(keys.reset, resetId)}`

/** The code of a reset link (`/reset-password#code=…`), for the mail alone: it is stored nowhere and stands in no event. */
export function resetCodeFor(platform: Pick<Platform, 'config'>, resetId: string): string {
  return codeOf(deriveKeys(platform.config.secrets.tokenKey), resetId)
}

/** Asks for the mail with the link. Same answer after the same time for an e-mail that nobody has. */
export async function requestReset(
  parts: Parts,
  call: { readonly actor: Actor | null; readonly address: string },
  email: string,
): Promise<Record<string, never>> {
  if (call.actor && call.actor.impersonatedBy !== null)
    fail(9103, { reason: 'passwords are refused while acting as a user' })
  await parts.tries.take(`reset ${emailKey(email)}`, MAILS)
  await parts.tries.takeOfDay(`reset ${emailKey(email)}`, MAILS_OF_DAY)
  await Promise.all([delay(ANSWER_AFTER_MS), writeReset(parts, call, email)])
  return {}
}

async function writeReset(
  parts: Parts,
  { actor, address }: { readonly actor: Actor | null; readonly address: string },
  email: string,
): Promise<void> {
  const { platform } = parts
  const account = await findAccountByEmail(platform.db, email)
  if (!account) return
  await platform.transact(async (tx) => {
    // Once more, now that nobody can give the account another address: a link for the old one would outlive it.
    if ((await lockAccount(tx, account.id))?.email_key !== emailKey(email)) return
    const id = newId()
    const now = machineNow()
    const at = platform.clock.now()
    await insertReset(tx, {
      id,
      account_id: account.id,
      code_hash: sha256(codeOf(parts.keys, id)),
      created_at: now,
      expires_at: now.add({ hours: HOURS }),
      used_at: null,
    })
    publish(
      tx,
      fact(passwordResetRequested, {
        aggregate: `account:${account.id}`,
        at,
        payload: { accountId: account.id, resetId: id },
      }),
    )
    if (isSuperUser(actor) && actor?.id !== account.id) {
      audit(tx, {
        id: newId(),
        at,
        actorId: actor?.id ?? null,
        action: 'password-reset-asked',
        subjectType: 'account',
        subjectId: account.id,
        address,
      })
    }
  })
}

/** Sets a password by the code of the mail: once, within the hour. All sessions of the account end. */
export async function confirmReset(
  parts: Parts,
  call: Call<typeof confirmPasswordReset, Actor | null>,
): Promise<Record<string, never>> {
  const { body, address } = call
  const { platform } = parts
  const found = await findReset(platform.db, sha256(body.code))
  if (!found || !sameText(codeOf(parts.keys, found.id), body.code) || !isOpen(found)) return wrongCode()
  const owner = (await findAccountById(platform.db, found.account_id)) ?? wrongCode()
  await refuseGuessable(platform.db, body.password, {
    email: owner.email,
    firstName: owner.first_name,
    lastName: owner.last_name,
    company: owner.company,
  })
  const passwordHash = await hashPassword(body.password)
  const email = await platform.transact(async (tx) => {
    const account = (await lockAccount(tx, found.account_id)) ?? wrongCode()
    const reset = await lockReset(tx, found.id)
    if (!reset || !isOpen(reset)) return wrongCode()
    await setPassword(tx, parts, { account, passwordHash, by: null, at: platform.clock.now(), address })
    // The link came to that address.
    await markConfirmed(tx, parts, account)
    return account.email
  })
  // Who had locked himself out by guessing is in again.
  await parts.tries.forget(triesName(email))
  await parts.tries.forget(codeTries(found.account_id))
  return {}
}

const isOpen = (reset: ResetRow): boolean =>
  reset.used_at === null && Temporal.Instant.compare(reset.expires_at, machineNow()) > 0

function wrongCode(): never {
  return fail(9001, { field: 'code' })
}
