import { emit, type StripeAccount } from './account.ts'
import type { CardError } from './declines.ts'
import { judgeSetup, REFUSED_ON_PAGE } from './judge-instrument.ts'
import { keepMethod, usable } from './keep-method.ts'
import { liveMandate, newMandate, type Acceptance } from './new-method.ts'
import { refused, StripeRefusal } from './refusals.ts'
import type { PaymentMethod, SetupIntent } from './records.ts'

export interface SetupConfirmation {
  readonly method: PaymentMethod
  readonly acceptance?: Acceptance
  readonly returnUrl: string | null
  readonly referencePrefix?: string
}

/**
 * Saves a method without paying. A decline leaves the intent open for another try.
 * @throws StripeRefusal for what cannot be tried at all
 */
export function confirmSetup(
  account: StripeAccount,
  setup: SetupIntent,
  how: SetupConfirmation,
): { declined?: CardError } {
  const { method } = how
  if (setup.status === 'succeeded' || setup.status === 'canceled')
    throw refused(
      `You cannot confirm this SetupIntent because it has a status of ${setup.status}.`,
      'setup_intent_unexpected_state',
    )
  const instrument = usable(account, method, setup.customer, 'setup_intent')
  if (!setup.payment_method_types.includes(method.type))
    throw refused(
      `The PaymentMethod provided (${method.type}) is not allowed for this SetupIntent.`,
      'setup_intent_invalid_parameter',
      'payment_method',
    )
  if (method.type === 'sepa_debit') giveMandate(account, setup, how)
  setup.payment_method = method.id
  setup.last_setup_error = null
  setup.next_action = null
  const verdict = judgeSetup(instrument)
  if (verdict.kind === 'page') {
    setup.status = 'requires_action'
    setup.next_action = {
      type: 'redirect_to_url',
      redirect_to_url: {
        url: `${account.browserUrl()}/authenticate/${setup.id}`,
        return_url: how.returnUrl,
      },
    }
    emit(account, 'setup_intent.requires_action', setup)
    return {}
  }
  if (verdict.kind === 'declined') {
    failSetup(account, setup, method, verdict.error)
    return { declined: verdict.error }
  }
  succeed(account, setup, method)
  return {}
}

/** The payer answered the page of his bank or of PayPal. Answered twice, the first answer stands. */
export function answerSetupPage(account: StripeAccount, setup: SetupIntent, agrees: boolean): void {
  if (setup.status !== 'requires_action' || setup.payment_method === null) return
  const method = account.books.methods.get(setup.payment_method)
  const instrument = account.books.instruments.get(method.id)
  if (!agrees) {
    const error = REFUSED_ON_PAGE[method.type === 'paypal' ? 'paypal' : '3ds']
    failSetup(account, setup, method, {
      ...error,
      code: error.code.replace('payment_intent_', 'setup_intent_'),
    })
    return
  }
  if (instrument) instrument.authenticated = true
  if (method.type === 'paypal')
    setup.mandate = newMandate(
      account.books,
      method,
      { ip: null, agent: null },
      { baseUrl: account.browserUrl(), prefix: '' },
    ).id
  succeed(account, setup, method)
}

function giveMandate(account: StripeAccount, setup: SetupIntent, how: SetupConfirmation): void {
  const alive = liveMandate(account.books, how.method.id)
  if (alive) {
    setup.mandate = alive.id
    return
  }
  if (!how.acceptance)
    throw refused(
      'A mandate is required: provide mandate_data.',
      'setup_intent_mandate_invalid',
      'mandate_data',
    )
  setup.mandate = newMandate(account.books, how.method, how.acceptance, {
    baseUrl: account.browserUrl(),
    prefix: how.referencePrefix ?? '',
  }).id
}

function succeed(account: StripeAccount, setup: SetupIntent, method: PaymentMethod): void {
  setup.status = 'succeeded'
  setup.next_action = null
  keepMethod(account, method, setup.customer)
  emit(account, 'setup_intent.succeeded', setup)
}

function failSetup(
  account: StripeAccount,
  setup: SetupIntent,
  method: PaymentMethod,
  error: CardError,
): void {
  setup.status = 'requires_payment_method'
  setup.payment_method = null
  setup.next_action = null
  setup.last_setup_error = { ...error, payment_method: structuredClone(method) }
  emit(account, 'setup_intent.setup_failed', setup)
}

/** A decline as the API says it: 402, with the intent as it stands. */
export function setupRefusal(setup: SetupIntent, error: CardError): StripeRefusal {
  return new StripeRefusal(error.type === 'card_error' ? 402 : 400, {
    ...error,
    setup_intent: structuredClone(setup),
  })
}

/** @throws StripeRefusal when it has succeeded or is cancelled already */
export function cancelSetup(account: StripeAccount, setup: SetupIntent): void {
  if (setup.status === 'succeeded' || setup.status === 'canceled')
    throw refused(
      `You cannot cancel this SetupIntent because it has a status of ${setup.status}.`,
      'setup_intent_unexpected_state',
    )
  setup.status = 'canceled'
  setup.cancellation_reason = 'requested_by_customer'
  setup.next_action = null
  emit(account, 'setup_intent.canceled', setup)
}
