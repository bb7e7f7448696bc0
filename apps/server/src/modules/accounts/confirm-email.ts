import type { confirmEmail, resendConfirmation } from '@stowage/api/sessions'
import { machineNow } from '../../platform/clock.ts'
import { publish, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { fail } from '../../platform/failure.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/call.ts'
import { newId } from '../../platform/ids.ts'
import { sameText, sha256 } from '../../platform/seal.ts'
import { changeAccount, lockAccount, type AccountRow } from './account-store.ts'
import { confirmCodeFor } from './confirm-code.ts'
import { findConfirmation, insertConfirmation, useConfirmation } from './confirmation-store.ts'
import { accountChanged, emailConfirmationAsked } from './events.ts'
import type { Parts } from './parts.ts'

/** As the mail says. */
const HOURS = 48
/** Mails to one account in 15 minutes. */
const MAILS = 5
/** And in a day: nobody knows yet whose address it is. */
const MAILS_OF_DAY = 10

/** Asks for the mail with the link (`/confirm-address#code=…`) to the address as it is now; the account is locked, or was made here. */
export async function askConfirmation(
  tx: Tx,
  { platform }: Pick<Parts, 'platform'>,
  account: Pick<AccountRow, 'id' | 'email_key'>,
): Promise<void> {
  const id = newId()
  const now = machineNow()
  await insertConfirmation(tx, {
    id,
    account_id: account.id,
    email_key: account.email_key,
    code_hash: sha256(confirmCodeFor(platform, id)),
    created_at: now,
    expires_at: now.add({ hours: HOURS }),
    used_at: null,
  })
  publish(
    tx,
    fact(emailConfirmationAsked, {
      aggregate: `account:${account.id}`,
      at: platform.clock.now(),
      payload: { accountId: account.id, confirmId: id },
    }),
  )
}

/** The same mail once more. Nothing is sent to an address that is confirmed. @throws Failure 9129 at the 6th in 15 minutes */
export async function askAgain(
  parts: Parts,
  { actor }: Call<typeof resendConfirmation, Actor>,
): Promise<Record<string, never>> {
  await parts.tries.take(`confirm ${actor.id}`, MAILS)
  await parts.tries.takeOfDay(`confirm ${actor.id}`, MAILS_OF_DAY)
  await parts.platform.transact(async (tx) => {
    const account = (await lockAccount(tx, actor.id)) ?? fail(9003)
    if (account.email_confirmed_at === null) await askConfirmation(tx, parts, account)
  })
  return {}
}

/**
 * Confirms the address to which the code went. Whoever presses the link a second time is told the same; a link for an
 * address that the account has no longer confirms nothing.
 * @throws Failure 9001 for a code that is wrong, too old, or of an earlier address
 */
export async function confirmAddress(
  parts: Parts,
  { body }: Call<typeof confirmEmail, Actor | null>,
): Promise<Record<string, never>> {
  const { platform } = parts
  const found = await findConfirmation(platform.db, sha256(body.code))
  if (
    !found ||
    !sameText(confirmCodeFor(platform, found.id), body.code) ||
    Temporal.Instant.compare(found.expires_at, machineNow()) <= 0
  )
    return fail(9001, { field: 'code' })
  await platform.transact(async (tx) => {
    const account = await lockAccount(tx, found.account_id)
    if (account?.email_key !== found.email_key) fail(9001, { field: 'code' })
    await useConfirmation(tx, found.id, machineNow())
    await markConfirmed(tx, parts, account)
  })
  return {}
}

/** Whoever followed a link of a mail reads that address. The account is locked. */
export async function markConfirmed(
  tx: Tx,
  { platform }: Pick<Parts, 'platform'>,
  account: Pick<AccountRow, 'id' | 'email_confirmed_at'>,
): Promise<void> {
  if (account.email_confirmed_at !== null) return
  const at = platform.clock.now()
  await changeAccount(tx, account.id, { email_confirmed_at: machineNow() })
  publish(
    tx,
    fact(accountChanged, { aggregate: `account:${account.id}`, at, payload: { accountId: account.id } }),
  )
}
