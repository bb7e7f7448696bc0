import type { Stripe } from 'stripe'
import type { PayMethod, SavedMethodNews } from '../processor.ts'

/** Stripe's names for the ways of paying that we offer. */
export const stripeTypes = { card: 'card', sepa: 'sepa_debit', paypal: 'paypal' } as const satisfies Record<
  PayMethod,
  string
>

/** What both a charge and a saved method tell of the way of paying. */
interface ToldMethod {
  readonly type: string
  readonly card?: {
    readonly last4?: string | null
    readonly exp_month?: number
    readonly exp_year?: number
  } | null
  readonly sepa_debit?: { readonly country: string | null; readonly last4: string | null } | null
  readonly paypal?: { readonly payer_email: string | null } | null
}

/** @returns null for a way that we never offer (another shop's payment) */
export function methodOf(told: ToldMethod | null | undefined): PayMethod | null {
  if (!told) return null
  return (Object.keys(stripeTypes) as PayMethod[]).find((method) => stripeTypes[method] === told.type) ?? null
}

/** What of it may be shown: `**** 4242`, `DE … 3000`, an address at PayPal. */
export function labelOf(told: ToldMethod | null | undefined): string | null {
  if (told?.card?.last4) return `**** ${told.card.last4}`
  if (told?.sepa_debit?.last4) return `${told.sepa_debit.country ?? ''} … ${told.sepa_debit.last4}`.trim()
  return told?.paypal?.payer_email?.slice(0, 200) ?? null
}

/** `12/29`; null for what does not expire. */
export function expiryOf(told: ToldMethod | null | undefined): string | null {
  const { exp_month: month, exp_year: year } = told?.card ?? {}
  if (!month || !year) return null
  return `${String(month).padStart(2, '0')}/${String(year % 100).padStart(2, '0')}`
}

/**
 * The method that was saved with a payment. Stripe keeps it for us where it was asked to (`setup_future_usage`) and the
 * payment went through. Its name is the payment method's alone: whose it is at Stripe is asked before each charge, since the
 * messages that end a mandate do not name the customer.
 * @param mandate the reference, asked for separately
 * @returns null where none was saved, or one of a kind that we do not charge
 */
export function savedWith(intent: Stripe.PaymentIntent, mandate: string | null): SavedMethodNews | null {
  const told = chargeOf(intent)?.payment_method_details
  const kind = methodOf(told)
  const id = idOf(intent.payment_method)
  if (intent.status !== 'succeeded' || intent.setup_future_usage !== 'off_session') return null
  if (kind === null || id === null || intent.customer === null) return null
  return { id, kind, label: labelOf(told), expires: expiryOf(told), mandate }
}

/** The last try of a payment; Stripe expands it when asked to. */
export function chargeOf(intent: Stripe.PaymentIntent): Stripe.Charge | null {
  return typeof intent.latest_charge === 'object' ? intent.latest_charge : null
}

/** Of a reference that may have been expanded. */
export function idOf(reference: string | { readonly id: string } | null | undefined): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null)
}
