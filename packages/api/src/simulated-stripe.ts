/** What the simulators' console says of the account at Stripe, and what may be done there; as in simulators.ts. */

/** How the news of an event of Stripe's reaches the merchant. */
export const stripeDeliveryModes = [
  'normal',
  'twice',
  'late',
  'outOfOrder',
  'forged',
  'stale',
  'never',
  'slow',
] as const
export type StripeDeliveryMode = (typeof stripeDeliveryModes)[number]

/** GET /stripe: the account at Stripe. */
export interface StripeView {
  baseUrl: string
  isDown: boolean
  /** How events are told from now on. */
  mode: StripeDeliveryMode
  modes: StripeDeliveryMode[]
  /** Open ones, newest first. */
  sessions: StripeSessionView[]
  /** The latest 200, newest first. */
  payments: StripePaymentView[]
  /** Saved ones. */
  methods: StripeMethodView[]
  /** The latest 200, newest first. */
  deliveries: StripeDeliveryView[]
  /** What a bank may say: `pm_sim_{code}` is a card that is declined with it. */
  declineCodes: string[]
}
export interface StripeSessionView {
  id: string
  isSetup: boolean
  /** Null where a method is saved and nothing is paid. */
  amount: number | null
  currency: string
  title: string
  reference: string | null
  createdAt: string
  expiresAt: string
  methods: StripeMethodType[]
  payUrl: string
}
export type StripeMethodType = 'card' | 'sepa_debit' | 'paypal'
export interface StripePaymentView {
  id: string
  /** The service's own word, or what became of the money since. */
  status: StripePaymentStatus
  amount: number
  refunded: number
  currency: string
  reference: string | null
  type: StripeMethodType | null
  /** End of the number, or the payer's address. */
  account: string | null
  failReason: string | null
  createdAt: string
  dispute: { id: string; status: string; isOpen: boolean } | null
}
export type StripePaymentStatus =
  | 'open'
  | 'processing'
  | 'succeeded'
  | 'failed'
  | 'canceled'
  | 'refunded'
  | 'disputed'
export interface StripeMethodView {
  id: string
  type: StripeMethodType
  account: string
  /** What its bank says from now on, where it was changed. */
  behaviour: string | null
  /** Of the mandate under which it may be debited. */
  mandateId: string | null
  customer: string
}
export interface StripeDeliveryView {
  eventId: string
  type: string
  at: string
  mode: StripeDeliveryMode
  /** False: lost on purpose. */
  sent: boolean
  /** 0: no answer. */
  status: number
  answer: string
  accepted: boolean
}
/** POST /stripe → ConsoleDone; `advance` takes 1 to 366 bank days, `fail` 1 to 20 calls. */
export type StripeAction =
  | { action: 'down' | 'up' }
  | { action: 'slow'; ms: number }
  | { action: 'advance'; days: number }
  | { action: 'deliver'; mode: StripeDeliveryMode }
  | { action: 'fail'; fault: StripeFaultName; count?: number }
export const stripeFaults = ['error', 'html', 'lostAnswer', 'busy', 'locked'] as const
/**
 * What goes wrong with a call. `error`: 500, nothing was done; `html`: a page of some proxy, nothing was done; `lostAnswer`: it was
 * done and the connection is cut; `busy`: 429; `locked`: 409.
 */
export type StripeFaultName = (typeof stripeFaults)[number]
/** POST /stripe/sessions/{id} → ConsoleDone; at most one of card (a number or `pm_…`), iban, paypal. `agrees`: on the bank's page. */
export type StripeSessionAction =
  | {
      action: 'pay'
      card?: string
      iban?: string
      paypal?: string
      agrees?: boolean
      mode?: StripeDeliveryMode
    }
  | { action: 'expire' }
/** POST /stripe/payments/{id} → ConsoleDone; without `outcome` the account behind a debit decides. */
export type StripePaymentAction =
  | { action: 'settle'; outcome?: 'succeeded' | 'failed' }
  | { action: 'refund'; amount?: number }
  | { action: 'dispute'; kind?: 'dispute' | 'inquiry' }
  | { action: 'closeDispute'; outcome: 'won' | 'lost' }
/** POST /stripe/methods/{id} → ConsoleDone; `behaviour`: a decline code, a card's number, or null for what it was at first. */
export type StripeMethodAction =
  | { action: 'detach' | 'endMandate' | 'renew' }
  | { action: 'change'; behaviour: string | null }
/** POST /stripe/events/{id} → ConsoleDone */
export interface StripeEventAction {
  action: 'deliverAgain'
  mode?: StripeDeliveryMode
}
