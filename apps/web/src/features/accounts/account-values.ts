import type { Body } from '@stowage/api/endpoint'
import type { createUser, updateUser } from '@stowage/api/accounts'
import { defaultCountry } from './countries.ts'
import type { Account } from './documents.ts'

type AccountBody = Body<typeof updateUser>

/** What the account form holds; empty text stands for "nothing". */
export function accountValues(account: Account) {
  return {
    email: account.email,
    role: account.role,
    roleId: account.roleId ?? '',
    stock: account.stock ?? '',
    language: account.language,
    accountType: account.accountType as string,
    isIndividualEntrepreneur: account.isIndividualEntrepreneur,
    salutation: account.salutation ?? '',
    firstName: account.firstName ?? '',
    lastName: account.lastName ?? '',
    company: account.company ?? '',
    registrationNumber: account.registrationNumber ?? '',
    taxNumber: account.taxNumber ?? '',
    vatId: account.vatId ?? '',
    country: account.country,
    city: account.city,
    address: account.address ?? '',
    house: account.house ?? '',
    zip: account.zip ?? '',
    phone: account.phone ?? '',
    personalId: account.personalId ?? '',
    currency: account.currency ?? '',
    isAdult: account.isAdult,
    isAdvertisingAgree: account.isAdvertisingAgree,
  }
}
export type AccountValues = ReturnType<typeof accountValues>

/** What an owner edits of his own account; the rest is a superUser's (decision 10). */
export const ownersFields: ReadonlySet<keyof AccountValues> = new Set<keyof AccountValues>([
  'language',
  'phone',
  'isAdult',
  'isAdvertisingAgree',
])

/** Lengths of section 5, for "between … and … characters". */
export const accountLengths = {
  email: [6, 129],
  salutation: [1, 10],
  firstName: [1, 30],
  lastName: [1, 30],
  company: [1, 128],
  registrationNumber: [1, 30],
  taxNumber: [1, 30],
  vatId: [1, 30],
  country: [1, 60],
  city: [1, 30],
  address: [1, 128],
  house: [1, 30],
  zip: [4, 16],
  phone: [3, 14],
  personalId: [1, 30],
} as const

const emptyIsNull: ReadonlySet<keyof AccountValues> = new Set<keyof AccountValues>([
  'roleId',
  'stock',
  'currency',
])

/** What travels of the fields that were changed; what somebody else has changed meanwhile in the others is left alone. */
export function changedBody(changes: Partial<AccountValues>): AccountBody {
  return Object.fromEntries(
    Object.entries(changes).map(([name, value]) => [
      name,
      value === '' && emptyIsNull.has(name as keyof AccountValues) ? null : value,
    ]),
  )
}

/** An account that is being added: the same fields, empty, and a password. */
export const newAccountValues = {
  email: '',
  role: 'client' as string,
  roleId: '',
  stock: '',
  language: 'ru' as string,
  accountType: 'individual' as string,
  isIndividualEntrepreneur: false,
  salutation: '',
  firstName: '',
  lastName: '',
  company: '',
  registrationNumber: '',
  taxNumber: '',
  vatId: '',
  country: defaultCountry as string,
  city: '',
  address: '',
  house: '',
  zip: '',
  phone: '',
  personalId: '',
  currency: '',
  isAdult: false,
  isAdvertisingAgree: false,
  password: '',
}
export type NewAccountValues = typeof newAccountValues

/** What travels of a new account: of each account type its own fields, and nothing that was left empty. */
export function newAccountBody(values: NewAccountValues): Body<typeof createUser> {
  const { company, registrationNumber, vatId, isIndividualEntrepreneur, personalId, ...common } = values
  const own =
    values.accountType === 'legal'
      ? { company, registrationNumber, vatId, isIndividualEntrepreneur }
      : { personalId }
  const given = { ...common, ...own }
  // What is typed wrong is said by the schema of the call, which reads this before it travels.
  return Object.fromEntries(
    Object.entries(given).filter(([name, value]) => value !== '' || !optional.has(name)),
  ) as unknown as Body<typeof createUser>
}

const optional: ReadonlySet<string> = new Set([
  'roleId',
  'stock',
  'salutation',
  'registrationNumber',
  'taxNumber',
  'vatId',
  'house',
  'personalId',
  'currency',
])
