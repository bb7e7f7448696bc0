import { createHash } from 'node:crypto'
import type { Books } from './books.ts'
import type { DeclineCode } from './declines.ts'
import { newId, randomText } from './ids.ts'
import type { Charge, Mandate, PaymentMethod } from './records.ts'
import { cardRule } from './test-cards.ts'

/** What a payer typed, or a ready-made name stands for. */
export type MethodInput =
  | {
      readonly type: 'card'
      readonly number: string
      readonly month: number
      readonly year: number
      readonly declines?: DeclineCode
    }
  | { readonly type: 'sepa_debit'; readonly iban: string }
  | { readonly type: 'paypal'; readonly email: string; readonly declines?: DeclineCode }

export interface BillingInput {
  readonly name?: string | undefined
  readonly email?: string | undefined
  readonly phone?: string | undefined
}

/** Two payment methods of one account have one fingerprint. */
const fingerprint = (account: string): string =>
  createHash('sha256').update(account).digest('base64url').replace(/[-_]/g, '0').slice(0, 16)

/** Makes a payment method and keeps, out of the service's sight, what stands behind it. */
export function newMethod(books: Books, input: MethodInput, billing: BillingInput = {}): PaymentMethod {
  const method: PaymentMethod = {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: {
      address: { city: null, country: null, line1: null, line2: null, postal_code: null, state: null },
      email: billing.email ?? null,
      name: billing.name ?? null,
      phone: billing.phone ?? null,
      tax_id: null,
    },
    created: books.seconds(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: input.type,
    ...details(input),
  }
  const account = input.type === 'card' ? input.number : input.type === 'paypal' ? input.email : input.iban
  const declines = input.type === 'sepa_debit' ? undefined : input.declines
  books.methods.add(method)
  books.instruments.set(method.id, {
    type: input.type,
    account,
    authenticated: false,
    spent: false,
    ...(declines === undefined ? {} : { declines }),
  })
  return method
}

function details(input: MethodInput): Pick<PaymentMethod, 'card' | 'paypal' | 'sepa_debit'> {
  if (input.type === 'paypal')
    return { paypal: { country: 'DE', payer_email: input.email, payer_id: payerId(input.email) } }
  if (input.type === 'sepa_debit')
    return {
      sepa_debit: {
        bank_code: input.iban.slice(4, input.iban.startsWith('DE') ? 12 : 9),
        branch_code: '',
        country: input.iban.slice(0, 2),
        fingerprint: fingerprint(input.iban),
        generated_from: { charge: null, setup_attempt: null },
        last4: input.iban.slice(-4),
      },
    }
  const { brand } = cardRule(input.number)
  return {
    card: {
      brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      display_brand: brand === 'amex' ? 'american_express' : brand,
      exp_month: input.month,
      exp_year: input.year,
      fingerprint: fingerprint(input.number),
      funding: 'credit',
      generated_from: null,
      last4: input.number.slice(-4),
      networks: { available: [brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
  }
}

/** The method as a charge tells it. */
export function chargedWith(
  method: PaymentMethod,
  mandate: string | null,
): NonNullable<Charge['payment_method_details']> {
  if (method.card) {
    const { brand, checks, country, exp_month, exp_year, fingerprint: print, funding, last4 } = method.card
    return {
      type: 'card',
      card: {
        amount_authorized: null,
        authorization_code: null,
        brand,
        checks,
        country,
        electronic_commerce_indicator: null,
        exp_month,
        exp_year,
        fingerprint: print ?? null,
        funding,
        installments: null,
        last4,
        mandate: null,
        network: brand,
        network_token: { used: false },
        network_transaction_id: randomText(15, '0123456789'),
        regulated_status: 'unregulated',
        three_d_secure: null,
        transaction_link_id: null,
        wallet: null,
      },
    }
  }
  if (method.sepa_debit) {
    const { bank_code, branch_code, country, fingerprint: print, last4 } = method.sepa_debit
    return {
      type: 'sepa_debit',
      sepa_debit: { bank_code, branch_code, country, fingerprint: print, last4, mandate },
    }
  }
  return {
    type: 'paypal',
    paypal: {
      country: 'DE',
      payer_email: method.paypal?.payer_email ?? null,
      payer_id: method.paypal?.payer_id ?? null,
      payer_name: method.billing_details.name,
      seller_protection: { dispute_categories: ['fraudulent', 'product_not_received'], status: 'eligible' },
      transaction_id: randomText(17, '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'),
    },
  }
}

/** How the payer agreed. */
export interface Acceptance {
  readonly ip: string | null
  readonly agent: string | null
}

/** The payer's standing agreement to be debited. @param prefix of the reference, up to 12 signs */
export function newMandate(
  books: Books,
  method: PaymentMethod,
  acceptance: Acceptance,
  page: { readonly baseUrl: string; readonly prefix: string },
): Mandate {
  const id = newId('mandate')
  return books.mandates.add({
    id,
    object: 'mandate',
    customer_acceptance: {
      accepted_at: books.seconds(),
      online: { ip_address: acceptance.ip, user_agent: acceptance.agent },
      type: 'online',
    },
    livemode: false,
    multi_use: {},
    payment_method: method.id,
    payment_method_details:
      method.type === 'sepa_debit'
        ? {
            type: 'sepa_debit',
            sepa_debit: {
              reference: page.prefix + randomText(16, '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'),
              url: `${page.baseUrl}/mandate/${id}`,
            },
          }
        : {
            type: 'paypal',
            paypal: {
              billing_agreement_id: `B-${randomText(17, '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ')}`,
              payer_id: method.paypal?.payer_id ?? null,
            },
          },
    status: 'active',
    type: 'multi_use',
  })
}

/** The agreement under which a method may be charged without its payer; undefined: none that is alive. */
export function liveMandate(books: Books, methodId: string): Mandate | undefined {
  return books.mandates
    .all()
    .findLast((mandate) => mandate.payment_method === methodId && mandate.status === 'active')
}

function payerId(email: string): string {
  return createHash('sha256').update(email).digest('hex').slice(0, 13).toUpperCase()
}
