import { toMoscow } from './moscow-time.ts'

// One sequence for all cabinets of the process, as the service numbers payments of all merchants in one row: two cabinets never share a number.
let lastPayment = 0
let lastInvoice = 0n

/**
 * The next payment number. It follows the seconds of the machine, so that a simulator that lost its state never repeats
 * a number the product has already credited.
 */
export function nextPaymentNumber(): string {
  lastPayment = Math.max(lastPayment + 1, Math.floor(Date.now() / 1000) - 1_400_000_000)
  return String(lastPayment)
}

/** The next invoice number: 17 digits, the Moscow time to the millisecond. It does not fit a JavaScript number, on purpose. */
export function nextInvoiceNumber(at: Date): string {
  const stamp = BigInt(toMoscow(at).replace(/\D/g, '') + String(at.getUTCMilliseconds()).padStart(3, '0'))
  lastInvoice = stamp > lastInvoice ? stamp : lastInvoice + 1n
  return String(lastInvoice)
}

/** Numbers found in a state file are never given again. */
export function skipNumbers(payments: readonly string[], invoices: readonly string[]): void {
  for (const id of payments) lastPayment = Math.max(lastPayment, Number(id))
  for (const id of invoices) if (BigInt(id) > lastInvoice) lastInvoice = BigInt(id)
}
