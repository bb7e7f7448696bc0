import { randomBytes } from 'node:crypto'
import type { Cabinet } from './cabinet.ts'
import type { Binding, DeliveryMode, Invoice, Payment } from './cabinet-records.ts'
import { TEST_CARDS, type Card } from './cards.ts'
import type { Delivery, Notifier } from './notifier.ts'
import {
  authorise,
  failPayment,
  livePayment,
  payInvoice,
  refuseInvoice,
  type Bank,
  type createRefunds,
} from './take-payment.ts'

/** What tests and the console may do to a cabinet that a merchant cannot. */
export interface PayKeeperControl {
  invoices(): readonly Invoice[]
  payments(): readonly Payment[]
  /** Where a browser pays an invoice. */
  payUrl(invoiceId: string): string
  deliveries(): readonly Delivery[]
  /** Pays as the page would (3-D Secure is confirmed). Pays once: later calls answer the first payment. @throws Error for an unknown or closed invoice */
  pay(invoiceId: string, how?: { mode?: DeliveryMode; cardNumber?: string }): Promise<Payment>
  decline(invoiceId: string): Payment
  cancel(invoiceId: string): Payment
  /** Decides a payment that stayed pending. */
  settle(paymentId: string, outcome: 'obtained' | 'failed'): Promise<Payment>
  /** A refund made by hand in the cabinet (minor units; the whole rest when absent). @throws Error with the service's words */
  refund(paymentId: string, amount?: number): Payment
  /** Tells the merchant again, as the cabinet's button and `repeatcnt` do. */
  deliverAgain(paymentId: string, mode?: DeliveryMode): Promise<void>
  /** Cards bound in this cabinet. */
  bindings(): readonly Binding[]
  /** What the bank says to a bound card from now on is chosen by another number's last digits. @throws Error for an unknown one */
  changeCard(bindingId: string, number: string): void
  dropBinding(bindingId: string): void
  /** So many of the next changes are made and never answered: the connection is cut. */
  loseAnswers(count: number): void
  setDown(down: boolean): void
  isDown(): boolean
  /** Every answer of the API comes this much later. */
  setSlow(ms: number): void
  setNotificationUrl(url: string): void
  rotateToken(): void
}

/** The security token: 32 hex characters, another one each day. */
export function createToken(): { current(): string; is(given: string | null): boolean; rotate(): void } {
  const DAY_MS = 24 * 3_600_000
  let token = randomBytes(16).toString('hex')
  let since = Date.now()
  const rotate = (): void => {
    token = randomBytes(16).toString('hex')
    since = Date.now()
  }
  const current = (): string => {
    if (Date.now() - since >= DAY_MS) rotate()
    return token
  }
  return { current, is: (given) => given === current(), rotate }
}

export function createControl(deps: {
  bank: Bank
  cabinet: Cabinet
  notifier: Notifier
  refunds: ReturnType<typeof createRefunds>
  payUrl: (invoiceId: string) => string
  rotateToken: () => void
  loseAnswers: (count: number) => void
  setDown: (down: boolean) => void
  isDown: () => boolean
  setSlow: (ms: number) => void
  setNotificationUrl: (url: string) => void
}): PayKeeperControl {
  const { bank, cabinet, notifier, refunds } = deps
  const invoiceOf = (id: string): Invoice => {
    const invoice = cabinet.invoice(id)
    if (!invoice) throw new Error(`no invoice ${id}`)
    if (invoice.status === 'expired') throw new Error(`invoice ${id} is expired or revoked`)
    return invoice
  }
  const paymentOf = (id: string): Payment => {
    const payment = cabinet.payment(id)
    if (!payment) throw new Error(`no payment ${id}`)
    return payment
  }
  return {
    invoices: () => cabinet.invoices(),
    payments: () => cabinet.payments(),
    payUrl: deps.payUrl,
    deliveries: () => notifier.deliveries(),
    pay: async (invoiceId, how = {}) => {
      const invoice = invoiceOf(invoiceId)
      const card: Card = {
        number: how.cardNumber ?? TEST_CARDS.pays,
        expiry: '12/29',
        holder: 'Test Gateway',
      }
      const { payment, threeDSecure } = await payInvoice(bank, invoice, card, how.mode ?? 'normal')
      if (threeDSecure) await authorise(bank, payment)
      return payment
    },
    decline: (invoiceId) => refuseInvoice(bank, invoiceOf(invoiceId), null, 'failed'),
    cancel: (invoiceId) =>
      livePayment(cabinet, invoiceOf(invoiceId)) ??
      refuseInvoice(bank, invoiceOf(invoiceId), null, 'canceled'),
    settle: async (paymentId, outcome) => {
      const payment = paymentOf(paymentId)
      if (outcome === 'obtained') await authorise(bank, payment)
      else failPayment(bank, payment, 'generic_decline')
      return payment
    },
    refund: (paymentId, amount) => {
      const payment = paymentOf(paymentId)
      const problem = refunds.refund(payment, amount ?? payment.amount - payment.refunded)
      if (problem !== undefined) throw new Error(problem)
      return payment
    },
    deliverAgain: async (paymentId, mode) => {
      const payment = paymentOf(paymentId)
      if (payment.obtainedAt === null) throw new Error(`payment ${paymentId} was never taken`)
      await notifier.repeat(payment, mode)
    },
    bindings: () => cabinet.bindings(),
    changeCard: (bindingId, number) => {
      const binding = cabinet.binding(bindingId)
      if (!binding) throw new Error(`no binding ${bindingId}`)
      binding.number = number
      cabinet.save()
    },
    dropBinding: (bindingId) => cabinet.dropBinding(bindingId),
    loseAnswers: deps.loseAnswers,
    setDown: deps.setDown,
    isDown: deps.isDown,
    setSlow: deps.setSlow,
    setNotificationUrl: deps.setNotificationUrl,
    rotateToken: deps.rotateToken,
  }
}
