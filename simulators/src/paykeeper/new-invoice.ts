import { readAmount } from './amounts.ts'
import type { NewInvoice } from './cabinet.ts'
import type { PageLanguage } from './cabinet-records.ts'
import { readCart, type CartLine } from './cart.ts'
import { given } from './form-fields.ts'
import { readMoscow } from './moscow-time.ts'

/**
 * Reads the fields of an invoice (`pay_amount`) or of the HTML form (`sum`).
 * @returns the invoice, or the sentence it is refused with
 */
export function readInvoice(
  fields: URLSearchParams,
  sumField: 'pay_amount' | 'sum',
  now: Date,
): NewInvoice | string {
  const amount = readAmount(given(fields, sumField))
  if (amount === undefined || amount === 0) return 'Неверно указана сумма платежа.'
  const expiry = given(fields, 'expiry')
  const expiresAt = expiry === null ? null : readMoscow(expiry)
  if (expiresAt === undefined) return 'Неверно указан срок действия счёта.'
  if (expiresAt !== null && expiresAt <= now) return 'Срок действия счёта уже истёк.'
  const details = readServiceName(fields, amount)
  if (typeof details === 'string') return details
  return {
    ...details,
    amount,
    clientId: given(fields, 'clientid'),
    orderId: given(fields, 'orderid'),
    serviceName: given(fields, 'service_name') ?? '',
    email: given(fields, 'client_email'),
    phone: given(fields, 'client_phone'),
    createsBinding: fields.get('msgtype') === 'createbinding',
    expiresAt: expiresAt?.toISOString() ?? null,
  }
}

interface Details {
  title: string
  cart: CartLine[]
  language: PageLanguage
  callback: string | null
}

/** `service_name` is plain text, or JSON that carries cart, language and the address the browser goes back to. */
function readServiceName(fields: URLSearchParams, amount: number): Details | string {
  const text = given(fields, 'service_name') ?? ''
  const json = text.trimStart().startsWith('{') ? readJson(text) : { service_name: text }
  if (typeof json !== 'object' || json === null) return 'Поле service_name содержит неверный JSON.'
  const named = json as Record<string, unknown>
  const formCart = given(fields, 'cart')
  const cart = readCart(formCart === null ? (named['cart'] ?? []) : readJson(formCart), amount)
  if (typeof cart === 'string') return cart
  return {
    title: typeof named['service_name'] === 'string' ? named['service_name'] : '',
    cart,
    language: readLanguage(named['lang'] ?? fields.get('lang')),
    callback: readCallback(named['user_result_callback'] ?? fields.get('user_result_callback')),
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

function readLanguage(value: unknown): PageLanguage {
  return value === 'en' || value === 'de' || value === 'pl' ? value : 'ru'
}

/** Only web addresses: the browser is sent there. */
function readCallback(value: unknown): string | null {
  if (typeof value !== 'string' || !URL.canParse(value)) return null
  const { protocol } = new URL(value)
  return protocol === 'https:' || protocol === 'http:' ? value : null
}
