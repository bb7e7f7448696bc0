import { emit, type StripeAccount } from './account.ts'
import type { ApiCall, ApiCalls } from './api-calls.ts'
import {
  given,
  checkedAmount,
  checkedCurrency,
  methodTypes,
  referencePrefix,
  webAddress,
} from './create-session.ts'
import { changedMetadata, type Form } from './form.ts'
import { keepMethod, methodNamed, methodOf } from './keep-method.ts'
import { fieldsMatch, listOf } from './lists.ts'
import { newPaymentIntent } from './new-intent.ts'
import type { Acceptance } from './new-method.ts'
import { cancelIntent, confirmPayment, declineRefusal } from './pay-intent.ts'
import { invalidParameter, refused } from './refusals.ts'
import type { PaymentIntent, PaymentMethod } from './records.ts'

const REASONS = ['duplicate', 'fraudulent', 'requested_by_customer', 'abandoned'] as const

export function intentRoutes(api: ApiCalls, account: StripeAccount): void {
  const { books } = account

  api.post('/v1/payment_intents', (call) => {
    const { form } = call
    const currency = checkedCurrency(form)
    const isConfirmed = form.boolean('confirm') ?? false
    const isOffSession = offSession(form)
    if (isOffSession && !isConfirmed)
      throw invalidParameter(
        'off_session',
        'You may only specify this parameter: confirm=true is required with it.',
      )
    const customer = form.text('customer')
    if (customer !== undefined) books.customers.get(customer, 'customer')
    const method = methodIn(account, form)
    const automatic = form.part('automatic_payment_methods')
    const intent = books.intents.add(
      newPaymentIntent({
        amount: checkedAmount(form, 'amount', currency),
        currency,
        created: books.seconds(),
        customer: customer ?? null,
        description: form.text('description') ?? null,
        metadata: changedMetadata({}, form),
        payment_method: method?.id ?? null,
        payment_method_types: methodTypes(form, currency),
        allowed_payment_method_types: given(form.texts('allowed_payment_method_types')),
        automatic_payment_methods: form.has('allowed_payment_method_types')
          ? null
          : { enabled: true, allow_redirects: automatic.text('allow_redirects') ?? 'always' },
        receipt_email: form.text('receipt_email') ?? null,
        setup_future_usage: form.choice('setup_future_usage', ['off_session', 'on_session'] as const) ?? null,
        statement_descriptor: form.text('statement_descriptor') ?? null,
        status: method ? 'requires_confirmation' : 'requires_payment_method',
      }),
    )
    emit(account, 'payment_intent.created', intent)
    if (isConfirmed) confirm(account, intent, call, method, isOffSession)
    return intent
  })

  api.get('/v1/payment_intents', ({ form }) =>
    listOf('/v1/payment_intents', books.intents.all(), form, fieldsMatch(form, ['customer'])),
  )
  api.get('/v1/payment_intents/:id', ({ params }) => books.intents.get(params['id'] ?? ''))
  api.post('/v1/payment_intents/:id', ({ form, params }) => {
    const intent = books.intents.get(params['id'] ?? '')
    intent.metadata = changedMetadata(intent.metadata, form)
    if (form.has('description')) intent.description = form.text('description') ?? null
    if (form.has('receipt_email')) intent.receipt_email = form.text('receipt_email') ?? null
    return intent
  })
  api.post('/v1/payment_intents/:id/confirm', (call) => {
    const intent = books.intents.get(call.params['id'] ?? '')
    confirm(account, intent, call, methodIn(account, call.form), offSession(call.form))
    return intent
  })
  api.post('/v1/payment_intents/:id/cancel', ({ form, params }) => {
    const intent = books.intents.get(params['id'] ?? '')
    cancelIntent(account, intent, form.choice('cancellation_reason', REASONS) ?? 'requested_by_customer')
    return intent
  })
}

function confirm(
  account: StripeAccount,
  intent: PaymentIntent,
  call: ApiCall,
  named: PaymentMethod | undefined,
  isOffSession: boolean,
): void {
  const { form } = call
  const method =
    named ?? (intent.payment_method === null ? undefined : account.books.methods.get(intent.payment_method))
  if (!method)
    throw invalidParameter(
      'payment_method',
      'You cannot confirm this PaymentIntent because it is missing a payment method.',
      'parameter_missing',
    )
  const acceptance = acceptanceIn(call)
  const returnUrl = form.text('return_url')
  if (!isOffSession) assertWayBack(intent, returnUrl)
  const { declined } = confirmPayment(account, intent, {
    method,
    isOffSession,
    returnUrl: returnUrl === undefined ? null : webAddress(returnUrl, 'return_url'),
    referencePrefix: referencePrefix(form.part('payment_method_options')),
    ...(acceptance === undefined ? {} : { acceptance }),
  })
  if (declined) throw declineRefusal(account, intent, declined)
}

/**
 * Where one of the methods leaves the shop, the service wants to know the way back, also when the payer uses one that does not.
 * @throws StripeRefusal
 */
export function assertWayBack(
  intent: Pick<PaymentIntent, 'payment_method_types'> & {
    automatic_payment_methods: { allow_redirects?: string } | null
  },
  returnUrl: string | undefined,
): void {
  const mayLeave =
    intent.payment_method_types.includes('paypal') &&
    intent.automatic_payment_methods?.allow_redirects !== 'never'
  if (mayLeave && returnUrl === undefined)
    throw refused(
      'This intent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`. If you do not want to accept redirect-based payment methods, set automatic_payment_methods[allow_redirects] to never, or narrow allowed_payment_method_types.',
      'parameter_missing',
      'return_url',
    )
}

/** `off_session` may also say why. */
function offSession(form: Form): boolean {
  const said = form.text('off_session')
  return said === 'true' || said === 'one_off' || said === 'recurring'
}

/** The payment method a form names or describes. */
export function methodIn(account: StripeAccount, form: Form): PaymentMethod | undefined {
  const name = form.text('payment_method')
  if (name !== undefined) {
    const method = methodNamed(account, name, 'payment_method')
    // A ready-made name stands for a method of whoever uses it.
    const customer = form.text('customer')
    if (method.id !== name && customer !== undefined) keepMethod(account, method, customer)
    return method
  }
  return form.has('payment_method_data') ? methodOf(account, form.part('payment_method_data')) : undefined
}

/** How the payer agreed to be debited; undefined: not told. */
export function acceptanceIn({ form, ip }: ApiCall): Acceptance | undefined {
  const acceptance = form.part('mandate_data').part('customer_acceptance')
  const type = acceptance.text('type')
  if (type === undefined) return undefined
  const online = acceptance.part('online')
  if (type === 'online' && !acceptance.has('online'))
    throw invalidParameter(acceptance.name('online'), 'Missing required param: online.', 'parameter_missing')
  return { ip: online.text('ip_address') ?? ip, agent: online.text('user_agent') ?? null }
}
