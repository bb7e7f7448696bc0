/**
 * Identity documents: which an account hands in, what they lack, and whether its doors open (specification 2.10, decision 20).
 * Safe for the browser.
 */
import type { AccountKind } from './account.ts'
import { lifeCycle } from './life-cycle.ts'

export const documentKinds = ['passport', 'selfie', 'address', 'extra'] as const
export type DocumentKind = (typeof documentKinds)[number]

/** Individuals: passport, selfie, address. Legal accounts: extra. An individual entrepreneur: all four. */
export function neededDocuments(account: AccountKind): readonly DocumentKind[] {
  if (account.isIndividualEntrepreneur) return documentKinds
  return account.accountType === 'legal' ? ['extra'] : ['passport', 'selfie', 'address']
}

/**
 * The documents that an account of another kind needs and the one before did not: nobody has looked at these when the profile
 * was verified, so that its verification ends with such a change.
 */
export function newlyNeededDocuments(before: AccountKind, after: AccountKind): readonly DocumentKind[] {
  const known = neededDocuments(before)
  return neededDocuments(after).filter((kind) => !known.includes(kind))
}

/**
 * For how many days files are kept where a stock says nothing else: after the profile was verified (identity is established,
 * § 20(2) PAuswG wants copies gone then), after a rejection, after the tenant has left.
 */
export const usualKeeping = { verified: 30, rejected: 7, left: 30 } as const

export interface HandedInDocument {
  readonly kind: DocumentKind
  /** Why it was rejected; null while it was not, and again once it is replaced. */
  readonly rejectionReason: string | null
}

export interface DocumentsReview {
  readonly missing: readonly DocumentKind[]
  readonly rejected: readonly DocumentKind[]
  /** Nothing missing, nothing rejected: the wizard goes on, the uploader hides. */
  readonly isComplete: boolean
}

/** What an account still owes of the documents its kind needs; documents it does not need are not looked at. */
export function reviewDocuments(
  account: AccountKind,
  handedIn: readonly HandedInDocument[],
): DocumentsReview {
  const needed = neededDocuments(account)
  const missing = needed.filter((kind) => !handedIn.some((document) => document.kind === kind))
  const rejected = needed.filter((kind) =>
    handedIn.some((document) => document.kind === kind && document.rejectionReason !== null),
  )
  return { missing, rejected, isComplete: missing.length === 0 && rejected.length === 0 }
}

/**
 * `suspended`: was verified, then a document was rejected. Who never was verified stays `unverified`.
 * The wire's isKYCVerified is `verified` alone.
 */
export const verificationStatuses = ['unverified', 'verified', 'suspended'] as const
export type Verification = (typeof verificationStatuses)[number]
export type VerificationEvent = 'verified' | 'cancelled' | 'documentRejected'

/** Decisions of staff on a profile (specification 4). A re-upload is no decision and moves nothing. */
export const verificationLife = lifeCycle<Verification, VerificationEvent>('verification', {
  unverified: { verified: 'verified', cancelled: 'unverified', documentRejected: 'unverified' },
  verified: { verified: 'verified', cancelled: 'unverified', documentRejected: 'suspended' },
  suspended: { verified: 'verified', cancelled: 'unverified', documentRejected: 'suspended' },
})

/** A profile can be verified once at least one document exists (specification 4). */
export function mayBeVerified(handedIn: readonly HandedInDocument[]): boolean {
  return handedIn.length > 0
}

/**
 * Whether the doors take this profile as verified (decision 20): a rejected document closes them; who was verified before
 * opens again as soon as each rejected document is replaced, until the next decision; who never was waits for it.
 */
export function isVerifiedForOpening(verification: Verification, review: DocumentsReview): boolean {
  return verification !== 'unverified' && review.rejected.length === 0
}
