import { writeAmount } from './amounts.ts'
import { SYSTEMS, type Invoice, type Payment, type Refund } from './cabinet-records.ts'
import { toMoscow } from './moscow-time.ts'

const moscow = (iso: string | null): string | null => iso && toMoscow(new Date(iso))

/** An invoice as the info calls show it. */
export function invoiceAnswer(invoice: Invoice, login: string): Record<string, string | null> {
  return {
    id: invoice.id,
    user_id: '1',
    user_login: login,
    status: invoice.status,
    pay_amount: writeAmount(invoice.amount),
    clientid: invoice.clientId,
    orderid: invoice.orderId,
    paymentid: invoice.paymentId,
    service_name: invoice.serviceName,
    client_email: invoice.email,
    client_phone: invoice.phone,
    expiry_datetime: moscow(invoice.expiresAt),
    created_datetime: moscow(invoice.createdAt),
    paid_datetime: moscow(invoice.paidAt),
  }
}

/** A payment as lists show it. */
export function paymentAnswer(payment: Payment): Record<string, string | number | null> {
  return {
    id: payment.id,
    pay_amount: writeAmount(payment.amount),
    refund_amount: payment.refunded === 0 ? null : writeAmount(payment.refunded),
    clientid: payment.clientId,
    orderid: payment.orderId,
    payment_system_id: payment.systemId,
    unique_id: payment.uniqueId,
    status: payment.status,
    repeat_counter: payment.repeatCounter,
    pending_datetime: moscow(payment.pendingAt),
    obtain_datetime: moscow(payment.obtainedAt),
    success_datetime: moscow(payment.successAt),
  }
}

/** One payment: with the names of its system, and with what the bank said when asked for `advanced`. */
export function wholePaymentAnswer(
  payment: Payment,
  advanced: boolean,
): Record<string, string | number | null> {
  const system = SYSTEMS.find((s) => s.id === payment.systemId)
  return {
    ...paymentAnswer(payment),
    site_description: system?.site ?? null,
    system_description: system?.system ?? null,
    ...(advanced ? bankAnswer(payment) : {}),
  }
}

/** What the bank said. */
export function bankAnswer(payment: Payment): Record<string, string> {
  if (!payment.card) return {}
  return {
    CARD_NUMBER: payment.card.masked,
    APPROVAL_CODE: payment.card.approvalCode,
    RRN: payment.card.rrn,
    '3DSECURE': '0',
  }
}

export function refundAnswer(refund: Refund): Record<string, string | null> {
  return {
    id: refund.id,
    payment_id: refund.paymentId,
    amount: writeAmount(refund.amount),
    status: refund.status,
    datetime: moscow(refund.startedAt),
    done_datetime: moscow(refund.doneAt),
  }
}
