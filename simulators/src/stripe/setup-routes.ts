import { emit, type StripeAccount } from './account.ts'
import type { ApiCall, ApiCalls } from './api-calls.ts'
import { given, methodTypes, referencePrefix } from './create-session.ts'
import { changedMetadata } from './form.ts'
import { acceptanceIn, assertWayBack, methodIn } from './intent-routes.ts'
import { fieldsMatch, listOf } from './lists.ts'
import { newSetupIntent } from './new-intent.ts'
import { invalidParameter } from './refusals.ts'
import type { PaymentMethod, SetupIntent } from './records.ts'
import { cancelSetup, confirmSetup, setupRefusal } from './save-intent.ts'

export function setupRoutes(api: ApiCalls, account: StripeAccount): void {
  const { books } = account

  api.post('/v1/setup_intents', (call) => {
    const { form } = call
    const customer = form.text('customer')
    if (customer !== undefined) books.customers.get(customer, 'customer')
    const method = methodIn(account, form)
    const setup = books.setups.add(
      newSetupIntent({
        created: books.seconds(),
        customer: customer ?? null,
        description: form.text('description') ?? null,
        metadata: changedMetadata({}, form),
        payment_method: method?.id ?? null,
        payment_method_types: methodTypes(form, 'eur'),
        allowed_payment_method_types: given(form.texts('allowed_payment_method_types')),
        automatic_payment_methods: form.has('allowed_payment_method_types')
          ? null
          : {
              enabled: true,
              allow_redirects: form.part('automatic_payment_methods').text('allow_redirects') ?? 'always',
            },
        status: method ? 'requires_confirmation' : 'requires_payment_method',
        usage: form.choice('usage', ['off_session', 'on_session'] as const) ?? 'off_session',
      }),
    )
    emit(account, 'setup_intent.created', setup)
    if (form.boolean('confirm') === true) confirm(account, setup, call, method)
    return setup
  })
  api.get('/v1/setup_intents', ({ form }) =>
    listOf('/v1/setup_intents', books.setups.all(), form, fieldsMatch(form, ['customer', 'payment_method'])),
  )
  api.get('/v1/setup_intents/:id', ({ params }) => books.setups.get(params['id'] ?? ''))
  api.post('/v1/setup_intents/:id/confirm', (call) => {
    const setup = books.setups.get(call.params['id'] ?? '')
    confirm(account, setup, call, methodIn(account, call.form))
    return setup
  })
  api.post('/v1/setup_intents/:id/cancel', ({ params }) => {
    const setup = books.setups.get(params['id'] ?? '')
    cancelSetup(account, setup)
    return setup
  })
}

function confirm(
  account: StripeAccount,
  setup: SetupIntent,
  call: ApiCall,
  named: PaymentMethod | undefined,
): void {
  const method =
    named ?? (setup.payment_method === null ? undefined : account.books.methods.get(setup.payment_method))
  if (!method)
    throw invalidParameter(
      'payment_method',
      'You cannot confirm this SetupIntent because it is missing a payment method.',
      'parameter_missing',
    )
  const acceptance = acceptanceIn(call)
  assertWayBack(setup, call.form.text('return_url'))
  const { declined } = confirmSetup(account, setup, {
    method,
    returnUrl: call.form.text('return_url') ?? null,
    referencePrefix: referencePrefix(call.form.part('payment_method_options')),
    ...(acceptance === undefined ? {} : { acceptance }),
  })
  if (declined) throw setupRefusal(setup, declined)
}
