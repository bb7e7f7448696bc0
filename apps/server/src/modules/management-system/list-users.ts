import type { Answer } from '@stowage/api/endpoint'
import { email as emailField } from '@stowage/api/fields'
import type { listExternalUsers } from '@stowage/api/management-system'
import type { CustomerRow } from './external-users-view.ts'

type Listed = Answer<typeof listExternalUsers>[number]

/** Why a customer gets no account: `linked` is none, an account that is his own stands for him. */
export function fateOf(
  customer: Pick<CustomerRow, 'accountId' | 'email' | 'namesake'>,
): 'known' | 'import' | 'link' | 'noEmail' | 'emailTaken' {
  const { accountId, email, namesake } = customer
  if (accountId !== null) return 'known'
  if (email === null || !emailField().safeParse(email).success) return 'noEmail'
  if (namesake === null) return 'import'
  // Whoever signed up with an address and has not shown that it is his gets nobody's contracts by it.
  return namesake.isClient && namesake.isConfirmed ? 'link' : 'emailTaken'
}

export function listed(customer: CustomerRow): Listed {
  const { id, accountId, firstName, lastName, company, email, phone, createdAt } = customer
  const fate = fateOf(customer)
  return {
    customerId: id,
    firstName,
    lastName,
    company,
    email,
    phone,
    created: `${createdAt.replace(' ', 'T').slice(0, 19)}Z`,
    otherPhonesAndEmails: (customer.otherContacts ?? '')
      .split(';')
      .map((contact) => contact.trim())
      .filter((contact) => contact !== ''),
    userId: accountId,
    openContracts: customer.openContracts,
    debt: customer.debt,
    currency: customer.currency,
    skipped: fate === 'noEmail' || fate === 'emailTaken' ? fate : null,
  }
}
