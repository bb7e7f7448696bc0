import { firstCharacters } from '@stowage/domain/characters'
import type { SourcePerson } from '../accounts/index.ts'

/** How SSR calls what an account says of its owner. */
export const columnOf = {
  salutation: 'Salutation',
  firstName: 'FirstName',
  lastName: 'LastName',
  company: 'CompanyName',
  registrationNumber: 'RegistrationNumber',
  vatId: 'VATNumber',
  email: 'Email',
  phone: 'Phone',
  address: 'Address',
  city: 'City',
  zip: 'Zip',
  country: 'Country',
} as const satisfies Record<keyof SourcePerson, string>
export const personFields = Object.keys(columnOf) as (keyof SourcePerson)[]

/** The columns of a customer that say who he is, as a copy keeps them. */
export interface Customer {
  readonly salutation: string | null
  readonly firstName: string | null
  readonly lastName: string | null
  readonly company: string | null
  readonly registrationNumber: string | null
  readonly vatNumber: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly address: string | null
  readonly city: string | null
  readonly zip: string | null
  readonly country: string | null
}

/** What the source says of a customer, as an account would have it: cut to its lengths; null where it says nothing that one takes. */
export function factsOf(customer: Customer): SourcePerson {
  const cut = (text: string | null, most: number): string | null =>
    text === null ? null : firstCharacters(text, most).trim() || null
  const { salutation, country } = customer
  return {
    salutation: salutation === 'Mr.' || salutation === 'Mrs.' ? salutation : null,
    firstName: cut(customer.firstName, 30),
    lastName: cut(customer.lastName, 30),
    company: cut(customer.company, 128),
    registrationNumber: cut(customer.registrationNumber, 30),
    vatId: cut(customer.vatNumber, 20),
    email: cut(customer.email, 129),
    phone: cut(customer.phone, 32),
    address: cut(customer.address, 128),
    city: cut(customer.city, 30),
    zip: cut(customer.zip, 16),
    country: /^[A-Za-z]{2}$/.test(country ?? '') ? (country ?? '').toUpperCase() : null,
  }
}

/** The fields in which two say something else. */
export const differing = (one: SourcePerson, other: SourcePerson): (keyof SourcePerson)[] =>
  personFields.filter((field) => (one[field] ?? null) !== (other[field] ?? null))
