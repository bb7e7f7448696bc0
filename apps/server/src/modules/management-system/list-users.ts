import type { Answer } from '@stowage/api/endpoint'
import { email as emailField } from '@stowage/api/fields'
import type { listExternalUsers } from '@stowage/api/management-system'
import { emailKey } from '../accounts/index.ts'
import type { CustomerRow } from './external-users-view.ts'

type Listed = Answer<typeof listExternalUsers>[number]

type Fate = 'known' | 'import' | 'link' | 'noEmail' | 'emailTaken'

/** What an import makes of a customer. `twinId`: who has the same address and gets the account. */
export interface Fated {
  readonly customer: CustomerRow
  readonly fate: Fate
  readonly twinId: string | null
}

/** What an import makes of each of a site, in its order: of two with one address the tenant gets it. */
export function fatesOf(customers: readonly CustomerRow[]): Fated[] {
  const byAddress = new Map<string, string>()
  return customers
    .toSorted((one, two) => two.openContracts - one.openContracts)
    .map((customer) => {
      const fate = fateOf(customer)
      if (fate !== 'import' && fate !== 'link') return { customer, fate, twinId: null }
      const key = emailKey(customer.email ?? '')
      const first = byAddress.get(key)
      if (first === undefined) byAddress.set(key, customer.id)
      else if (fate === 'import') return { customer, fate: 'emailTaken', twinId: first }
      return { customer, fate, twinId: null }
    })
}

/** Why a customer gets no account: `link` is none, an account that is his own stands for him. */
function fateOf(customer: Pick<CustomerRow, 'accountId' | 'email' | 'namesake'>): Fate {
  const { accountId, email, namesake } = customer
  if (accountId !== null) return 'known'
  if (email === null || !emailField().safeParse(email).success) return 'noEmail'
  if (namesake === null) return 'import'
  // Whoever signed up with an address and has not shown that it is his gets nobody's contracts by it.
  return namesake.isClient && namesake.isConfirmed ? 'link' : 'emailTaken'
}

export function listed({ customer, fate, twinId }: Fated): Listed {
  const { id, accountId, firstName, lastName, company, email, phone, createdAt } = customer
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
    twinId,
    joins: fate === 'link',
  }
}
