import type { signUp as endpoint } from '@stowage/api/accounts'
import type { Answer } from '@stowage/api/endpoint'
import type { DocumentKind } from '@stowage/domain/kyc'
import { fail } from '../../platform/failure.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/call.ts'
import { isSignUpOpen } from './account-view.ts'
import { askConfirmation } from './confirm-email.ts'
import { createAccount } from './create-account.ts'
import { discardUnlessKept, handInDocument, prepareDocuments } from './hand-in-document.ts'
import { hashPassword } from './hash-password.ts'
import { endSession, issueToken, openSession } from './open-session.ts'
import type { Parts } from './parts.ts'
import { advertising, recordConsents } from './record-consents.ts'
import { refuseGuessable } from './refuse-guessable.ts'
import { presentSession } from './refresh-session.ts'
import { traceOf } from './trace.ts'

/**
 * Opens an account: always a client's, whatever else the body says. Signs in at once. An Idempotency-Key is not used
 * here: it would keep a token and a hash of the password; a second press is told 9000.
 */
export async function signUp(
  parts: Parts,
  call: Call<typeof endpoint, Actor | null>,
): Promise<Answer<typeof endpoint>> {
  const { body, request, reply, language } = call
  const { platform } = parts
  if (!(await isSignUpOpen(platform.db))) fail(9103, { reason: 'the company has closed its sign-up' })
  await refuseGuessable(platform.db, body.password, body)
  const passwordHash = await hashPassword(body.password)
  const files = { passport: body.passportFile, selfie: body.selfieFile } satisfies Partial<
    Record<DocumentKind, unknown>
  >
  const trace = traceOf(call)
  const documents = await prepareDocuments(parts, files)
  try {
    const at = platform.clock.now()
    const { account, session } = await platform.transact(async (tx) => {
      const { password: _password, passportFile: _passport, selfieFile: _selfie, ...fields } = body
      const account = await createAccount(tx, {
        ...fields,
        passwordHash,
        platformRole: 'client',
        language: body.language ?? language,
        at,
      })
      for (const document of documents) await handInDocument(tx, parts, account, document)
      await askConfirmation(tx, parts, account)
      if (account.is_advertising_agree)
        await recordConsents(tx, account.id, [advertising(true)], { at, actor: null, ...trace, language })
      // The sign-in that this browser held would live on without its owner.
      const before = await presentSession(tx, parts, request)
      if (before) await endSession(tx, parts, { accountId: before.account_id, familyId: before.family_id })
      return { account, session: await openSession(tx, parts, { accountId: account.id, trace }) }
    })
    parts.cookies.setRefreshToken(reply, session.refreshToken)
    parts.cookies.rememberDevice(request, reply, account.id)
    return { token: await issueToken(parts, account, session.familyId) }
  } catch (error) {
    await discardUnlessKept(parts, documents)
    throw error
  }
}
