import { isVerifiedForOpening, type DocumentKind, type Verification } from '@stowage/domain/kyc'
import type { PlatformRole } from '@stowage/domain/roles'
import type { Database } from '../../platform/database/connect.ts'
import { readAccount } from './account-view.ts'
import { verificationOf } from './decide-verification.ts'
import { pinForSites } from './pin.ts'
import { displayName, reviewOf, versionOf } from './describe-account.ts'

/** What booking, contracts, doors and printing need to know of a tenant. `accountForBooking` answers it. */
export interface BookingAccount {
  readonly id: string
  readonly platformRole: PlatformRole
  readonly email: string
  readonly displayName: string
  readonly salutation: string | null
  readonly firstName: string | null
  readonly lastName: string | null
  readonly company: string | null
  readonly registrationNumber: string | null
  readonly accountType: 'individual' | 'legal'
  readonly isIndividualEntrepreneur: boolean
  readonly language: 'ru' | 'en' | 'de' | 'pl'
  readonly address: string | null
  readonly house: string | null
  readonly zip: string | null
  readonly city: string
  readonly country: string
  readonly phone: string | null
  readonly taxNumber: string | null
  readonly vatId: string | null
  readonly personalId: string | null
  readonly isAdult: boolean
  /** Null: never agreed. */
  readonly agreedDocumentsVersion: string | null
  /** What somebody who agrees now agrees to. */
  readonly currentDocumentsVersion: string
  readonly isKycVerified: boolean
  readonly wasKycVerified: boolean
  readonly verification: Verification
  readonly missingDocuments: readonly DocumentKind[]
  readonly rejectedDocuments: readonly DocumentKind[]
  /** Whether doors take the profile as verified (decisions.md C20). */
  readonly isVerifiedForOpening: boolean
  readonly blockedByStaff: boolean
  /** What he is told of it. */
  readonly blockReason: string | null
  /** For doors where nobody can ask us. */
  readonly hasPin: boolean
}

/** A living account for those who rent to it; undefined when there is none. Pass the transaction when one is open. */
export async function accountForBooking(db: Database, id: string): Promise<BookingAccount | undefined> {
  const account = await readAccount(db, id)
  if (!account) return undefined
  const review = reviewOf(account, account.documents)
  const verification = verificationOf(account)
  return {
    id: account.id,
    platformRole: account.platform_role as PlatformRole,
    email: account.email,
    displayName: displayName(account),
    salutation: account.salutation,
    firstName: account.first_name,
    lastName: account.last_name,
    company: account.company,
    registrationNumber: account.registration_number,
    accountType: account.account_type as BookingAccount['accountType'],
    isIndividualEntrepreneur: account.is_individual_entrepreneur,
    language: account.language as BookingAccount['language'],
    address: account.address,
    house: account.house,
    zip: account.zip,
    city: account.city,
    country: account.country,
    phone: account.phone,
    taxNumber: account.tax_number,
    vatId: account.vat_id,
    personalId: account.personal_id,
    isAdult: account.is_adult,
    agreedDocumentsVersion: account.agreed_documents_version,
    currentDocumentsVersion: versionOf(account.legalDocuments),
    isKycVerified: account.is_kyc_verified,
    wasKycVerified: account.was_kyc_verified,
    verification,
    missingDocuments: review.missing,
    rejectedDocuments: review.rejected,
    isVerifiedForOpening: isVerifiedForOpening(verification, review),
    blockedByStaff: account.blocked_by_staff,
    blockReason: account.blocked_by_staff ? account.block_reason : null,
    hasPin: pinForSites(account.pin_hash) !== null,
  }
}

/** Street and town as they stand on paper, a line each; what is not known leaves no line. The country is for the printer. */
export function addressLines(account: Pick<BookingAccount, 'address' | 'house' | 'zip' | 'city'>): string[] {
  return [
    [account.address, account.house].filter(Boolean).join(' '),
    [account.zip, account.city].filter(Boolean).join(' '),
  ].filter((line) => line !== '')
}
