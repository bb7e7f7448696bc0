import { eventType } from '../../platform/events/event.ts'

/** Aggregate of all: `account:<id>`. */
export const accountCreated = eventType<{ accountId: string }>('account-created')
/** Rights, consent, documents or fields changed: cached actors are dropped, screens re-read. */
export const accountChanged = eventType<{ accountId: string }>('account-changed')
export const accountEnded = eventType<{ accountId: string }>('account-ended')
/**
 * These sign-ins are over: their access tokens die at the next call, the account's sockets sign in anew. An empty list
 * says that all tokens of the account are void (its token generation moved on).
 */
export const sessionsEnded = eventType<{ accountId: string; families: string[] }>('sessions-ended')
/** On a device on which the account had never been signed in, while it had been on others. */
export const signedInElsewhere = eventType<{ accountId: string; familyId: string }>('signed-in-elsewhere')
/** Who changed what guards an account. */
export type ChangedBy = 'owner' | 'staff' | 'operator'
/**
 * What guards an account is another: its owner gets a mail. Of a new e-mail the former address, sealed, since no table has it any
 * more (`openFormerAddress`).
 */
export const accountSecured = eventType<{
  accountId: string
  what: SecurityChange
  by: ChangedBy
  formerAddress?: string
}>('account-secured')
export type SecurityChange =
  | 'password'
  | 'email'
  | 'factorOn'
  | 'factorOff'
  | 'keyMade'
  | 'signInsEnded'
  | 'wrongCodes'
export const documentUploaded = eventType<{ accountId: string; kind: string }>('kyc-document-uploaded')
/** Why stands with the document: a fact is kept longer than what is said of a person may be. */
export const documentRejected = eventType<{ accountId: string; kind: string }>('kyc-document-rejected')
/** Their files and keys are gone; what was decided on them stays. */
export const documentsShredded = eventType<{
  accountId: string
  documents: { id: string; kind: string }[]
}>('kyc-documents-shredded')
export const verificationDecided = eventType<{ accountId: string; verified: boolean }>(
  'kyc-verification-decided',
)
/** Whether a role must have a second factor: who lacks one is signed out at his next call. Aggregate: `role:<id>`. */
export const secondFactorRuled = eventType<{ roleId: string; isRequired: boolean }>('second-factor-ruled')
/** A mail with the link that confirms the address; its code is made from the id and a key when the mail is written. */
export const emailConfirmationAsked = eventType<{ accountId: string; confirmId: string }>(
  'email-confirmation-asked',
)
/** The code of the link is not here: it is made from the id and a key when the mail is written. */
export const passwordResetRequested = eventType<{ accountId: string; resetId: string }>(
  'password-reset-requested',
)
/** He wishes to be erased; staff decide. */
export const erasureAsked = eventType<{ accountId: string }>('erasure-asked')
/**
 * Nothing says any more who this was: every module takes him out of its tables. His address is sealed here until all have done
 * so (`openErasedAddress`): by it they find what he wrote as a visitor.
 */
export const personErased = eventType<{
  accountId: string
  subjectId: string
  erasedAddress?: string
  language: string
}>('person-erased')
/** A key of the API opens nothing any more: processes that know it forget it. Aggregate: `api-key:<id>`. */
export const apiKeysChanged = eventType<{ keyId: string }>('api-keys-changed')
