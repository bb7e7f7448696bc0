import type { CabinetInvoiceStatus, CabinetPaymentStatus, DeliveryMode } from '@stowage/api/simulators'
import type { CartLine } from './cart.ts'

export { deliveryModes as DELIVERY_MODES, type DeliveryMode } from '@stowage/api/simulators'

export type InvoiceStatus = CabinetInvoiceStatus
export type PaymentStatus = CabinetPaymentStatus
export type PageLanguage = 'ru' | 'en' | 'de' | 'pl'

/** Amounts are minor units, instants ISO UTC. */
export interface Invoice {
  id: string
  status: InvoiceStatus
  amount: number
  clientId: string | null
  orderId: string | null
  /** As it was sent: plain text or JSON. */
  serviceName: string
  title: string
  cart: CartLine[]
  language: PageLanguage
  callback: string | null
  email: string | null
  phone: string | null
  createsBinding: boolean
  /** Written by hand in the cabinet or asked for by the merchant: it can be paid no more. */
  revoked: boolean
  expiresAt: string | null
  createdAt: string
  paidAt: string | null
  paymentId: string | null
}

export interface Payment {
  id: string
  invoiceId: string | null
  amount: number
  refunded: number
  clientId: string | null
  orderId: string | null
  serviceName: string
  email: string | null
  phone: string | null
  systemId: number
  status: PaymentStatus
  /** Authorised and not captured yet (two-stage cabinets). */
  held: boolean
  failReason: string | null
  uniqueId: string | null
  repeatCounter: number
  pendingAt: string
  obtainedAt: string | null
  successAt: string | null
  batchDate: string | null
  card: { masked: string; expiry: string; holder: string; approvalCode: string; rrn: string } | null
  bindingId: string | null
  delivery: { mode: DeliveryMode; nextAt: string | null }
}

export interface Refund {
  id: string
  paymentId: string
  amount: number
  status: 'started' | 'done'
  startedAt: string
  doneAt: string | null
}

export interface Binding {
  id: string
  clientId: string
  number: string
  expiry: string
  holder: string
}

export interface CabinetRecords {
  invoices: Invoice[]
  payments: Payment[]
  refunds: Refund[]
  bindings: Binding[]
}

/** The payment systems of every cabinet: ids as they are seen in the field. */
export const SYSTEMS = [
  { id: 127, system: 'Банковские карты', site: 'Банковская карта' },
  { id: 30, system: 'Наличные', site: 'Наличные' },
  { id: 305, system: 'Система быстрых платежей', site: 'СБП' },
] as const
export const CARD_SYSTEM = 127
export const CASH_SYSTEM = 30

const STEPS: Record<PaymentStatus, readonly PaymentStatus[]> = {
  pending: ['obtained', 'failed', 'canceled'],
  obtained: ['success', 'stuck', 'refunding'],
  stuck: ['success', 'refunding'],
  success: ['refunding'],
  refunding: ['refunded', 'partially_refunded'],
  partially_refunded: ['refunding'],
  refunded: [],
  failed: [],
  canceled: [],
}

/** One step in the life of a payment. @throws Error when the protocol knows no such step */
export function step(payment: Payment, to: PaymentStatus): void {
  if (!STEPS[payment.status].includes(to))
    throw new Error(`payment ${payment.id}: ${payment.status} cannot become ${to}`)
  payment.status = to
}

/** Statuses in which the money is with the merchant. */
export function isTaken(status: PaymentStatus): boolean {
  return status === 'obtained' || status === 'success' || status === 'stuck'
}
