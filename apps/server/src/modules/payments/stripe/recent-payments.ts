import type { Stripe } from 'stripe'
import { machineNow } from '../../../platform/clock.ts'
import { ProcessorError, type OutsidePayment } from '../processor.ts'
import { call } from './connect-stripe.ts'
import { STRIPE_NEWS } from './events.ts'
import { besideOf, expandedIn, fetchPayment } from './fetch-payment.ts'
import { idOf } from './read-method.ts'
import { isPaymentId } from './read-message.ts'
import { ours, readPayment } from './read-payment.ts'

/** Every message of a dispute begins with this. */
export const DISPUTE = 'charge.dispute.'
const PAGE = 100
/** Behind that something is wrong, and a job would never come to its end. */
const MAX_ROWS = 50_000
/** Asked about one by one: so many at a time. */
const AT_ONCE = 5

/**
 * All payments begun since then, and those begun earlier of which an event since then tells: a direct debit that a bank
 * decided, a refund made in the dashboard, a dispute months later. Only what the port needs of each is kept in memory.
 * @throws ProcessorError
 */
export async function recentPayments(stripe: Stripe, daysBack: number): Promise<OutsidePayment[]> {
  const since = Math.floor(machineNow().subtract({ hours: daysBack * 24 }).epochMilliseconds / 1000)
  const found = new Map<string, OutsidePayment>()
  const changed = new Map<string, { isDisputed: boolean }>()
  const events = stripe.events.list({ types: STRIPE_NEWS, created: { gte: since }, limit: PAGE })
  await forEach('GET events', events, async (event) => {
    const id = paymentIn(event)
    const isDisputed = event.type.startsWith(DISPUTE)
    if (id !== null) changed.set(id, { isDisputed: isDisputed || changed.get(id)?.isDisputed === true })
  })
  const begun = stripe.paymentIntents.list({
    created: { gte: since },
    limit: PAGE,
    expand: expandedIn('data'),
  })
  await forEach('GET payment_intents', begun, async (intent) => {
    const payment = readPayment(
      intent,
      await besideOf(stripe, intent, changed.get(intent.id)?.isDisputed === true),
    )
    if (payment) found.set(payment.id, payment)
    changed.delete(intent.id)
  })
  const older = [...changed]
  for (let start = 0; start < older.length; start += AT_ONCE) {
    const some = older.slice(start, start + AT_ONCE)
    const payments = await Promise.all(
      some.map(([id, { isDisputed }]) => fetchPayment(stripe, id, isDisputed)),
    )
    for (const payment of payments) if (payment) found.set(payment.id, payment)
  }
  return [...found.values()]
}

/**
 * Which payments were begun since a moment for orders of ours: what is left to ask when a page, or the answer to a charge, got
 * lost. Stripe's search knows them minutes later; this list knows them at once.
 * @param found told Stripe's name for each, with our payment's id
 * @throws ProcessorError
 */
export async function findOrders(
  stripe: Stripe,
  since: Temporal.Instant,
  found: (paymentId: string, intentId: string) => void,
): Promise<void> {
  const begun = stripe.paymentIntents.list({
    created: { gte: Math.floor(since.epochMilliseconds / 1000) },
    limit: PAGE,
  })
  await forEach('GET payment_intents', begun, async (intent) => {
    const paymentId = intent.metadata[ours.payment]
    if (paymentId !== undefined) found(paymentId, intent.id)
  })
}

async function forEach<T>(
  what: string,
  list: AsyncIterable<T>,
  act: (row: T) => Promise<void>,
): Promise<void> {
  await call(what, async () => {
    let rows = 0
    for await (const row of list) {
      rows += 1
      if (rows > MAX_ROWS) throw new ProcessorError('away', `${what}: more than ${MAX_ROWS} rows`)
      await act(row)
    }
  })
}

/** @returns null for a payment that says itself that it is not ours */
function paymentIn(event: Stripe.Event): string | null {
  const object = event.data.object as {
    readonly id?: string
    readonly object?: string
    readonly payment_intent?: string | { readonly id: string } | null
    readonly metadata?: Readonly<Record<string, string>> | null
  }
  const isPayment = object.object === 'payment_intent'
  if (isPayment && object.metadata?.[ours.payment] === undefined) return null
  const id = isPayment ? (object.id ?? null) : idOf(object.payment_intent)
  return id !== null && isPaymentId(id) ? id : null
}
