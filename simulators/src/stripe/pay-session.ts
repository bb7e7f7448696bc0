import { emit, type StripeAccount } from './account.ts'
import type { CardError } from './declines.ts'
import { newPaymentIntent, newSetupIntent } from './new-intent.ts'
import { newCustomer } from './new-customer.ts'
import type { Acceptance } from './new-method.ts'
import { answerPage, cancelIntent, confirmPayment } from './pay-intent.ts'
import { refused } from './refusals.ts'
import type { CheckoutSession, PaymentIntent, PaymentMethod, SessionPlan, SetupIntent } from './records.ts'
import { answerSetupPage, cancelSetup, confirmSetup } from './save-intent.ts'

/** Where a payer stands after he has pressed the button. */
export type SessionStep =
  | { readonly kind: 'complete'; readonly eventId: string }
  | { readonly kind: 'page'; readonly intentId: string }
  | { readonly kind: 'declined'; readonly reason: string }

/**
 * The payer presses "pay" (or "save") on the hosted page. One intent for the whole life of a session: another try uses it again.
 * @throws StripeRefusal when the session is not open, or the method cannot be tried at all
 */
export function paySession(
  account: StripeAccount,
  session: CheckoutSession,
  method: PaymentMethod,
  acceptance?: Acceptance,
): SessionStep {
  if (session.status !== 'open')
    throw refused(`The Checkout Session is ${session.status ?? 'closed'}.`, 'checkout_session_closed')
  const plan = planOf(account, session)
  ownCustomer(account, session, plan, method)
  const how = {
    method,
    returnUrl: `${account.browserUrl()}/c/pay/${session.id}`,
    referencePrefix: plan.referencePrefix,
    ...(acceptance === undefined ? {} : { acceptance }),
  }
  const { declined } =
    session.mode === 'setup'
      ? confirmSetup(account, setupOf(account, session, plan), how)
      : confirmPayment(account, intentOf(account, session, plan), { ...how, isOffSession: false })
  if (declined) return showDecline(account, session, declined)
  return stepOf(account, session)
}

/** The payer answered the page of his bank or of PayPal. */
export function answerSessionPage(
  account: StripeAccount,
  session: CheckoutSession,
  agrees: boolean,
): SessionStep {
  const { intent, setup } = intentsOf(account, session)
  if (intent) answerPage(account, intent, agrees)
  if (setup) answerSetupPage(account, setup, agrees)
  const error = intent?.last_payment_error ?? setup?.last_setup_error ?? null
  if (session.status === 'open' && error !== null)
    return showDecline(account, session, {
      type: 'card_error',
      code: error.code ?? 'card_declined',
      ...(error.decline_code === undefined ? {} : { decline_code: error.decline_code }),
      message: error.message ?? '',
    })
  return stepOf(account, session)
}

/** Nobody can pay on it any more. @throws StripeRefusal unless it is open */
export function expireSession(account: StripeAccount, session: CheckoutSession): void {
  if (session.status !== 'open')
    throw refused(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status ?? 'complete'}.`,
    )
  session.status = 'expired'
  session.url = null
  const { intent, setup } = intentsOf(account, session)
  if (intent) cancelIntent(account, intent, 'expired')
  if (setup) cancelSetup(account, setup)
  emit(account, 'checkout.session.expired', session)
}

/** Where a session stands by what its intent says. A completed one stays so. */
function stepOf(account: StripeAccount, session: CheckoutSession): SessionStep {
  const { intent, setup } = intentsOf(account, session)
  const on = intent ?? setup
  if (on?.status === 'requires_action') return { kind: 'page', intentId: on.id }
  return { kind: 'complete', eventId: session.status === 'open' ? complete(account, session, intent) : '' }
}

function complete(
  account: StripeAccount,
  session: CheckoutSession,
  intent: PaymentIntent | undefined,
): string {
  session.status = 'complete'
  session.url = null
  if (intent?.status === 'succeeded') session.payment_status = 'paid'
  const plan = account.books.plans.get(session.id)
  if (plan) plan.problem = null
  account.books.cancelDue(session.id)
  return emit(account, 'checkout.session.completed', session).id
}

function showDecline(account: StripeAccount, session: CheckoutSession, error: CardError): SessionStep {
  const reason = error.decline_code ?? error.code
  const plan = account.books.plans.get(session.id)
  if (plan) plan.problem = reason
  account.books.save()
  return { kind: 'declined', reason }
}

export function intentsOf(
  { books }: StripeAccount,
  session: CheckoutSession,
): { intent: PaymentIntent | undefined; setup: SetupIntent | undefined } {
  return {
    intent: session.payment_intent === null ? undefined : books.intents.find(session.payment_intent),
    setup: session.setup_intent === null ? undefined : books.setups.find(session.setup_intent),
  }
}

function planOf(account: StripeAccount, session: CheckoutSession): SessionPlan {
  const plan = account.books.plans.get(session.id)
  if (!plan) throw refused(`No such checkout.session: '${session.id}'`, 'resource_missing')
  return plan
}

/** What the payer typed becomes the session's; a method that is kept needs a customer. */
function ownCustomer(
  account: StripeAccount,
  session: CheckoutSession,
  plan: SessionPlan,
  method: PaymentMethod,
): void {
  const { name, email, phone } = method.billing_details
  session.customer_details = {
    address: null,
    business_name: null,
    email: session.customer_details?.email ?? email,
    individual_name: null,
    name: name ?? session.customer_details?.name ?? null,
    phone,
    tax_exempt: 'none',
    tax_ids: [],
  }
  const isNeeded =
    session.customer_creation === 'always' || plan.setupFutureUsage !== null || session.mode === 'setup'
  if (session.customer !== null || !isNeeded) return
  session.customer = newCustomer(account, {
    email: session.customer_details.email ?? null,
    name: session.customer_details.name ?? null,
  }).id
}

function intentOf(account: StripeAccount, session: CheckoutSession, plan: SessionPlan): PaymentIntent {
  const { intent } = intentsOf(account, session)
  if (intent) {
    intent.customer = session.customer
    return intent
  }
  const made = account.books.intents.add(
    newPaymentIntent({
      amount: session.amount_total ?? 0,
      currency: session.currency ?? 'eur',
      created: account.books.seconds(),
      payment_method_types: session.payment_method_types,
      customer: session.customer,
      description: plan.description,
      metadata: { ...plan.metadata },
      setup_future_usage: plan.setupFutureUsage,
    }),
  )
  session.payment_intent = made.id
  emit(account, 'payment_intent.created', made)
  return made
}

function setupOf(account: StripeAccount, session: CheckoutSession, plan: SessionPlan): SetupIntent {
  const { setup } = intentsOf(account, session)
  if (setup) return setup
  const made = account.books.setups.add(
    newSetupIntent({
      created: account.books.seconds(),
      payment_method_types: session.payment_method_types,
      customer: session.customer,
      description: plan.description,
      metadata: { ...plan.metadata },
    }),
  )
  session.setup_intent = made.id
  emit(account, 'setup_intent.created', made)
  return made
}
