import { money, type Currency } from '@stowage/domain/money'
import { machineNow } from '../../../platform/clock.ts'
import { newId } from '../../../platform/ids.ts'
import type { OpenedPage, OutsidePayment, PayOrder, Processor, RawMessage } from '../processor.ts'

/** What a processor does not have; the suite then expects what is left. */
export type Lack =
  /** It does not tell why a payment was declined. */
  | 'decline reasons'
  /** A charge sent twice for one order is two payments: nobody but the core may send it, and once. */
  | 'charge keys'
  /** A saved method cannot be given back. */
  | 'forgetting methods'
  /** Its messages carry no moment, so that an old one is as good as a new one. */
  | 'stale messages'
  /** It tells nobody of a decline. */
  | 'messages of declines'
  /** Whether its account moves real money it does not tell. */
  | 'test accounts'

/**
 * `usual`: as in the product; `one try`: with its time, and nothing is asked twice; `hurried`: one try, which ends within 500 ms: where no
 * answer comes, for whether one comes in that time is the machine's to say.
 */
export type Patience = 'usual' | 'one try' | 'hurried'

/** A payment that a payer has begun, over the processor's page or over the form that his browser posts. */
export interface Begun {
  readonly order: PayOrder
  readonly startedAt: Temporal.Instant
  readonly page: OpenedPage | null
  readonly form: Readonly<Record<string, string>> | null
}

/** One processor's simulator and what in it no merchant can do. The adapter never sees it. */
export interface ProcessorRig {
  /** Where the simulator listens; the suite puts a line in between that can be cut. */
  readonly url: string
  readonly currency: Currency
  /** The adapter at an address. */
  connect(url: string, how: { readonly key: 'right' | 'wrong'; readonly patience: Patience }): Processor
  /** A payer's browser pays. @throws where the page does not let him */
  pay(begun: Begun, card: 'good' | 'no funds'): Promise<void>
  /** He goes back without having paid. */
  leave(begun: Begun): Promise<void>
  /** What the bank says to a saved method from now on. */
  rule(methodId: string, card: 'good' | 'no funds' | 'stolen'): Promise<void>
  /** Somebody gives money back at the processor, not through us. */
  refundThere(outsideId: string, amount: number): Promise<void>
  /** Messages that were sent and not understood. */
  unaccepted(): number
  /** All messages on their way have arrived. */
  settle(): Promise<void>
  /** A genuine message made into another one. */
  spoil(message: RawMessage, how: 'forged' | 'malformed' | 'stale'): RawMessage
  close(): Promise<void>
}

/** @param where.messagesUrl where the simulator sends its messages */
export type SetUp<R extends ProcessorRig = ProcessorRig> = (where: {
  readonly messagesUrl: string
}) => Promise<R>

/** An order as billing gives it: one line, in the rig's currency. */
export function orderOf(currency: Currency, given: Partial<PayOrder> = {}): PayOrder {
  const paymentId = newId()
  const amount = given.amount ?? money(12_345, currency)
  return {
    paymentId,
    reference: `document:${paymentId}`,
    accountId: newId(),
    stockId: newId(),
    amount,
    serviceName: 'Rent of box 12, December',
    cart: [{ name: 'Rent', quantity: 1, gross: amount, vatPercent: 0, kind: 'service' }],
    email: 'anna@example.com',
    phone: null,
    language: 'en',
    createdById: newId(),
    returnUrl: `https://rent.example/payment-return?payment=${paymentId}`,
    expiresAt: machineNow().add({ hours: 2 }),
    ...given,
  }
}

/** Begins to pay, in whichever way the processor wants it for this order. */
export async function begin(processor: Processor, order: PayOrder): Promise<Begun> {
  const startedAt = machineNow()
  const form = processor.form(order) ?? null
  return { order, startedAt, form, page: form === null ? await processor.openPage(order) : null }
}

/** All that the processor knows of an attempt, asked as the core asks. */
export async function paymentsOf(
  processor: Processor,
  { order, page, startedAt }: Pick<Begun, 'order' | 'startedAt'> & { readonly page?: OpenedPage | null },
): Promise<OutsidePayment[]> {
  return await processor.paymentsOf({
    paymentId: order.paymentId,
    pageId: page?.pageId ?? null,
    outsideId: null,
    startedAt,
  })
}
