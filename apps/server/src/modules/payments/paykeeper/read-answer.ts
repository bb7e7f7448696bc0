import { fromDecimalString, money, MoneyError, type Currency, type Money } from '@stowage/domain/money'
import { fromMoscow } from './moscow-time.ts'

const STATUSES = [
  'pending',
  'obtained',
  'success',
  'stuck',
  'canceled',
  'failed',
  'refunding',
  'refunded',
  'partially_refunded',
] as const
export type CabinetStatus = (typeof STATUSES)[number]

/** A payment as PayKeeper knows it. Times are the processor's, which is the machine's clock, never the moved one. */
export interface CabinetPayment {
  readonly id: string
  readonly orderId: string | null
  readonly clientId: string | null
  readonly amount: Money
  readonly refunded: Money
  readonly status: CabinetStatus
  readonly pendingAt: Temporal.Instant | null
  readonly obtainedAt: Temporal.Instant | null
  readonly card: string | null
}

export interface CabinetInvoice {
  readonly id: string
  readonly status: string
  readonly paymentId: string | null
}

type Fields = Readonly<Record<string, unknown>>

/**
 * Reads JSON with every number kept as the text it was: ids have 17 digits, which JavaScript numbers round.
 * @returns undefined for what is no JSON (the HTML page of a 401, a maintenance page)
 */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text, keepNumbersAsText) as unknown
  } catch {
    return undefined
  }
}

function keepNumbersAsText(
  this: unknown,
  _key: string,
  value: unknown,
  context?: { source?: string },
): unknown {
  return typeof value === 'number' ? (context?.source ?? String(value)) : value
}

/** An object, also one that came wrapped in an array of one. */
export function readObject(answer: unknown): Fields | undefined {
  const value: unknown = Array.isArray(answer) && answer.length === 1 ? answer[0] : answer
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined
}

/** Business failures come with HTTP 200: why, in PayKeeper's words; undefined when it is none. */
export function refusalIn(answer: unknown): string | undefined {
  const fields = readObject(answer)
  if (!fields) return undefined
  if (fields['result'] === 'fail') return textOf(fields, 'msg') ?? 'without a reason'
  const code = textOf(fields, 'error_code')
  return code === null ? undefined : `error_code ${code}`
}

/** A text or number of an object as text; null for absent, null and empty. */
export function textOf(fields: Fields, ...names: readonly string[]): string | null {
  for (const name of names) {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (typeof value === 'string' && value !== '') return value
  }
  return null
}

/** @returns undefined when id, amount or status cannot be read: such a payment proves nothing */
export function readPayment(answer: unknown, currency: Currency): CabinetPayment | undefined {
  const fields = readObject(answer)
  if (!fields) return undefined
  const id = textOf(fields, 'id')
  const status = STATUSES.find((known) => known === textOf(fields, 'status'))
  const amount = readAmount(textOf(fields, 'pay_amount'), currency)
  if (id === null || !isOutsideId(id) || status === undefined || amount === undefined) return undefined
  const refunded = readAmount(textOf(fields, 'refund_amount'), currency) ?? money(0, currency)
  return {
    id,
    status,
    amount,
    // A payment refunded in full may come without its refund_amount.
    refunded: status === 'refunded' && refunded.amount === 0 ? amount : refunded,
    orderId: textOf(fields, 'orderid'),
    clientId: textOf(fields, 'clientid'),
    pendingAt: fromMoscow(textOf(fields, 'pending_datetime')),
    obtainedAt:
      fromMoscow(textOf(fields, 'obtain_datetime')) ?? fromMoscow(textOf(fields, 'success_datetime')),
    card: textOf(fields, 'CARD_NUMBER'),
  }
}

export function readInvoice(answer: unknown): CabinetInvoice | undefined {
  const fields = readObject(answer)
  const id = fields && textOf(fields, 'id')
  const status = fields && textOf(fields, 'status')
  if (!fields || !id || !status) return undefined
  // Both spellings are seen in the field.
  return { id, status, paymentId: textOf(fields, 'paymentid', 'payment_id') }
}

/** Roubles (or the cabinet's other currency) with a dot → minor units. @returns undefined for what is no amount */
export function readAmount(text: string | null, currency: Currency): Money | undefined {
  if (text === null) return undefined
  try {
    return fromDecimalString(text, currency)
  } catch (error) {
    if (error instanceof MoneyError) return undefined
    throw error
  }
}

export function isOutsideId(text: string): boolean {
  return /^\d{1,30}$/.test(text)
}
