import { randomUUID } from 'node:crypto'
import { notificationFields } from '@stowage/simulators/paykeeper/deliver-notification'
import { expectedAnswer } from '@stowage/simulators/paykeeper/hashes'
import { signature } from '@stowage/simulators/stripe/webhooks'
import type { PayKeeper } from '@stowage/simulators/paykeeper/start-paykeeper'
import { STRIPE_KEYS } from './open-shops.ts'

export type Variant = 'honest' | 'forged' | 'otherSum' | 'otherPayer' | 'stale' | 'made up'
type CabinetPayment = ReturnType<PayKeeper['control']['payments']>[number]

/** What a processor has to say; `saysPaid`: that money has come in. */
export type Message =
  | { readonly processor: 'stripe'; readonly body: string; readonly saysPaid: boolean }
  | { readonly processor: 'paykeeper'; readonly payment: CabinetPayment; readonly saysPaid: true }

export interface Told {
  /** 0: no answer. */
  readonly status: number
  readonly isRight: boolean
  readonly milliseconds: number
}

export const SECRET_WORD = 's3cr3t'

interface StripeEvent {
  id: string
  type: string
  data: {
    object: {
      id: string
      metadata?: Record<string, string>
      amount?: number
      amount_total?: number
      payment_status?: string
      payment_intent?: string
    }
  }
}

export function eventOf(
  body: string,
): Message & { readonly paymentId: string | undefined; readonly intentId: string } {
  const { type, data } = JSON.parse(body) as StripeEvent
  const { object } = data
  const saysPaid =
    type === 'payment_intent.succeeded' ||
    type === 'checkout.session.async_payment_succeeded' ||
    (type === 'checkout.session.completed' && object.payment_status === 'paid')
  return {
    processor: 'stripe',
    body,
    saysPaid,
    paymentId: object.metadata?.['paymentId'],
    intentId: type.startsWith('payment_intent.') ? object.id : (object.payment_intent ?? ''),
  }
}

/** Sends a message as its processor would, or nearly, and judges the answer: only what is true and signed may be accepted. */
export async function tell(server: string, message: Message, variant: Variant): Promise<Told> {
  const { body, headers, accepted } =
    message.processor === 'stripe' ? ofStripe(message.body, variant) : ofPayKeeper(message.payment, variant)
  const isAccepted = variant === 'honest' || variant === 'made up'
  const begin = performance.now()
  try {
    const answer = await fetch(`${server}/api/payments/${message.processor}/${message.processor}`, {
      method: 'POST',
      body,
      headers,
      signal: AbortSignal.timeout(20_000),
    })
    const text = await answer.text()
    const isRight = isAccepted
      ? answer.status === 200 && (accepted === undefined || text === accepted)
      : answer.status === 400
    return { status: answer.status, isRight, milliseconds: performance.now() - begin }
  } catch {
    return { status: 0, isRight: false, milliseconds: performance.now() - begin }
  }
}

interface Outgoing {
  readonly body: string
  readonly headers: Record<string, string>
  readonly accepted?: string
}

function ofStripe(text: string, variant: Variant): Outgoing {
  const event = JSON.parse(text) as StripeEvent
  const { object } = event.data
  if (variant === 'otherSum') {
    if (object.amount !== undefined) object.amount += 100
    if (object.amount_total !== undefined) object.amount_total += 100
  }
  if (variant === 'otherPayer') object.metadata = { ...object.metadata, accountId: 'somebody-else' }
  if (variant === 'made up') {
    // Signed with the right key, of a payment that Stripe does not know.
    const invented = `pi_${randomUUID().replaceAll('-', '')}`
    if (event.type.startsWith('payment_intent.')) object.id = invented
    else object.payment_intent = invented
  }
  // Another event: a message of the same name is told again, not anew.
  if (variant !== 'honest') event.id = `evt_${randomUUID().replaceAll('-', '')}`
  const body = variant === 'honest' ? text : JSON.stringify(event)
  const secret = variant === 'forged' ? `${STRIPE_KEYS.webhookSecret}?` : STRIPE_KEYS.webhookSecret
  const now = Math.floor(Date.now() / 1000) - (variant === 'stale' ? 600 : 0)
  return {
    body,
    headers: { 'content-type': 'application/json', 'stripe-signature': signature(body, secret, now) },
  }
}

function ofPayKeeper(payment: CabinetPayment, variant: Variant): Outgoing {
  const said = variant === 'made up' ? { ...payment, id: `${payment.id}7` } : payment
  const spoilt =
    variant === 'forged' ? 'wrongKey' : variant === 'otherSum' || variant === 'otherPayer' ? variant : 'no'
  const fields = notificationFields(said, { secretWord: SECRET_WORD, hostname: 'storm.example' }, spoilt)
  return {
    body: fields.toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    accepted: expectedAnswer(said.id, SECRET_WORD),
  }
}
