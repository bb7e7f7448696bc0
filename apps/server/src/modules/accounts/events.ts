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
export const documentUploaded = eventType<{ accountId: string; kind: string }>('kyc-document-uploaded')
export const documentRejected = eventType<{ accountId: string; kind: string; reason: string }>(
  'kyc-document-rejected',
)
export const verificationDecided = eventType<{ accountId: string; verified: boolean }>(
  'kyc-verification-decided',
)
/** The code of the link is not here: it is made from the id and a key when the mail is written. */
export const passwordResetRequested = eventType<{ accountId: string; resetId: string }>(
  'password-reset-requested',
)
