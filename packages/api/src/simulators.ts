/**
 * The shapes of the simulators' console under `/simulators/api` (demo only): typed here because the console's page and the
 * simulators share them and never meet otherwise. Every POST carries JSON (`{}` when there is nothing to say) with
 * `Content-Type: application/json`; refusals answer `ConsoleRefusal` with 400, 404 or 409. Amounts are integers in minor
 * units, instants ISO UTC.
 */
export type DoorKind = 'box' | 'door' | 'gate' | 'barrier'
/** As a controller reports its lock. */
export type DoorState = 'opened' | 'closed' | 'unknown'
export type ControllerState = 'online' | 'offline' | 'silent'

export type CabinetInvoiceStatus = 'created' | 'sent' | 'paid' | 'expired'
export type CabinetPaymentStatus =
  | 'pending'
  | 'obtained'
  | 'success'
  | 'stuck'
  | 'canceled'
  | 'failed'
  | 'refunding'
  | 'refunded'
  | 'partially_refunded'

/** How the news of a payment reaches the merchant. */
export const deliveryModes = [
  'normal',
  'twice',
  'late',
  'wrongKey',
  'never',
  'slow',
  'outOfOrder',
  'otherSum',
  'otherPayer',
] as const
export type DeliveryMode = (typeof deliveryModes)[number]

export interface ConsoleRefusal {
  error: string
}
export interface ConsoleDone {
  done: true
}

/** GET /mails · DELETE /mails → ConsoleDone */
export interface MailboxView {
  fault: MailFaultView
  /** Newest first. */
  mails: MailSummary[]
}
export interface MailSummary {
  id: string
  receivedAt: string
  from: string
  to: string[]
  subject: string
  attachments: number
}
/** GET /mails/{id} */
export interface MailDetail extends Omit<MailSummary, 'attachments'> {
  cc: string[]
  envelope: { from: string; to: string[] }
  text: string
  html: string
  /** The HTML as a page for `<iframe sandbox="allow-popups allow-popups-to-escape-sandbox">`; null without HTML. */
  htmlUrl: string | null
  attachments: AttachmentView[]
}
export interface AttachmentView {
  fileName: string
  mimeType: string
  size: number
  inline: boolean
  /** A download. */
  url: string
}
/** POST /mail-fault → MailFaultView; `seconds` with `busy` only (60). */
export interface MailFaultRequest {
  kind: MailFaultView['kind']
  seconds?: number
}
export interface MailFaultView {
  kind: 'none' | 'refuse' | 'busy' | 'down'
  /** With `busy`: when it ends. */
  until: string | null
}

/** What a gateway of short messages may be in, and what phones do with a message. */
export const smsFaults = ['none', 'busy', 'slow', 'lost', 'fault', 'down'] as const
export const smsFates = [
  'delivered',
  'undelivered',
  'unknownNumber',
  'silent',
  'twice',
  'outOfOrder',
  'forged',
] as const
export type SmsFault = (typeof smsFaults)[number]
export type SmsFate = (typeof smsFates)[number]
/** GET /sms · DELETE /sms → ConsoleDone · POST /sms-trouble (SmsTroubleRequest) → PhonesView */
export interface PhonesView {
  fault: SmsFault
  fate: SmsFate
  /** Newest first. */
  messages: SmsView[]
}
export interface SmsView {
  id: string
  to: string
  from: string
  body: string
  segments: number
  at: string
  status: 'queued' | 'sent' | 'delivered' | 'undelivered'
  /** How the product answered to the last report; 0: not at all, null: none was made. */
  reported: number | null
}
export interface SmsTroubleRequest {
  fault?: SmsFault
  fate?: SmsFate
}

/** GET /payments */
export interface PaymentsView {
  cabinets: CabinetView[]
  /** What `mode` may be. */
  modes: DeliveryMode[]
  testCards: {
    number: string
    outcome: 'pays' | 'declined' | 'noFunds' | 'declinedLater' | 'pending' | 'threeDSecure'
  }[]
}
export interface CabinetView {
  currency: string
  baseUrl: string
  isDown: boolean
  /** The latest 200 of each, newest first. */
  invoices: InvoiceView[]
  payments: PaymentView[]
  deliveries: DeliveryView[]
}
export interface InvoiceView {
  id: string
  status: CabinetInvoiceStatus
  amount: number
  currency: string
  title: string
  orderId: string | null
  clientId: string | null
  createdAt: string
  expiresAt: string | null
  paymentId: string | null
  payUrl: string
}
export interface PaymentView {
  id: string
  invoiceId: string | null
  status: CabinetPaymentStatus
  amount: number
  refunded: number
  currency: string
  orderId: string | null
  clientId: string | null
  failReason: string | null
  /** Masked. */
  card: string | null
  pendingAt: string
  obtainedAt: string | null
  successAt: string | null
  mode: DeliveryMode
  attempts: number
  nextAttemptAt: string | null
}
export interface DeliveryView {
  paymentId: string
  at: string
  mode: DeliveryMode
  /** False: lost on purpose. */
  sent: boolean
  /** 0: no answer. */
  status: number
  answer: string
  accepted: boolean
}
/** POST /payments/{currency}/invoices/{id} → PaymentView */
export type InvoiceAction =
  | { action: 'pay'; mode?: DeliveryMode; cardNumber?: string }
  | { action: 'decline' }
  | { action: 'cancel' }
/** POST /payments/{currency}/payments/{id} → PaymentView; a refund without `amount` is the whole rest. */
export type PaymentAction =
  | { action: 'refund'; amount?: number }
  | { action: 'deliverAgain'; mode?: DeliveryMode }
  | { action: 'settle'; outcome: 'obtained' | 'failed' }

/** GET /sites */
export interface SitesView {
  sites: SiteView[]
}
export interface SiteView {
  siteId: string
  name: string
  host: string
  port: number
  /** Its page for PINs; null: it has none. */
  lanUrl: string | null
  /** Boxes for which it knows somebody's PIN, by its newest list; barred ones too. */
  boxesWithPin: string[]
  fault: SiteFaultName
  closeAfterSeconds: number
  unsentEvents: number
  doors: DoorView[]
  controllers: { id: string; state: ControllerState }[]
  /** The latest 50, newest first. */
  events: { seq: number; type: string; at: string; lockId: string | null }[]
}
export interface DoorView {
  id: string
  kind: DoorKind
  name: string
  /** As it really stands. */
  position: 'opened' | 'closed'
  /** As its controller reports it. */
  state: DoorState
  online: boolean
  since: string
  staysOpen: boolean
  jammed: boolean
  pulses: number
}
/** POST /sites/{siteId}/doors/{lockId} → DoorView */
export interface DoorRequest {
  /** `open`: the exit button; `force`: broken open. */
  action: 'open' | 'close' | 'force' | 'stayOpen' | 'closeByItself' | 'jam' | 'unjam'
}
/** `none` puts everything right again, controllers included. */
export const siteFaults = [
  'none',
  'down',
  'offline',
  'slow',
  'loseAnswer',
  'garbage',
  'wrongSignature',
  'maintenance',
  'cable',
  'clock',
] as const
export type SiteFaultName = (typeof siteFaults)[number]
/** POST /sites/{siteId} → SiteView; `closeAfter` takes 5 to 60 seconds, `slow` 5000 ms unless said. */
export type SiteRequest =
  | { action: 'fault'; fault: SiteFaultName; ms?: number }
  | { action: 'controller'; controller: string; state: ControllerState }
  | { action: 'closeAfter'; seconds: number }

/** GET /clock · POST /clock (ClockRequest) · POST /clock/reset → ClockView */
export interface ClockView {
  /** Business time; null where there is no clock to move. */
  now: string | null
  machineNow: string
}
/** Exactly one of days, months and to. */
export interface ClockRequest {
  days?: number
  months?: number
  /** ISO instant or day. */
  to?: string
  /** With `to`: in one step, without the days between; jobs that go by the day see only the last one. */
  atOnce?: boolean
}
/** POST /refill → ConsoleDone, when the demo company is filled anew. */
