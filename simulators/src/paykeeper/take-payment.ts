import type { Cabinet } from './cabinet.ts'
import {
  CASH_SYSTEM,
  step,
  type DeliveryMode,
  type Invoice,
  type Payment,
  isTaken,
} from './cabinet-records.ts'
import { outcomeOf, type Card } from './cards.ts'
import type { Notifier } from './notifier.ts'

/** How long the browser waits for the merchant's acknowledgement before it goes back. */
const BROWSER_WAIT_MS = 3000

export interface Bank {
  readonly cabinet: Cabinet
  readonly notifier: Notifier
  /** Card payments are only authorised; the merchant captures them. */
  readonly twoStage: boolean
}

/** The payment that decides an invoice: the one under way or taken, if any. A second click must not pay twice. */
export function livePayment(cabinet: Cabinet, invoice: Invoice): Payment | undefined {
  return cabinet
    .payments()
    .find(
      (payment) =>
        payment.invoiceId === invoice.id && payment.status !== 'failed' && payment.status !== 'canceled',
    )
}

/** Starts a card payment of an open invoice and lets the card decide. @returns the payment, `threeDSecure` while the payer's bank still asks */
export async function payInvoice(
  bank: Bank,
  invoice: Invoice,
  card: Card,
  mode: DeliveryMode,
): Promise<{ payment: Payment; threeDSecure: boolean }> {
  const live = livePayment(bank.cabinet, invoice)
  if (live) return { payment: live, threeDSecure: false }
  const payment = bank.cabinet.startPayment(ofInvoice(invoice), card)
  payment.delivery.mode = mode
  const outcome = outcomeOf(card.number)
  if (outcome.kind === 'failed') failPayment(bank, payment, outcome.reason)
  if (outcome.kind === 'obtained') await authorise(bank, payment)
  bank.cabinet.save()
  return { payment, threeDSecure: outcome.kind === 'threeDSecure' }
}

/** The bank says yes: taken at once, or held where the cabinet works in two stages. */
export async function authorise(bank: Bank, payment: Payment): Promise<void> {
  if (payment.status !== 'pending' || payment.held) return
  if (bank.twoStage) {
    payment.held = true
    bank.cabinet.save()
    return
  }
  await take(bank, payment)
}

/** Captures a held payment. @returns false when there is nothing to capture */
export async function capturePayment(bank: Bank, payment: Payment): Promise<boolean> {
  if (payment.status !== 'pending' || !payment.held) return false
  payment.batchDate = bank.cabinet.now().toISOString()
  await take(bank, payment)
  return true
}

async function take(bank: Bank, payment: Payment): Promise<void> {
  bank.cabinet.obtain(payment)
  const told = bank.notifier.notify(payment, payment.delivery.mode)
  let wait: NodeJS.Timeout | undefined
  await Promise.race([told, new Promise((resolve) => (wait = setTimeout(resolve, BROWSER_WAIT_MS)))])
  clearTimeout(wait)
}

/** The bank says no. Nobody is notified: the merchant learns it from the browser or by asking. */
export function failPayment(bank: Bank, payment: Payment, reason: string): void {
  if (payment.status !== 'pending') return
  step(payment, 'failed')
  payment.failReason = reason
  bank.cabinet.save()
}

/** The payer turned back, or a hold was released. */
export function cancelPayment(bank: Bank, payment: Payment): void {
  if (payment.status !== 'pending') return
  step(payment, 'canceled')
  payment.held = false
  bank.cabinet.save()
}

/** Declines or cancels an invoice on the page: an attempt that stays in the books. */
export function refuseInvoice(
  bank: Bank,
  invoice: Invoice,
  card: Card | null,
  how: 'failed' | 'canceled',
): Payment {
  const live = livePayment(bank.cabinet, invoice)
  if (live) return live
  const payment = bank.cabinet.startPayment(ofInvoice(invoice), card)
  if (how === 'failed') failPayment(bank, payment, 'generic_decline')
  else cancelPayment(bank, payment)
  return payment
}

/** The merchant took cash for an invoice. */
export async function acceptCash(bank: Bank, invoice: Invoice): Promise<boolean> {
  if ((invoice.status !== 'created' && invoice.status !== 'sent') || livePayment(bank.cabinet, invoice))
    return false
  await take(bank, bank.cabinet.startPayment(ofInvoice(invoice), null, CASH_SYSTEM))
  return true
}

/** Refunds do not happen at once: the bank finishes them `afterMs` later. */
export function createRefunds(
  cabinet: Cabinet,
  afterMs: number,
): { refund(payment: Payment, amount: number): string | undefined; resume(): void; close(): void } {
  const timers = new Set<NodeJS.Timeout>()
  const finishLater = (refund: Parameters<Cabinet['finishRefund']>[0]): void => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      cabinet.finishRefund(refund)
    }, afterMs).unref()
    timers.add(timer)
  }
  return {
    /** @returns why not, in the service's words; undefined when it is under way */
    refund: (payment, amount) => {
      if (payment.status === 'refunding') return 'Предыдущий возврат ещё не завершён.'
      if (!isTaken(payment.status) && payment.status !== 'partially_refunded')
        return 'Возврат возможен только для совершённого платежа.'
      if (amount <= 0 || amount > payment.amount - payment.refunded)
        return 'Сумма возврата больше остатка платежа.'
      finishLater(cabinet.startRefund(payment, amount))
      return undefined
    },
    resume: () => cabinet.openRefunds().forEach(finishLater),
    close: () => timers.forEach(clearTimeout),
  }
}

function ofInvoice(
  invoice: Invoice,
): Pick<Payment, 'invoiceId' | 'amount' | 'clientId' | 'orderId' | 'serviceName' | 'email' | 'phone'> {
  return {
    invoiceId: invoice.id,
    amount: invoice.amount,
    clientId: invoice.clientId,
    orderId: invoice.orderId,
    serviceName: invoice.title,
    email: invoice.email,
    phone: invoice.phone,
  }
}
