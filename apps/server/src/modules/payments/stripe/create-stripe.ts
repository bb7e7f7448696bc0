import type { Stripe } from 'stripe'
import type { CallLimits } from './bounded-client.ts'
import { ProcessorError, type OutsidePayment, type Processor } from '../processor.ts'
import { chargeMethod } from './charge-method.ts'
import { checkAccount } from './check-account.ts'
import { call, connectStripe, expected, find, within, type StripeSettings } from './connect-stripe.ts'
import {
  completePayment,
  expandedIn,
  fetchIntent,
  fetchPayment,
  fetchSavedMethod,
  refundsOf,
} from './fetch-payment.ts'
import { instantOf } from './read-dispute.ts'
import { methodsFor, pageFields, pageKey } from './page-fields.ts'
import { expiryOf, labelOf } from './read-method.ts'
import { isMethodId, isPageId, isPaymentId, readMessage } from './read-message.ts'
import { DISPUTE, findOrders, recentPayments } from './recent-payments.ts'

export type { StripeSettings } from './connect-stripe.ts'

/** The two machines' clocks differ a little. */
const CLOCKS_DIFFER = { minutes: 2 }
/** So much is remembered of what was just sent or heard, until somebody asks about it, which happens at once. */
const REMEMBERED = 20_000

/**
 * Stripe behind the port: hosted pages (Checkout), saved methods, refunds, disputes, signed messages. The page's name is a
 * Checkout Session's (`cs_…`), a payment's a PaymentIntent's (`pi_…`), a method's a PaymentMethod's (`pm_…`).
 * @throws Error for a wrong address
 */
export function createStripe(
  settings: StripeSettings,
  options: { readonly limits?: Partial<CallLimits> } = {},
): Processor {
  const stripe = connectStripe(settings, options.limits)
  const begun = remembering<string>()
  const disputed = remembering<true>()
  let looking: Promise<void> = Promise.resolve()
  /**
   * Stripe's name of a charge whose answer was lost, or was heard by another process. Whoever looks through the list learns all
   * names in it, and those who ask meanwhile wait: behind a restart many charges are asked about at once.
   */
  async function nameOfOrder(paymentId: string, startedAt: Temporal.Instant): Promise<string | null> {
    const look = async (): Promise<void> => {
      if (begun.get(paymentId) !== undefined) return
      await findOrders(stripe, startedAt.subtract(CLOCKS_DIFFER), begun.set)
    }
    const mine = looking.then(look)
    looking = mine.catch(() => undefined)
    await mine
    return begun.get(paymentId) ?? null
  }

  return {
    name: settings.name,
    kind: 'stripe',
    servesOthers: true,
    currencies: settings.currencies,
    methods: (currency) =>
      settings.currencies.includes(currency) ? methodsFor(currency, settings.methods) : [],
    form: () => undefined,

    async openPage(order) {
      const fields = pageFields(order, settings.methods)
      const session = await call('POST checkout/sessions', () =>
        stripe.checkout.sessions.create(fields, { idempotencyKey: pageKey(order.paymentId, fields) }),
      )
      const { id, url } = expected(session, 'checkout.session')
      if (!isPageId(id) || !url || !isWebAddress(url))
        throw new ProcessorError('away', 'the new page has no address')
      return { pageId: id, url, closesAt: instantOf(session.expires_at) }
    },
    async pageState(pageId) {
      const session = await fetchPage(stripe, pageId)
      if (session?.status === 'open') return 'open'
      if (session?.status !== 'complete') return 'closed'
      const intent = intentOf(session)
      // Complete and not paid is what a bank decides, or has refused: a refused one cannot be paid on the same page.
      const isLost = intent?.status === 'requires_payment_method' || intent?.status === 'canceled'
      return isLost ? 'closed' : 'paid'
    },
    async closePage(pageId) {
      if (!isPageId(pageId)) return false
      try {
        await call(`POST checkout/sessions/${pageId}/expire`, () => stripe.checkout.sessions.expire(pageId))
        return true
      } catch (error) {
        if (error instanceof ProcessorError && error.kind === 'refused') return false
        throw error
      }
    },

    async payment(outsideId, withinMs) {
      if (!isPaymentId(outsideId)) return undefined
      return await within(withinMs, fetchPayment(stripe, outsideId, disputed.get(outsideId)))
    },
    async paymentsOf({ paymentId, pageId, outsideId, startedAt }, withinMs) {
      const find = async (): Promise<OutsidePayment[]> => {
        const isNamed = pageId !== null || outsideId !== null
        const known = isNamed ? outsideId : await nameOfOrder(paymentId, startedAt)
        return await paymentsByName(stripe, pageId, known)
      }
      return await within(withinMs, find())
    },
    recentPayments: async (daysBack) => await recentPayments(stripe, daysBack),
    // Stripe's names begin with the second they were given in, so that they rank as they were begun (record 250).
    compare: (one, other) => (one === other ? 0 : one < other ? -1 : 1),

    knowsRefundKeys: true,
    async charge(methodOutsideId, order) {
      if (!isMethodId(methodOutsideId))
        throw new ProcessorError('refused', 'this is no method of Stripe', { reason: 'invalid_account' })
      begun.set(order.paymentId, await chargeMethod(stripe, methodOutsideId, order))
    },
    async refund({ outsideId, amount, key }) {
      if (!isPaymentId(outsideId)) throw new ProcessorError('refused', 'this is no payment of Stripe')
      // Stripe forgets a key after a day; a refund keeps ours.
      const former = await refundsOf(stripe, outsideId)
      const refund =
        former.find((one) => one.metadata?.['key'] === key) ??
        (await call('POST refunds', () =>
          stripe.refunds.create(
            { payment_intent: outsideId, amount: amount.amount, metadata: { key } },
            { idempotencyKey: `${key}:refund` },
          ),
        ))
      // Also of one that was sent days ago: the payer's bank did not take it.
      if (refund.status === 'failed' || refund.status === 'canceled')
        throw new ProcessorError('refused', `the refund ${refund.id} is ${refund.status}`)
    },
    async forgetMethod(methodOutsideId) {
      if (!isMethodId(methodOutsideId)) return
      try {
        await call('POST payment_methods/detach', () => stripe.paymentMethods.detach(methodOutsideId))
      } catch (error) {
        // It is unknown, or belongs to nobody already.
        if (!(error instanceof ProcessorError) || error.kind !== 'refused') throw error
      }
    },
    async method(methodOutsideId) {
      if (!isMethodId(methodOutsideId)) return undefined
      const method = await find(`GET payment_methods/${methodOutsideId}`, () =>
        stripe.paymentMethods.retrieve(methodOutsideId),
      )
      return method && { label: labelOf(method), expires: expiryOf(method) }
    },
    savedMethodOf: async (outsideId) =>
      isPaymentId(outsideId) ? await fetchSavedMethod(stripe, outsideId) : undefined,

    readMessage(raw) {
      const message = readMessage(raw, settings.webhookSecrets)
      if (
        message.verdict === 'genuine' &&
        message.subject.about === 'payment' &&
        message.type.startsWith(DISPUTE)
      )
        disputed.set(message.subject.outsideId, true)
      return message
    },
    check: async () => await checkAccount(stripe, settings),
  }
}

async function fetchPage(stripe: Stripe, pageId: string): Promise<Stripe.Checkout.Session | undefined> {
  if (!isPageId(pageId)) return undefined
  const session = await find(`GET checkout/sessions/${pageId}`, () =>
    stripe.checkout.sessions.retrieve(pageId, { expand: expandedIn('payment_intent') }),
  )
  return session && expected(session, 'checkout.session')
}

const intentOf = ({ payment_intent: intent }: Stripe.Checkout.Session): Stripe.PaymentIntent | null =>
  typeof intent === 'object' ? intent : null

/** What was paid on a page, and a payment that is known by name; mostly they are one. */
async function paymentsByName(
  stripe: Stripe,
  pageId: string | null,
  outsideId: string | null,
): Promise<OutsidePayment[]> {
  const session = pageId === null ? undefined : await fetchPage(stripe, pageId)
  const onPage = session && intentOf(session)
  const other =
    outsideId === null || outsideId === onPage?.id || !isPaymentId(outsideId)
      ? undefined
      : await fetchIntent(stripe, outsideId)
  return await completeAll(
    stripe,
    [onPage, other].filter((intent) => intent != null),
  )
}

/** The earliest first. */
async function completeAll(
  stripe: Stripe,
  intents: readonly Stripe.PaymentIntent[],
): Promise<OutsidePayment[]> {
  const inOrder = [...intents].sort((one, other) => one.created - other.created)
  const payments = await Promise.all(inOrder.map((intent) => completePayment(stripe, intent)))
  return payments.filter((payment) => payment !== undefined)
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

/** Spares a question, and decides nothing: another process, or this one later, asks. The oldest is forgotten first. */
function remembering<T>(): { get(key: string): T | undefined; set(key: string, value: T): void } {
  const kept = new Map<string, T>()
  return {
    get: (key) => kept.get(key),
    set(key, value) {
      kept.set(key, value)
      const [oldest] = kept.keys()
      if (kept.size > REMEMBERED && oldest !== undefined) kept.delete(oldest)
    },
  }
}
