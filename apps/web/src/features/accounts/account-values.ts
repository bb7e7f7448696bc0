import type { Body } from '@stowage/api/endpoint'
import type { updateUser } from '@stowage/api/accounts'
import type { Account } from './documents.ts'

type AccountBody = Body<typeof updateUser>

/** What the account form holds; empty text stands for "nothing". */
export function accountValues(account: Account) {
  return {
    email: account.email,
    role: account.role,
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

const emptyIsNull: ReadonlySet<keyof AccountValues> = new Set<keyof AccountValues>(['stock', 'currency'])

/**
 * What travels: the fields that differ from those the form began with. What somebody else has changed meanwhile in the
 * other fields is left alone.
 */
export function changedFields(start: AccountValues, values: AccountValues): AccountBody {
  const names = (Object.keys(values) as (keyof AccountValues)[]).filter(
    (name) => values[name] !== start[name],
  )
  return Object.fromEntries(
    names.map((name) => [name, values[name] === '' && emptyIsNull.has(name) ? null : values[name]]),
  )
}
