import { currencies, money, type Money } from '@stowage/domain/money'
import { machineNow } from '../../../platform/clock.ts'
import type { MessageSubject, RawMessage, ReadMessage } from '../processor.ts'
import { sdk } from './load-sdk.ts'
import { idOf } from './read-method.ts'
import { ours } from './read-payment.ts'

/** A copied message is worthless after this; Stripe signs each of its own tries anew. */
const TOLERANCE_SECONDS = 300
const ACCEPTED = { status: 200, text: 'ok' } as const

/**
 * A message of Stripe (a "snapshot event"): its signature under one of the endpoint's secrets, its age, its subject. Nothing
 * of the payment in it is believed; it is as old as the message, and messages overtake each other.
 * @param secrets two while the endpoint's secret is being changed
 */
export function readMessage(raw: RawMessage, secrets: readonly string[]): ReadMessage {
  const header = raw.header('stripe-signature') ?? ''
  const signedAt = /(?:^|,)t=(\d{1,12})(?:,|$)/.exec(header)?.[1]
  const unread = { bytes: String(raw.body.length), ...(signedAt === undefined ? {} : { signedAt }) }
  if (signedAt === undefined || raw.body.length === 0) return { verdict: 'malformed', kept: unread }
  const event = readEvent(raw.body)
  const strange = { kept: unread, ...spokenOf(event) }
  if (!secrets.some((secret) => isSigned(raw.body, header, secret))) return { verdict: 'forged', ...strange }
  if (machineNow().epochMilliseconds / 1000 - Number(signedAt) > TOLERANCE_SECONDS)
    return { verdict: 'stale', ...strange }
  if (!event) return { verdict: 'malformed', kept: unread }
  return {
    verdict: 'genuine',
    messageId: event.id,
    type: event.type,
    subject: subjectOf(event),
    kept: kept(event),
    // The API itself tells all that a message could.
    hearsay: {},
    accepted: ACCEPTED,
  }
}

/** Constant-time; the age is judged afterwards, so that an old message and a forged one are told apart. */
function isSigned(body: Buffer, header: string, secret: string): boolean {
  try {
    return sdk().webhooks.signature?.verifyHeader(body, header, secret, 0) ?? false
  } catch (error) {
    if (error instanceof sdk().errors.StripeSignatureVerificationError) return false
    throw error
  }
}

type Fields = Readonly<Record<string, unknown>>

interface ReadEvent {
  readonly id: string
  readonly type: string
  readonly object: Fields
  readonly previous: Fields
  readonly created: unknown
  readonly isLive: boolean
}

/** @returns undefined for what is no event of ours to read, a "thin" one of the second API among it */
function readEvent(body: Buffer): ReadEvent | undefined {
  let json: unknown
  try {
    json = JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
  const event = fieldsOf(json)
  const data = fieldsOf(event?.['data'])
  const object = fieldsOf(data?.['object'])
  const [id, type] = [textOf(event?.['id']), textOf(event?.['type'])]
  if (!event || !object || event['object'] !== 'event' || id === null || type === null) return undefined
  return {
    id: id.slice(0, 200),
    type: type.slice(0, 100),
    object,
    previous: fieldsOf(data?.['previous_attributes']) ?? {},
    created: event['created'],
    isLive: event['livemode'] === true,
  }
}

function spokenOf(event: ReadEvent | undefined): { outsideId?: string } {
  const subject = event && subjectOf(event)
  return subject?.about === 'payment' ? { outsideId: subject.outsideId } : {}
}

function subjectOf({ type, object }: ReadEvent): MessageSubject {
  if (type === 'payment_method.detached') return methodSubject(object['id'])
  if (type === 'payment_method.automatically_updated') return methodSubject(object['id'], 'changedMethod')
  if (type === 'mandate.updated')
    return object['status'] === 'inactive' ? methodSubject(object['payment_method']) : { about: 'nothing' }
  const outsideId = type.startsWith('payment_intent.')
    ? textOf(object['id'])
    : /^(checkout\.session|charge|refund)\./.test(type)
      ? idOf(object['payment_intent'] as string | { id: string } | null | undefined)
      : null
  if (outsideId === null || !isPaymentId(outsideId)) return { about: 'nothing' }
  const metadata = fieldsOf(object['metadata']) ?? {}
  const orderId = textOf(metadata[ours.payment])
  const clientId = textOf(metadata[ours.account])
  return {
    about: 'payment',
    outsideId,
    // A refund and a dispute carry names of their own: whose payment it is tells the payment.
    orderId,
    claims:
      orderId === null || clientId === null || !saysPaid(type, object)
        ? null
        : { amount: claimedAmount(object), clientId },
  }
}

/** A direct debit's page is completed days before its money comes. */
function saysPaid(type: string, object: Fields): boolean {
  if (type === 'checkout.session.completed') return object['payment_status'] === 'paid'
  return type === 'payment_intent.succeeded' || type === 'checkout.session.async_payment_succeeded'
}

function claimedAmount(object: Fields): Money | null {
  const minor = object['amount_total'] ?? object['amount']
  const currency = currencies.find((one) => one.toLowerCase() === object['currency'])
  return currency !== undefined && typeof minor === 'number' && Number.isSafeInteger(minor)
    ? money(minor, currency)
    : null
}

function methodSubject(reference: unknown, about: 'method' | 'changedMethod' = 'method'): MessageSubject {
  const outsideId = idOf(reference as string | { id: string } | null | undefined)
  return outsideId !== null && isMethodId(outsideId) ? { about, outsideId } : { about: 'nothing' }
}

/** What staff and a dispute need of a message, and nothing of its payer's name, address or mail. */
function kept(event: ReadEvent): Readonly<Record<string, string>> {
  const { object } = event
  const error = fieldsOf(object['last_payment_error']) ?? {}
  const metadata = fieldsOf(object['metadata']) ?? {}
  const told: Readonly<Record<string, unknown>> = {
    id: event.id,
    type: event.type,
    created: event.created,
    livemode: event.isLive,
    object: object['id'],
    payment: object['payment_intent'],
    orderId: metadata[ours.payment],
    clientId: metadata[ours.account],
    amount: object['amount_total'] ?? object['amount'],
    amountRefunded: object['amount_refunded'],
    currency: object['currency'],
    status: object['payment_status'] ?? object['status'],
    reason: object['reason'] ?? object['cancellation_reason'],
    failure: error['code'] ?? object['failure_code'] ?? object['failure_reason'],
    declineCode: error['decline_code'],
    dueBy: fieldsOf(object['evidence_details'])?.['due_by'],
    was: event.previous['status'],
  }
  return Object.fromEntries(
    Object.entries(told).flatMap(([name, value]) => {
      const text = typeof value === 'object' ? idOf(value as { id: string } | null) : value
      return typeof text === 'string' || typeof text === 'number' || typeof text === 'boolean'
        ? [[name, short(String(text))]]
        : []
    }),
  )
}

/** PostgreSQL's JSON has no NUL. */
const short = (text: string): string => text.replaceAll('\u0000', '').toWellFormed().slice(0, 300)

const fieldsOf = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' && value.length <= 200 ? value : null

export const isPaymentId = (text: string): boolean => /^pi_\w{1,100}$/.test(text)
export const isMethodId = (text: string): boolean => /^pm_\w{1,100}$/.test(text)
export const isPageId = (text: string): boolean => /^cs_\w{1,190}$/.test(text)
