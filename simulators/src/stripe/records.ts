import type { Stripe } from 'stripe'
import type { StripeDeliveryMode } from '@stowage/api/simulated-stripe'

/** A record of the service as it goes over the wire, its links to others being their ids: they are opened only where a caller asks for it. */
type Linked<T, K extends keyof T> = Omit<T, K> & { [P in K]: Extract<T[P], string | null | undefined> }

export type Customer = Stripe.Customer
export type PaymentMethod = Linked<Stripe.PaymentMethod, 'customer'>
export type PaymentIntent = Linked<
  Stripe.PaymentIntent,
  'customer' | 'payment_method' | 'latest_charge' | 'application' | 'on_behalf_of' | 'review' | 'source'
>
export type SetupIntent = Linked<
  Stripe.SetupIntent,
  'customer' | 'payment_method' | 'mandate' | 'latest_attempt'
>
export type Charge = Linked<Stripe.Charge, 'customer' | 'payment_intent' | 'balance_transaction'>
export type CheckoutSession = Linked<
  Stripe.Checkout.Session,
  'customer' | 'payment_intent' | 'setup_intent' | 'subscription' | 'invoice'
>
export type Refund = Linked<Stripe.Refund, 'charge' | 'payment_intent' | 'customer' | 'payment_method'>
export type Mandate = Linked<Stripe.Mandate, 'payment_method'>
export type Dispute = Linked<Stripe.Dispute, 'charge' | 'payment_intent'>
export type BalanceTransaction = Linked<Stripe.BalanceTransaction, 'source'>
/** An event as it is sent: its object is a copy of how the record stood at that moment. */
export interface StripeEvent {
  readonly id: string
  readonly object: 'event'
  readonly api_version: string
  readonly created: number
  readonly data: { readonly object: object; readonly previous_attributes?: object }
  readonly livemode: false
  pending_webhooks: number
  readonly request: { readonly id: string | null; readonly idempotency_key: string | null }
  readonly type: string
}

export type MethodType = 'card' | 'sepa_debit' | 'paypal'

/** What the world behind a payment method does; the service never tells it. */
export interface Instrument {
  readonly type: MethodType
  /** The card's number, the IBAN, or the payer's address. */
  account: string
  /** Declined with this code however it is charged; undefined: the account decides. */
  declines?: string
  /** Its holder has been authenticated: later charges without him may pass. */
  authenticated: boolean
  /** Detached once: it can never be used again. */
  spent: boolean
}

/** What a session was asked to do with its intent, kept until the payer acts. */
export interface SessionPlan {
  readonly metadata: Record<string, string>
  readonly description: string | null
  readonly setupFutureUsage: 'off_session' | 'on_session' | null
  readonly referencePrefix: string
  readonly lines: { readonly name: string; readonly quantity: number; readonly amount: number }[]
  /** The last refusal, shown on the page: a decline code. */
  problem: string | null
}

/** Something that happens by itself later: `bank` days can be moved, `machine` time cannot. */
export interface Due {
  readonly at: number
  readonly clock: 'bank' | 'machine'
  readonly kind: 'debit' | 'refund' | 'refundFails' | 'disputeDebit' | 'disputeFraud' | 'expire'
  readonly id: string
}

/** How far the news of one event has got. */
export interface Outgoing {
  readonly mode: StripeDeliveryMode
  attempts: number
  /** ISO; null: nothing more is planned. */
  nextAt: string | null
  accepted: boolean
}

/** What was answered under an idempotency key: answered again to whoever asks again. */
export interface Remembered {
  /** Of the address and the fields. */
  readonly fingerprint: string
  readonly requestId: string
  readonly status: number
  readonly body: string
  /** Machine time, in milliseconds. */
  readonly at: number
}

/** Everything the service would keep in its database. */
export interface StripeRecords {
  customers: Customer[]
  methods: PaymentMethod[]
  intents: PaymentIntent[]
  setups: SetupIntent[]
  charges: Charge[]
  sessions: CheckoutSession[]
  refunds: Refund[]
  mandates: Mandate[]
  disputes: Dispute[]
  balances: BalanceTransaction[]
  events: StripeEvent[]
  instruments: Record<string, Instrument>
  plans: Record<string, SessionPlan>
  outgoing: Record<string, Outgoing>
  /** By idempotency key; absent in what was kept before they were. */
  answers?: Record<string, Remembered>
  due: Due[]
  /** How far the banks' days have been moved ahead. */
  bankOffsetMs: number
}
