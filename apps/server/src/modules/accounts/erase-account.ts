import { forgetPersonal } from '../../platform/audit/forget-personal.ts'
import { publish, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { forgetFactsOf } from '../../platform/events/forget-facts.ts'
import { forgetAnswersTo } from '../../platform/http/forget-answers.ts'
import { emailKey, lockAnyAccount } from './account-store.ts'
import { endAccount } from './end-account.ts'
import { sealErasedAddress } from './erased-address.ts'
import { personErased } from './events.ts'
import { blankAccount, dropSessionsOf, erasureFacts } from './erasure-store.ts'
import type { Parts } from './parts.ts'
import { shredAll } from './shred-documents.ts'

export interface Eraser {
  readonly actorId: string | null
  readonly onBehalfOf?: string | null
  readonly keyId?: string
  readonly address?: string | null
}

/**
 * Takes a person out of an account: it ends, its documents, sessions and words go, its row stays nameless because papers and
 * the book point at it. Modules above clean their own tables when they hear of it. Whoever calls has asked for rights and for
 * what is open, and writes the audit record.
 * @returns false where there is nobody, or he was erased before
 * @throws Failure 9103 for the last superUser
 */
export async function eraseAccount(tx: Tx, parts: Parts, id: string, by: Eraser): Promise<boolean> {
  if (!(await lockAnyAccount(tx, id))) return false
  const account = await erasureFacts(tx, id)
  if (account === undefined || account.erasedAt !== null) return false
  const at = parts.platform.clock.now()
  await endAccount(tx, id, at)
  await shredAll(tx, parts, id, by)
  await dropSessionsOf(tx, id)
  await blankAccount(tx, id, at)
  await forgetPersonal(tx, parts.platform.clock, id)
  await forgetAnswersTo(tx, id, [emailKey(account.email)])
  await forgetFactsOf(tx, `account:${id}`)
  publish(
    tx,
    fact(personErased, {
      aggregate: `account:${id}`,
      at,
      payload: {
        accountId: id,
        subjectId: id,
        erasedAddress: sealErasedAddress(parts.platform, id, emailKey(account.email)),
        language: account.language,
      },
    }),
  )
  return true
}
