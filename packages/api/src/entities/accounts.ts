import * as z from 'zod/mini'
import { wire } from '../wire.ts'
import { maybe, text } from './answer.ts'

export const UserInfo = z.object({ id: text(), fullName: text() })

export const KycKind = z.enum(['passport', 'selfie', 'address', 'extra'])

export const Role = wire(
  z.object({
    id: text(),
    name: text(),
    alias: text(),
    description: text(),
    permissions: z.array(text()),
    platformRole: z.enum(['superUser', 'staff', 'client']),
    /** Follows the code: shown, never changed. */
    isBuiltIn: z.boolean(),
    /** Who has it signs in with a second factor. */
    requiresSecondFactor: z.boolean(),
    /** Living accounts that have it. */
    users: z.int(),
    created: text(),
    updated: maybe(text()),
  }),
  { id: '_id' },
)

/** Staff keep him out of his doors (7007); the reason is his to read. Both null: blocked before reasons were kept. */
export const AccountBlock = z.object({ reason: maybe(text()), since: maybe(text()) })

export const User = wire(
  z.object({
    id: text(),
    email: text(),
    role: text(),
    roleName: text(),
    /** Of the named role; null for the platform role's own. */
    roleId: maybe(text()),
    permissions: z.array(text()),
    language: text(),
    accountType: z.enum(['individual', 'legal']),
    isIndividualEntrepreneur: z.boolean(),
    firstName: maybe(text()),
    lastName: maybe(text()),
    salutation: maybe(text()),
    company: maybe(text()),
    registrationNumber: maybe(text()),
    taxNumber: maybe(text()),
    vatId: maybe(text()),
    country: text(),
    city: text(),
    address: maybe(text()),
    house: maybe(text()),
    zip: maybe(text()),
    phone: maybe(text()),
    personalId: maybe(text()),
    currency: maybe(text()),
    hasPinCode: z.boolean(),
    block: maybe(AccountBlock),
    hasSecondFactor: z.boolean(),
    /** The link of the mail was followed; never asked at a door (decision 27). */
    isEmailConfirmed: z.boolean(),
    isAdult: z.boolean(),
    isAdvertisingAgree: z.boolean(),
    erasureAskedAt: maybe(text()),
    isAgreedWithDocs: z.boolean(),
    agreedDocsVersion: maybe(text()),
    newerDocsVersion: maybe(text()),
    isKycVerified: z.boolean(),
    wasKycVerified: z.boolean(),
    isDeleted: z.boolean(),
    stock: maybe(text()),
    displayName: text(),
    isPassportFileUploaded: z.boolean(),
    isSelfieFileUploaded: z.boolean(),
    isAddressFileUploaded: z.boolean(),
    isExtraFileUploaded: z.boolean(),
    passportKycRejectionReason: maybe(text()),
    selfieKycRejectionReason: maybe(text()),
    addressKycRejectionReason: maybe(text()),
    extraKycRejectionReason: maybe(text()),
    neededDocuments: z.array(KycKind),
    missingDocuments: z.array(KycKind),
    rejectedDocuments: z.array(KycKind),
    impersonatedBy: maybe(UserInfo),
    created: text(),
    updated: maybe(text()),
  }),
  {
    id: '_id',
    isKycVerified: 'isKYCVerified',
    wasKycVerified: 'wasKYCVerified',
    passportKycRejectionReason: 'passportKYCRejectionReason',
    selfieKycRejectionReason: 'selfieKYCRejectionReason',
    addressKycRejectionReason: 'addressKYCRejectionReason',
    extraKycRejectionReason: 'extraKYCRejectionReason',
  },
)
