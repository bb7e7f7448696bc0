/** How people pay online, and through whom. Safe for the browser. */
import type { Currency, Money } from './money.ts'

/** Who takes payments online for an operator. */
export const processorKinds = ['paykeeper', 'stripe'] as const
export type ProcessorKind = (typeof processorKinds)[number]

/** `sepa`: a SEPA direct debit. In the order in which they are named. */
export const payMethods = ['card', 'sepa', 'paypal'] as const
export type PayMethod = (typeof payMethods)[number]

const CURRENCIES: Readonly<Record<PayMethod, readonly Currency[]>> = {
  card: ['EUR', 'USD', 'RUB', 'PLN'],
  sepa: ['EUR'],
  paypal: ['EUR', 'USD', 'PLN'],
}

/** What one direct debit may be, in minor units: processors and their banks take no more at once. */
export const SEPA_MOST = 1_000_000

/** Whether a method can pay so much at once. */
export const takesAmount = (method: PayMethod, { amount }: Money): boolean =>
  method !== 'sepa' || amount <= SEPA_MOST

/** Whether a method is there in a currency at all: direct debits are in euro only, PayPal knows no roubles. */
export const takesCurrency = (method: PayMethod, currency: Currency): boolean =>
  CURRENCIES[method].includes(currency)
