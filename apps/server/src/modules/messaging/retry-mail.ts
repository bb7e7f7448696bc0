import type { retryMail as endpoint } from '@stowage/api/emails'
import { authorOf, note } from '../../platform/audit/author.ts'
import { machineNow } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/failure.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import { tryAgain } from './mail-store.ts'

/** A mail that was given up goes out with the next round. @throws Failure 9104 no such mail, or not a failed one (any more) */
export async function retryMail(
  { clock }: Pick<Platform, 'clock'>,
  tx: Tx,
  call: Call<typeof endpoint, Actor>,
): Promise<void> {
  const { id } = call.params
  const { kind, failure } = (await tryAgain(tx, id, machineNow())) ?? fail(9104)
  note(tx, clock, authorOf(call), {
    action: 'mail-retried',
    subjectType: 'mail',
    subjectId: id,
    before: { kind, failure },
  })
}
