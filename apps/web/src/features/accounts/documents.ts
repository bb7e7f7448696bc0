import type { CurrentUser } from '../../client/index.ts'

export type Account = CurrentUser
export type DocumentKind = Account['neededDocuments'][number]

/** Where the wire keeps what belongs to each kind. */
export const documentFields = {
  passport: {
    uploaded: 'isPassportFileUploaded',
    reason: 'passportKycRejectionReason',
    file: 'passportFile',
  },
  selfie: { uploaded: 'isSelfieFileUploaded', reason: 'selfieKycRejectionReason', file: 'selfieFile' },
  address: { uploaded: 'isAddressFileUploaded', reason: 'addressKycRejectionReason', file: 'addressFile' },
  extra: { uploaded: 'isExtraFileUploaded', reason: 'extraKycRejectionReason', file: 'extraFile' },
} as const satisfies Record<DocumentKind, object>

/** `waiting`: handed in, nobody has decided yet. */
type DocumentState = 'missing' | 'waiting' | 'rejected' | 'accepted'

export interface AccountDocument {
  readonly kind: DocumentKind
  readonly state: DocumentState
  /** Why it was rejected. */
  readonly reason: string | null
}

/** The documents an account needs, then those it has handed in beside them (it was of another type then). */
export function documentsOf(account: Account): readonly AccountDocument[] {
  const kinds = Object.keys(documentFields) as DocumentKind[]
  const shown = kinds.filter(
    (kind) => account.neededDocuments.includes(kind) || account[documentFields[kind].uploaded],
  )
  return shown.map((kind) => {
    const reason = account[documentFields[kind].reason] ?? null
    const isUploaded = account[documentFields[kind].uploaded]
    const state =
      reason !== null ? 'rejected' : !isUploaded ? 'missing' : account.isKycVerified ? 'accepted' : 'waiting'
    return { kind, state, reason }
  })
}

/** Where a profile stands, in the order in which it concerns staff. */
export type Standing = 'verified' | 'rejected' | 'waiting' | 'missing'

export function standingOf(account: Account): Standing {
  const states = documentsOf(account).map(({ state }) => state)
  // A rejected document closes the doors of a verified person too (decision 20).
  if (states.includes('rejected')) return 'rejected'
  if (account.isKycVerified) return 'verified'
  return states.includes('missing') ? 'missing' : 'waiting'
}

/** Whether the doors know who it is; `suspended`: somebody verified has a rejected or replaced document to be decided on. */
export function verificationOf(account: Account): 'verified' | 'suspended' | 'unverified' {
  if (account.isKycVerified) return 'verified'
  return account.wasKycVerified ? 'suspended' : 'unverified'
}
