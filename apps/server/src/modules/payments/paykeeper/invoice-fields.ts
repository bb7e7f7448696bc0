import { sum, toDecimalString, money } from '@stowage/domain/money'
import type { CartLine, Collection } from '../payments.ts'
import { toMoscow } from './moscow-time.ts'

export interface InvoiceOrder {
  readonly orderId: string
  readonly returnUrl: string
  /** By the machine's clock, which is the processor's. */
  readonly expiresAt: Temporal.Instant
}

/** Codes of the 54-FZ receipt for the rates that exist; 0 is "without VAT": a storage company has no export rate. */
const TAXES: Readonly<Record<number, string>> = {
  0: 'none',
  5: 'vat5',
  7: 'vat7',
  10: 'vat10',
  20: 'vat20',
  22: 'vat22',
}

/** The tax code of a VAT percentage; undefined for a rate that Russian receipts do not know. */
export function taxCode(vatPercent: number): string | undefined {
  return Object.hasOwn(TAXES, vatPercent) ? TAXES[vatPercent] : undefined
}

const KINDS: Readonly<
  Record<CartLine['kind'], { readonly item_type: string; readonly payment_type: string }>
> = {
  service: { item_type: 'service', payment_type: 'prepay' },
  deposit: { item_type: 'payment', payment_type: 'advance' },
  penalty: { item_type: 'service', payment_type: 'full' },
}

/**
 * The fields of POST /change/invoice/preview/ without the token. `service_name` is a JSON text that carries the receipt's
 * cart, the language of the pay page and the address to which the browser comes back.
 */
export function invoiceFields(collection: Collection, order: InvoiceOrder): Record<string, string> {
  const cart = cartOf(collection)
  const details = {
    service_name: cut(collection.serviceName, 255),
    ...(cart.length === 0 ? {} : { cart }),
    // The pay page speaks Russian and English.
    lang: collection.language === 'ru' ? 'ru' : 'en',
    user_result_callback: order.returnUrl,
  }
  return {
    pay_amount: toDecimalString(collection.amount),
    clientid: collection.accountId,
    orderid: order.orderId,
    service_name: JSON.stringify(details),
    client_email: collection.email,
    ...(collection.phone === null ? {} : { client_phone: collection.phone }),
    expiry: toMoscow(order.expiresAt),
  }
}

/**
 * The lines of the receipt; empty when none were given or one of them cannot stand in a receipt (a reduction), since then
 * PayKeeper prints one line of its own from the service's name.
 * @throws Error when the lines do not sum to the amount: a defect of the caller, before anybody is asked to pay
 */
export function cartOf({ cart, amount }: Pick<Collection, 'cart' | 'amount'>): Record<string, string>[] {
  if (cart.length === 0) return []
  const total = sum(
    cart.map((line) => line.gross),
    amount.currency,
  )
  if (total.amount !== amount.amount)
    throw new Error(`the cart sums to ${total.amount}, to be collected are ${amount.amount}`)
  if (cart.some((line) => line.gross.amount < 0)) return []
  return cart.filter((line) => line.gross.amount > 0).map(cartLine)
}

function cartLine(line: CartLine): Record<string, string> {
  // Price × quantity must be the line's sum to the kopeck: pieces are told only where the price divides evenly.
  const isEven =
    Number.isInteger(line.quantity) && line.quantity > 0 && line.gross.amount % line.quantity === 0
  const quantity = isEven ? line.quantity : 1
  return {
    name: cut(line.name, 128),
    price: toDecimalString(money(line.gross.amount / quantity, line.gross.currency)),
    quantity: String(quantity),
    sum: toDecimalString(line.gross),
    tax: taxCode(line.vatPercent) ?? 'none',
    ...KINDS[line.kind],
  }
}

/** By characters, not by halves of them. */
export function cut(text: string, length: number): string {
  return Array.from(text.replace(/\s+/g, ' ').trim()).slice(0, length).join('')
}
