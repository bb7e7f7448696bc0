import * as z from 'zod/mini'
import { accountOrders, accountTypeIssues, accountTypes, type FieldsByType } from '@stowage/domain/account'
import { platformRoles } from '@stowage/domain/roles'
import { endpoint } from './endpoint.ts'
import { AccountBlock, KycKind, User } from './entities/accounts.ts'
import { maybe, Page } from './entities/answer.ts'
import {
  base64File,
  changedPassword,
  currency,
  email,
  flag,
  instant,
  language,
  newPassword,
  oneOf,
  optionalText,
  pathId,
  phone,
  pinCode,
  text,
  wholeText,
} from './fields.ts'
import { wire } from './wire.ts'

const MiB = 1024 * 1024
const KYC_BODY = 14 * MiB
const SIGN_UP_BODY = 28 * MiB

/** No permission opens these calls: only who passes every check (decisions.md B8) may make them. */
const superUserOnly: readonly string[] = []

export {
  leaveUser,
  login,
  loginSecondFactor,
  loginSetUpSecondFactor,
  logout,
  me,
  refresh,
  Session,
} from './session.ts'

export const loginAsUser = endpoint({
  module: 'accounts',
  method: 'POST',
  path: 'auth/login-as-user',
  summary: 'Act as a user; audited',
  access: superUserOnly,
  notWhileImpersonating: true,
  query: z.object({ userId: pathId() }),
  answer: z.object({ token: z.string(), user: User }),
  errors: [6004],
})
const personFields = {
  accountType: oneOf(['individual', 'legal']),
  password: newPassword(),
  email: email(),
  country: text(1, 60),
  city: text(1, 30),
  phone: phone(),
  address: text(1, 128),
  zip: text(4, 16),
  house: optionalText(1, 30),
  isAdvertisingAgree: z.optional(flag()),
  isAdult: z.optional(flag()),
  language: z.optional(language()),
  salutation: optionalText(1, 10),
  firstName: optionalText(1, 30),
  lastName: optionalText(1, 30),
  company: optionalText(1, 128),
  registrationNumber: optionalText(1, 30),
  isIndividualEntrepreneur: z.optional(flag()),
}
const signUpFields = {
  ...personFields,
  passportFile: z.optional(z.nullable(base64File())),
  selfieFile: z.optional(z.nullable(base64File())),
}
const ofKnownType = z.object({ accountType: z.enum(accountTypes) })
/** Asked beside bad fields too, so that a form is told everything at once; only not while whose rules count is unknown. */
const namesByType = z.superRefine<FieldsByType>(
  (value, context) => {
    for (const { field, code } of accountTypeIssues(value))
      context.addIssue({ code: 'custom', message: String(code), path: [field], input: value })
  },
  { when: ({ value }) => z.safeParse(ofKnownType, value).success },
)

export const signUp = endpoint({
  module: 'accounts',
  method: 'POST',
  path: 'auth/sign-up',
  summary: 'Open an account',
  access: 'public',
  rateLimit: 'sensitive',
  bodyLimit: SIGN_UP_BODY,
  holdsFiles: true,
  body: z.object(signUpFields).check(namesByType),
  answer: z.object({ token: z.string() }),
  errors: [1000, 1001, 1002, 1003, 1004, 1005, 9000, 9113, 9193],
})

export const requestPasswordReset = endpoint({
  module: 'accounts',
  method: 'PUT',
  path: 'auth/reset-password',
  summary: 'Ask for the mail with the reset link',
  access: 'public',
  rateLimit: 'sensitive',
  body: wire(z.object({ email: email() }), { email: 'passwordResetEmail' }),
  errors: [1000, 1001],
})
export const requestPasswordResetByEmail = endpoint({
  module: 'accounts',
  method: 'POST',
  path: 'auth/reset-password',
  summary: 'The same, with `email`',
  access: 'public',
  rateLimit: 'sensitive',
  body: z.object({ email: email() }),
  errors: [1000, 1001],
})
const samePasswords = z.superRefine<{
  password?: string | undefined
  passwordConfirmation?: string | undefined
}>((value, context) => {
  if (value.password === value.passwordConfirmation) return
  if (value.password === undefined)
    return context.addIssue({ code: 'custom', message: '1002', path: ['password'], input: value })
  if (value.passwordConfirmation === undefined)
    return context.addIssue({ code: 'custom', message: '1003', path: ['passwordConfirmation'], input: value })
  for (const field of ['password', 'passwordConfirmation'])
    context.addIssue({ code: 'custom', message: '1005', path: [field], input: value })
})
export const confirmPasswordReset = endpoint({
  module: 'accounts',
  method: 'POST',
  path: 'auth/reset-password/confirm',
  summary: 'Set a new password with the code of the mail',
  access: 'public',
  rateLimit: 'sensitive',
  body: z
    .object({ code: text(1, 200), password: changedPassword(), passwordConfirmation: changedPassword() })
    .check(samePasswords),
  errors: [1002, 1004, 1005, 9001, 9193],
})

const userFilters = {
  sort: z.optional(
    oneOf(accountOrders.flatMap((order) => [order, `-${order}`] as const) as [string, ...string[]]),
  ),
  role: z.optional(oneOf(platformRoles)),
}
const userSearch = {
  ...userFilters,
  search: z.optional(z.string().check(z.maxLength(129, '1004'))),
}
const userPage = z.optional(wholeText(1, 100_000))

export const listUsers = endpoint({
  module: 'accounts',
  method: 'GET',
  path: 'users',
  summary: 'Accounts, 100 a page, the newest first unless sorted',
  access: superUserOnly,
  query: z.object({ page: userPage, ...userFilters }),
  answer: Page(User),
  errors: [1005],
})
export const searchUsers = endpoint({
  module: 'accounts',
  method: 'GET',
  path: 'users/search',
  summary: 'Accounts by e-mail, name, company or phone',
  access: superUserOnly,
  query: z.object({ page: userPage, ...userSearch }),
  answer: Page(User),
  errors: [1004, 1005],
})
export const exportUsers = endpoint({
  module: 'accounts',
  method: 'GET',
  path: 'users/export',
  summary: 'The accounts of a list or search as CSV; audited',
  access: superUserOnly,
  kind: 'file',
  rateLimit: 'sensitive',
  query: z.object(userSearch),
  errors: [1004, 1005],
})
/** A superUser opens an account for somebody; the welcome mail follows (specification 2.10). */
export const createUser = endpoint({
  module: 'accounts',
  method: 'POST',
  path: 'users',
  summary: 'Add an account of any role',
  access: superUserOnly,
  proof: 'by-change',
  notWhileImpersonating: true,
  body: z
    .object({
      ...personFields,
      role: oneOf(platformRoles),
      /** A named role of that platform role; without one, its own: super, manager or user. */
      roleId: z.optional(z.nullable(z.string())),
      /** Staff tied to one stock; null or left out: all stocks. */
      stock: z.optional(z.nullable(z.string())),
      taxNumber: optionalText(1, 30),
      vatId: optionalText(1, 30),
      personalId: optionalText(1, 30),
      currency: z.optional(z.nullable(currency())),
    })
    .check(namesByType),
  answer: User,
  errors: [1000, 1001, 1002, 1003, 1004, 1005, 6006, 9000, 9001, 9193],
})
export const getUser = endpoint({
  module: 'accounts',
  method: 'GET',
  path: 'users/{id}',
  summary: 'One account',
  access: 'signed-in',
  params: z.object({ id: pathId() }),
  answer: User,
  errors: [6004],
})

const accountFields = {
  email: z.optional(email()),
  role: z.optional(oneOf(platformRoles)),
  roleId: z.optional(z.nullable(z.string())),
  stock: z.optional(z.nullable(z.string())),
  language: z.optional(language()),
  accountType: z.optional(oneOf(['individual', 'legal'])),
  isIndividualEntrepreneur: z.optional(flag()),
  salutation: optionalText(1, 10),
  firstName: optionalText(1, 30),
  lastName: optionalText(1, 30),
  company: optionalText(1, 128),
  registrationNumber: optionalText(1, 30),
  taxNumber: optionalText(1, 30),
  vatId: optionalText(1, 30),
  country: z.optional(text(1, 60)),
  city: z.optional(text(1, 30)),
  address: optionalText(1, 128),
  house: optionalText(1, 30),
  zip: z.optional(text(4, 16)),
  phone: z.optional(phone()),
  personalId: optionalText(1, 30),
  isAdult: z.optional(flag()),
  isAdvertisingAgree: z.optional(flag()),
  currency: z.optional(z.nullable(currency())),
  /** Read to be refused: an account ends by DELETE users/{id}, which asks for open contracts. */
  isDeleted: z.optional(flag()),
}
/** One call with several meanings [calls: users]: account fields, a KYC decision, consent, a document, a password. */
export const updateUser = endpoint({
  module: 'accounts',
  method: 'PUT',
  path: 'users/{id}',
  summary: 'Change account fields, verify, agree, upload a document or change the password',
  access: 'signed-in',
  proof: 'by-change',
  bodyLimit: KYC_BODY,
  holdsFiles: true,
  params: z.object({ id: pathId() }),
  body: wire(
    z
      .object({
        ...accountFields,
        isKycVerified: z.optional(flag()),
        isAgreedWithDocs: z.optional(flag()),
        password: z.optional(changedPassword()),
        passwordConfirmation: z.optional(changedPassword()),
        pinCode: z.optional(z.nullable(pinCode())),
        passportFile: z.optional(base64File()),
        selfieFile: z.optional(base64File()),
        addressFile: z.optional(base64File()),
        extraFile: z.optional(base64File()),
        /** As it was read: a record changed since is answered with 9109 and the present one. */
        updated: z.optional(z.nullable(instant())),
      })
      .check(samePasswords),
    { isKycVerified: 'isKYCVerified' },
  ),
  answer: User,
  errors: [1000, 1001, 1002, 1003, 1004, 1005, 6004, 6006, 9000, 9109, 9113, 9193],
})
export const getPhotos = endpoint({
  module: 'accounts',
  method: 'GET',
  path: 'users/{id}/photos',
  notByKey: true,
  summary: 'Identity documents; each reading is audited',
  access: 'signed-in',
  params: z.object({ id: pathId() }),
  answer: z.object({
    passportFile: z.nullable(z.object({ type: z.string(), base64: z.string() })),
    selfieFile: z.nullable(z.object({ type: z.string(), base64: z.string() })),
    extraFile: z.nullable(z.object({ type: z.string(), base64: z.string() })),
    addressFile: z.nullable(z.object({ type: z.string(), base64: z.string() })),
  }),
  errors: [6004],
})
/** What has been handed in and until when each file is kept; the files themselves are `users/{id}/photos`. */
export const listDocuments = endpoint({
  module: 'accounts',
  method: 'GET',
  path: 'users/{id}/documents',
  notByKey: true,
  summary: 'Identity documents without their content, and until when each file is kept',
  access: 'signed-in',
  params: z.object({ id: pathId() }),
  answer: z.array(
    z.object({
      id: z.string(),
      kind: KycKind,
      contentType: z.string(),
      byteSize: z.int(),
      uploaded: z.string(),
      accepted: z.nullable(z.string()),
      rejected: z.nullable(z.string()),
      /** The file is gone since; what was decided stays. */
      shredded: z.nullable(z.string()),
      /** As things stand; null while somebody rents and nothing was decided, and once it is gone. */
      keptUntil: z.nullable(z.string()),
    }),
  ),
  errors: [6004],
})
export const blockUser = endpoint({
  module: 'accounts',
  method: 'PUT',
  path: 'users/{id}/block',
  summary: 'Keep a tenant out of his doors (7007) with a reason that he reads',
  access: ['accounts.block'],
  notWhileImpersonating: true,
  params: z.object({ id: pathId() }),
  body: z.object({ reason: text(1, 200) }),
  answer: z.object({ block: maybe(AccountBlock) }),
  errors: [1003, 1004, 6004, 9103],
})
export const unblockUser = endpoint({
  module: 'accounts',
  method: 'DELETE',
  path: 'users/{id}/block',
  summary: 'Let a tenant in again whom staff kept out',
  access: ['accounts.block'],
  notWhileImpersonating: true,
  params: z.object({ id: pathId() }),
  answer: z.object({ block: maybe(AccountBlock) }),
  errors: [6004, 9103],
})
export const rejectDocument = endpoint({
  module: 'accounts',
  method: 'PUT',
  path: 'users/{id}/kyc/{document}/reject',
  notByKey: true,
  summary: 'Reject a document with a reason',
  access: superUserOnly,
  notWhileImpersonating: true,
  params: z.object({ id: pathId(), document: z.string().check(z.maxLength(64)) }),
  body: z.object({
    reason: text(1, 500),
    /** Of the account as it was read with its documents. */
    updated: z.optional(z.nullable(instant())),
  }),
  answer: User,
  errors: [1003, 1004, 1005, 6004, 9104, 9109],
})
export { KycKind }
