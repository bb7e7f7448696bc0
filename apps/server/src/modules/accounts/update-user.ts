import { updateUser as endpoint } from '@stowage/api/accounts'
import type { Body } from '@stowage/api/endpoint'
import { publish, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { fail } from '../../platform/failure.ts'
import { isSuperUser, refuseActing, type Actor } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/call.ts'
import { refuseStale } from '../../platform/http/stale.ts'
import { emailKey, findAccountById, kindOf, lockAccount } from './account-store.ts'
import { readAccount } from './account-view.ts'
import { announceSecurity, changedBy } from './announce-security.ts'
import { proofOfChange } from './ask-proof.ts'
import { changeFields, fieldsIn, ownFields } from './change-fields.ts'
import { askConfirmation } from './confirm-email.ts'
import { setPassword } from './change-password.ts'
import { agreeToDocuments, withdrawConsent } from './agree-to-documents.ts'
import { decideVerification, verifyAnewAs } from './decide-verification.ts'
import { describeAccount, type UserAnswer } from './describe-account.ts'
import { accountChanged } from './events.ts'
import {
  discardUnlessKept,
  handInDocument,
  prepareDocuments,
  type PreparedDocument,
} from './hand-in-document.ts'
import { hashPassword } from './hash-password.ts'
import { storedPin } from './pin.ts'
import { refuseVoided } from './void-pins.ts'
import type { Parts } from './parts.ts'
import { refuseGuessable } from './refuse-guessable.ts'
import { advertising, recordConsents } from './record-consents.ts'
import { claimsOf } from './sign-out.ts'
import { traceOf } from './trace.ts'

export type UpdateCall = Call<typeof endpoint, Actor>
export type UpdateBody = Body<typeof endpoint>

/** What takes time and is made before the row is locked. */
interface Prepared {
  readonly documents: readonly PreparedDocument[]
  readonly passwordHash: string | undefined
  readonly pinHash: string | null | undefined
  readonly familyId: string | undefined
}

/**
 * One call with several meanings [calls: users]: account fields, a decision on the profile, consent, documents, a
 * password; each with its own right, all in one transaction.
 * @throws Failure 9103, 6004, 9000, 9109 with the present record, 9113; FieldFailures
 */
export async function updateUser(parts: Parts, call: UpdateCall): Promise<UserAnswer> {
  const { params, body, actor, request } = call
  assertMay(actor, actor.id === params.id, body)
  await askForChange(parts, call)
  if (typeof body.pinCode === 'string') await refuseVoided(parts.platform.db, params.id, body.pinCode)
  const documents = await prepareDocuments(parts, {
    passport: body.passportFile,
    selfie: body.selfieFile,
    address: body.addressFile,
    extra: body.extraFile,
  })
  try {
    const prepared: Prepared = {
      documents,
      passwordHash: body.password === undefined ? undefined : await hashPassword(body.password),
      pinHash: typeof body.pinCode === 'string' ? await storedPin(body.pinCode) : body.pinCode,
      familyId: actor.id === params.id ? (await claimsOf(parts, request))?.familyId : undefined,
    }
    // Secrets are not given to the memory of Idempotency-Keys, which keeps a hash of the body.
    const transact =
      body.password === undefined && typeof body.pinCode !== 'string'
        ? call.transact
        : parts.platform.transact
    return await transact((tx) => update(tx, parts, call, prepared))
  } catch (error) {
    await discardUnlessKept(parts, documents)
    throw error
  }
}

/** What an identity is proved by and what is decided about it. */
const IDENTITY = ['isKycVerified', 'passportFile', 'selfieFile', 'addressFile', 'extraFile'] as const

/** The owner's own things are the owner's; everything else, and everybody else, is a superUser's (permissions.json). */
function assertMay(actor: Actor, own: boolean, body: UpdateBody): void {
  if ((body.password !== undefined || body.pinCode !== undefined) && actor.impersonatedBy !== null)
    fail(9103, { reason: 'passwords and PINs are refused while acting as a user' })
  if (body.isAgreedWithDocs !== undefined) refuseActing(actor)
  // Identity documents and what is decided about them are people's: no key reads, hands in or judges them.
  if (actor.key !== undefined && IDENTITY.some((field) => body[field] !== undefined))
    fail(9182, { reason: 'identity is decided by people' })
  // With another's password or the address that one is mailed to, a key would be its maker without its limits.
  if (actor.key !== undefined && [body.password, body.pinCode, body.role, body.roleId].some(isGiven))
    fail(9182, { reason: 'passwords, PINs and rights are refused to a key' })
  if (isSuperUser(actor)) return
  if (!own) fail(9103)
  if (body.isKycVerified !== undefined) fail(9103, { reason: 'nobody verifies himself' })
  const foreign = fieldsIn(body).filter((field) => !ownFields.has(field))
  if (foreign.length > 0 || body.isDeleted !== undefined)
    fail(9103, { reason: `not the owner's to change: ${foreign.join(', ')}` })
}

const isGiven = (value: unknown): boolean => value !== undefined

/** Before anything is hashed or kept: a proof where the body changes what guards the account. @throws Failure 9192 */
async function askForChange(parts: Parts, { actor, params, body, prove }: UpdateCall): Promise<void> {
  const account = await findAccountById(parts.platform.db, params.id)
  if (!account) return
  const differs = (field: 'role' | 'roleId' | 'stock', now: string | null): boolean =>
    body[field] !== undefined && (body[field] || null) !== now
  const asked = proofOfChange(actor, account, {
    credentials:
      body.password !== undefined || (body.email !== undefined && emailKey(body.email) !== account.email_key),
    pin: body.pinCode !== undefined && (body.pinCode !== null || account.pin_hash !== null),
    rights:
      differs('role', account.platform_role) ||
      differs('roleId', account.role_id) ||
      differs('stock', account.stock_id),
  })
  if (asked) await prove(asked)
  if (body.password !== undefined)
    await refuseGuessable(parts.platform.db, body.password, {
      email: body.email ?? account.email,
      firstName: body.firstName ?? account.first_name,
      lastName: body.lastName ?? account.last_name,
      company: body.company ?? account.company,
    })
}

async function update(tx: Tx, parts: Parts, call: UpdateCall, prepared: Prepared): Promise<UserAnswer> {
  const { params, body, actor, address } = call
  const at = parts.platform.clock.now()
  const account = (await lockAccount(tx, params.id)) ?? fail(6004)
  if (actor.key !== undefined && account.platform_role !== 'client')
    fail(9182, { reason: 'a key changes nobody with rights' })
  const read = async (): Promise<UserAnswer> =>
    describeAccount((await readAccount(tx, account.id)) ?? fail(6004))
  // A form sends all its fields: what is as it was consents to nothing.
  if ((body.isAdvertisingAgree ?? account.is_advertising_agree) !== account.is_advertising_agree)
    refuseActing(actor)
  await refuseStale(endpoint, account.updated_at, body.updated, read)
  if (body.isDeleted === true)
    fail(9001, { field: 'isDeleted', reason: 'an account ends by DELETE users/{id}' })

  const edited = await changeFields(tx, parts, {
    account,
    body,
    actor,
    pinHash: prepared.pinHash,
    at,
    address,
  })
  // Whoever reads the mails of an account sets its password anew: that is his to change, or somebody's who signs in.
  if (actor.key !== undefined && edited.email_key !== account.email_key)
    fail(9182, { field: 'email', reason: 'the address that passwords are mailed to is not changed by a key' })
  let changed = edited !== account
  const profile = await verifyAnewAs(tx, edited, kindOf(account), { actor, at, address })
  for (const document of prepared.documents)
    await handInDocument(tx, parts, profile, document, { anyTime: isSuperUser(actor) })
  if (body.isKycVerified !== undefined)
    changed =
      (await decideVerification(tx, profile, { verified: body.isKycVerified, actor, at, address })) || changed
  const agreeing = { id: account.id, agreedVersion: account.agreed_documents_version }
  const pressing = { at, actor, ...traceOf(call), language: call.language }
  if (body.isAgreedWithDocs === true) await agreeToDocuments(tx, agreeing, pressing)
  if (body.isAgreedWithDocs === false) await withdrawConsent(tx, agreeing, pressing)
  if (edited.is_advertising_agree !== account.is_advertising_agree)
    await recordConsents(tx, account.id, [advertising(edited.is_advertising_agree)], pressing)
  if (edited.email_key !== account.email_key) {
    await askConfirmation(tx, parts, edited)
    announceSecurity(tx, parts.platform, {
      accountId: account.id,
      what: 'email',
      by: changedBy(actor, account.id),
      formerEmail: account.email,
    })
  }
  if (prepared.passwordHash !== undefined)
    await setPassword(tx, parts, {
      account,
      passwordHash: prepared.passwordHash,
      by: actor,
      keepFamilyId: prepared.familyId,
      at,
      address,
    })

  if (changed || prepared.documents.length > 0 || body.isAgreedWithDocs !== undefined) {
    publish(
      tx,
      fact(accountChanged, { aggregate: `account:${account.id}`, at, payload: { accountId: account.id } }),
    )
  }
  return await read()
}
