import { emit, type StripeAccount } from './account.ts'
import { newId, randomText } from './ids.ts'
import type { Customer } from './records.ts'

export function newCustomer(
  account: StripeAccount,
  given: Partial<
    Pick<Customer, 'email' | 'name' | 'phone' | 'description' | 'metadata' | 'preferred_locales'>
  >,
): Customer {
  const customer = account.books.customers.add({
    id: newId('cus').slice(0, 18),
    object: 'customer',
    address: null,
    balance: 0,
    created: account.books.seconds(),
    currency: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: null,
    invoice_prefix: randomText(8, '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: {},
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
    ...given,
  })
  emit(account, 'customer.created', customer)
  return customer
}
