import type { Answer } from '@stowage/api/endpoint'
import type { me } from '@stowage/api/accounts'
import {
  neededDocuments,
  reviewDocuments,
  type DocumentKind,
  type DocumentsReview,
  type HandedInDocument,
} from '@stowage/domain/kyc'
import { permissionsOf, type Permission, type PlatformRole } from '@stowage/domain/roles'
import { kindOf, type AccountRow } from './account-store.ts'
import type { AccountView } from './account-view.ts'

export type UserAnswer = Answer<typeof me>

type Named = Pick<AccountRow, 'account_type' | 'company' | 'first_name' | 'last_name' | 'email'>

/** Company for legal accounts, else first and last name, else the e-mail (specification 2.10). */
export function displayName(account: Named): string {
  const person = [account.first_name, account.last_name].filter(Boolean).join(' ')
  const name = account.account_type === 'legal' ? account.company || person : person || account.company
  return name || account.email
}

/**
 * One text for all legal documents as they are now: `lease:2026-01 privacy:3`. A change of any of them is a newer version
 * that is asked for again.
 */
export function versionOf(legalDocuments: unknown): string {
  const documents = Array.isArray(legalDocuments)
    ? (legalDocuments as { key?: unknown; version?: unknown }[])
    : []
  return (
    documents
      .map(({ key, version }) => `${String(key)}:${String(version)}`)
      .sort()
      .join(' ') || 'none'
  )
}

export function reviewOf(account: AccountRow, documents: readonly HandedInDocument[]): DocumentsReview {
  return reviewDocuments(kindOf(account), documents)
}

/** What staff keep somebody out for, in the words that he reads; null where nobody does. */
export function blockOf(
  account: Pick<AccountRow, 'blocked_by_staff' | 'block_reason' | 'blocked_at'>,
): UserAnswer['block'] {
  if (!account.blocked_by_staff) return null
  return { reason: account.block_reason, since: account.blocked_at?.toString() ?? null }
}

const DEFAULT_ALIAS: Readonly<Record<PlatformRole, string>> = {
  superUser: 'super',
  staff: 'manager',
  client: 'user',
}

/** What a role is known by: a built-in one by its alias, which screens translate; a company's own by its name. */
export function roleNameOf(
  platformRole: PlatformRole,
  { roleAlias, roleTitle, roleBuiltIn }: Pick<AccountView, 'roleAlias' | 'roleTitle' | 'roleBuiltIn'>,
): string {
  if (roleAlias === null) return DEFAULT_ALIAS[platformRole]
  return roleBuiltIn ? roleAlias : (roleTitle ?? roleAlias)
}

/** An account as its owner and superUsers see it. Hashes stay here. */
export function describeAccount(
  account: AccountView,
  impersonatedBy?: { id: string; fullName: string },
): UserAnswer {
  const platformRole = account.platform_role as PlatformRole
  const role =
    account.roleAlias === null
      ? null
      : { alias: account.roleAlias, permissions: (account.rolePermissions ?? []) as Permission[] }
  const has = (kind: DocumentKind): boolean => account.documents.some((document) => document.kind === kind)
  const reason = (kind: DocumentKind): string | null =>
    account.documents.find((document) => document.kind === kind)?.rejectionReason ?? null
  const review = reviewOf(account, account.documents)
  const agreed = account.agreed_documents_version
  const current = versionOf(account.legalDocuments)
  return {
    id: account.id,
    email: account.email,
    role: platformRole,
    roleName: roleNameOf(platformRole, account),
    roleId: account.role_id,
    permissions: [...permissionsOf(platformRole, role)],
    language: account.language,
    accountType: account.account_type as 'individual' | 'legal',
    isIndividualEntrepreneur: account.is_individual_entrepreneur,
    firstName: account.first_name,
    lastName: account.last_name,
    salutation: account.salutation,
    company: account.company,
    registrationNumber: account.registration_number,
    taxNumber: account.tax_number,
    vatId: account.vat_id,
    country: account.country,
    city: account.city,
    address: account.address,
    house: account.house,
    zip: account.zip,
    phone: account.phone,
    personalId: account.personal_id,
    currency: account.currency,
    hasPinCode: account.pin_hash !== null,
    block: blockOf(account),
    hasSecondFactor: account.hasSecondFactor,
    isEmailConfirmed: account.email_confirmed_at !== null,
    isAdult: account.is_adult,
    isAdvertisingAgree: account.is_advertising_agree,
    isAgreedWithDocs: agreed !== null,
    agreedDocsVersion: agreed,
    newerDocsVersion: agreed !== null && agreed !== current ? current : null,
    isKycVerified: account.is_kyc_verified,
    wasKycVerified: account.was_kyc_verified,
    isDeleted: account.deleted_at !== null,
    stock: account.stock_id,
    displayName: displayName(account),
    isPassportFileUploaded: has('passport'),
    isSelfieFileUploaded: has('selfie'),
    isAddressFileUploaded: has('address'),
    isExtraFileUploaded: has('extra'),
    passportKycRejectionReason: reason('passport'),
    selfieKycRejectionReason: reason('selfie'),
    addressKycRejectionReason: reason('address'),
    extraKycRejectionReason: reason('extra'),
    neededDocuments: [...neededDocuments(kindOf(account))],
    missingDocuments: [...review.missing],
    rejectedDocuments: [...review.rejected],
    erasureAskedAt: account.erasure_asked_at?.toString() ?? null,
    impersonatedBy: impersonatedBy ?? null,
    created: account.created_at.toString(),
    updated: account.updated_at?.toString() ?? null,
  }
}
