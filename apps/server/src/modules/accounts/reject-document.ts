import { rejectDocument as endpoint } from '@stowage/api/accounts'
import { documentKinds } from '@stowage/domain/kyc'
import { personal } from '../../platform/audit/personal.ts'
import { audit, publish } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { fail } from '../../platform/failure.ts'
import { auditedAs, type Actor } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/call.ts'
import { refuseStale } from '../../platform/http/stale.ts'
import { newId } from '../../platform/ids.ts'
import { lockAccount } from './account-store.ts'
import { readAccount } from './account-view.ts'
import { stepVerification, verificationOf } from './decide-verification.ts'
import { describeAccount, type UserAnswer } from './describe-account.ts'
import { accountChanged, documentRejected } from './events.ts'
import { markRejected, presentDocuments } from './kyc-store.ts'
import type { Parts } from './parts.ts'

/**
 * Rejects a document with a reason, which closes the doors until it is replaced. The document is named `{id}_{kind}`;
 * both ids must be the same. Rejecting again with the same reason (a second press) changes nothing.
 * @throws Failure 9109 with the present account where another document has come since it was read
 */
export async function rejectDocument(parts: Parts, call: Call<typeof endpoint, Actor>): Promise<UserAnswer> {
  const { params, body, actor, address } = call
  const kind =
    documentKinds.find((known) => params.document === `${params.id}_${known}`) ??
    fail(9104, { reason: 'the path names no document of this account' })
  return await call.transact(async (tx) => {
    const account = (await lockAccount(tx, params.id)) ?? fail(6004)
    const document = (await presentDocuments(tx, account.id)).find((row) => row.kind === kind) ?? fail(9104)
    if (document.rejection_reason !== body.reason) {
      await refuseStale(endpoint, account.updated_at, body.updated, async () =>
        describeAccount((await readAccount(tx, account.id)) ?? fail(6004)),
      )
      const at = parts.platform.clock.now()
      await markRejected(tx, document.id, at, body.reason)
      const before = verificationOf(account)
      const after = await stepVerification(tx, account, 'documentRejected', at)
      audit(tx, {
        id: newId(),
        at,
        ...auditedAs(actor),
        action: 'kyc-document-rejected',
        subjectType: 'account',
        subjectId: account.id,
        before: { verification: before },
        after: {
          verification: after,
          kind,
          documentId: document.id,
          reason: personal(account.id, body.reason),
        },
        address,
      })
      publish(
        tx,
        fact(documentRejected, {
          aggregate: `account:${account.id}`,
          at,
          payload: { accountId: account.id, kind },
        }),
      )
      publish(
        tx,
        fact(accountChanged, { aggregate: `account:${account.id}`, at, payload: { accountId: account.id } }),
      )
    }
    return describeAccount((await readAccount(tx, account.id)) ?? fail(6004))
  })
}
