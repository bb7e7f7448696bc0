import { eventType } from '../../platform/events/event.ts'

/** Aggregate of all: `account:<id>`. */
export const accountCreated = eventType<{ accountId: string }>('account-created')
/** Rights, consent, documents or fields changed: cached actors are dropped, screens re-read. */
export const accountChanged = eventType<{ accountId: string }>('account-changed')
export const accountEnded = eventType<{ accountId: string }>('account-ended')
export const documentUploaded = eventType<{ accountId: string; kind: string }>('kyc-document-uploaded')
export const documentRejected = eventType<{ accountId: string; kind: string; reason: string }>('kyc-document-rejected')
export const verificationDecided = eventType<{ accountId: string; verified: boolean }>('kyc-verification-decided')
/** The code of the link is not here: it is made from the id and a key when the mail is written. */
export const passwordResetRequested = eventType<{ accountId: string; resetId: string }>('password-reset-requested')
