import { setTimeout as delay } from 'node:timers/promises'
import type { askWithdrawal as endpoint } from '@stowage/api/withdrawals'
import { limits } from '@stowage/domain/limits'
import { machineNow } from '../../platform/clock.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/call.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { sha256 } from '../../platform/seal.ts'
import { emailKey, triesOf } from '../accounts/index.ts'
import { withdrawalAsked } from './events.ts'
import { tell } from './tell.ts'
import { withdrawalCode } from './withdrawal-code.ts'
import { contractNamed, insertRequest } from './withdrawal-store.ts'

/** Asking answers after this long whether or not there is such a contract. */
const ANSWER_AFTER_MS = 150
/** Mails to one address in 15 minutes. */
const MAILS = 5

/**
 * Asks for the link to withdraw from a contract, without a session (docs/decisions/0160). The same answer after the same time
 * whether the number and the e-mail are known, belong together, or may withdraw: that is told by the link alone.
 * @throws Failure 9129 at the sixth time in 15 minutes for one address
 */
export async function askWithdrawal(
  platform: Platform,
  { body }: Call<typeof endpoint, Actor | null>,
): Promise<Record<string, never>> {
  await triesOf(platform).take(`withdraw ${emailKey(body.email)}`, MAILS)
  await Promise.all([delay(ANSWER_AFTER_MS), writeRequest(platform, body)])
  return {}
}

async function writeRequest(
  platform: Platform,
  { contractNumber, email }: { readonly contractNumber: string; readonly email: string },
): Promise<void> {
  const contract = await contractNamed(platform.db, {
    number: contractNumber.trim(),
    emailKey: emailKey(email),
  })
  if (!contract) return
  await platform.transact(async (tx) => {
    const id = newId()
    const now = machineNow()
    await insertRequest(tx, {
      id,
      contractId: contract.id,
      codeHash: sha256(withdrawalCode(platform, id)),
      at: now,
      expiresAt: now.add({ hours: limits.withdrawal.linkHours }),
    })
    tell(tx, withdrawalAsked, contract, platform.clock.now(), { requestId: id })
  })
}
