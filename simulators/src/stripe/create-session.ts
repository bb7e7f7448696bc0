import type { StripeAccount } from './account.ts'
import { changedMetadata, type Form } from './form.ts'
import { newSession } from './new-session.ts'
import { invalidParameter, missingParameter, refused } from './refusals.ts'
import type { CheckoutSession, MethodType, SessionPlan } from './records.ts'

const METHOD_TYPES = ['card', 'sepa_debit', 'paypal'] as const satisfies readonly MethodType[]
const PAYPAL_CURRENCIES = new Set('eur gbp usd chf czk dkk nok pln sek aud cad hkd nzd sgd'.split(' '))
/** The least that can be paid, in minor units. */
const LEAST: Readonly<Record<string, number>> = { eur: 50, usd: 50, pln: 200 }
const LOCALES = new Set(
  'auto bg cs da de el en en-GB es es-419 et fi fil fr fr-CA hi-IN hr hu id it ja ko lt lv ms mt nb nl pl pt pt-BR ro ru sk sl sv th tr vi zh zh-HK zh-TW'.split(
    ' ',
  ),
)
/** What a session may be created with (`payment_method_types` is none of it any more). */
const SESSION_FIELDS = new Set(
  'adaptive_pricing after_expiration allow_promotion_codes allowed_payment_method_types automatic_tax billing_address_collection branding_settings cancel_url client_reference_id consent_collection currency custom_fields custom_text customer customer_account customer_creation customer_email customer_update discounts excluded_payment_method_types expand expires_at integration_identifier invoice_creation line_items locale managed_payments metadata mode name_collection optional_items origin_context payment_intent_data payment_method_collection payment_method_configuration payment_method_data payment_method_options permissions phone_number_collection redirect_on_completion return_url saved_payment_method_options setup_intent_data shipping_address_collection shipping_options submit_type subscription_data success_url tax_id_collection ui_mode wallet_options'.split(
    ' ',
  ),
)
const HALF_HOUR = 1800
const DAY = 86_400

/**
 * The methods that may be offered: what the account has for the currency, narrowed by `allowed_payment_method_types` or
 * `excluded_payment_method_types`. What does not fit falls out silently; to name a fixed list is refused since 2026-09-30.
 */
export function methodTypes(form: Form, currency: string): MethodType[] {
  if (form.has('payment_method_types'))
    throw invalidParameter(
      'payment_method_types',
      'payment_method_types is no longer supported. Use dynamic payment methods, or allowed_payment_method_types.',
      'payment_method_types_no_longer_supported',
    )
  const allowed = form.texts('allowed_payment_method_types')
  const excluded = form.texts('excluded_payment_method_types')
  const others = [
    'excluded_payment_method_types',
    'automatic_payment_methods',
    'payment_method_configuration',
  ]
  if (allowed.length > 0 && others.some((name) => form.has(name)))
    throw invalidParameter(
      'allowed_payment_method_types',
      `You may only specify one of these parameters: allowed_payment_method_types, ${others.join(', ')}.`,
      'parameters_exclusive',
    )
  const types = METHOD_TYPES.filter(
    (type) =>
      (type === 'card' ||
        (type === 'sepa_debit' && currency === 'eur') ||
        (type === 'paypal' && PAYPAL_CURRENCIES.has(currency))) &&
      (allowed.length === 0 || allowed.includes(type)) &&
      !excluded.includes(type),
  )
  if (types.length === 0)
    throw refused(
      `No valid payment method types for the currency ${currency}.`,
      'payment_method_not_available',
    )
  return types
}

/** @throws StripeRefusal unless a positive whole number, large enough for the currency */
export function checkedAmount(form: Form, name: string, currency: string): number {
  const amount = form.integer(name)
  if (amount === undefined) throw missingParameter(form.name(name))
  if (amount < 1) throw invalidParameter(form.name(name), 'This value must be greater than or equal to 1.')
  if (amount < (LEAST[currency] ?? 50))
    throw refused(`Amount must convert to at least ${LEAST[currency] ?? 50} ${currency}.`, 'amount_too_small')
  if (amount > 99_999_999) throw refused('Amount must be no more than 99999999.', 'amount_too_large')
  return amount
}

export function checkedCurrency(form: Form, name = 'currency'): string {
  const currency = form.required(name).toLowerCase()
  if (!/^[a-z]{3}$/.test(currency) || currency === 'rub')
    throw invalidParameter(form.name(name), `Invalid currency: ${currency}.`)
  return currency
}

/** The beginning of a mandate's reference. @throws StripeRefusal for one the service would not take */
export function referencePrefix(options: Form): string {
  const mandate = options.part('sepa_debit').part('mandate_options')
  const prefix = mandate.text('reference_prefix') ?? ''
  if (!/^[A-Z0-9/_&. -]{0,12}$/.test(prefix) || prefix.startsWith('STRIPE'))
    throw invalidParameter(
      mandate.name('reference_prefix'),
      'The reference prefix is invalid.',
      'invalid_mandate_reference_prefix_format',
    )
  return prefix
}

/** Opens a page on which something is paid, or a method saved. @throws StripeRefusal */
export function createSession(
  account: StripeAccount,
  form: Form,
): { session: CheckoutSession; plan: SessionPlan } {
  form.only(SESSION_FIELDS)
  const mode = form.choice('mode', ['payment', 'setup'] as const)
  if (mode === undefined) throw missingParameter('mode')
  const created = account.books.seconds()
  const customer = form.text('customer')
  const email = form.text('customer_email')
  if (customer !== undefined && email !== undefined)
    throw invalidParameter(
      'customer_email',
      'You may only specify one of these parameters: customer, customer_email.',
    )
  const owner = customer === undefined ? undefined : account.books.customers.get(customer, 'customer')
  const locale = form.text('locale') ?? null
  if (locale !== null && !LOCALES.has(locale)) throw invalidParameter('locale', `Invalid locale: ${locale}`)

  const lines = mode === 'payment' ? linesOf(form) : []
  const currency = lines[0]?.currency ?? form.text('currency')?.toLowerCase() ?? null
  if (currency === null && !form.has('allowed_payment_method_types')) throw missingParameter('currency')
  const total = lines.reduce((sum, line) => sum + line.amount * line.quantity, 0)
  const intentData = form.part(mode === 'payment' ? 'payment_intent_data' : 'setup_intent_data')

  const session = newSession(
    {
      mode,
      created,
      currency,
      expires_at: expiry(form, created),
      payment_method_types: methodTypes(form, currency ?? 'eur'),
      allowed_payment_method_types: given(form.texts('allowed_payment_method_types')),
      payment_status: mode === 'payment' ? 'unpaid' : 'no_payment_required',
      success_url: webAddress(form.required('success_url'), 'success_url'),
      cancel_url: form.has('cancel_url') ? webAddress(form.required('cancel_url'), 'cancel_url') : null,
      client_reference_id: form.text('client_reference_id') ?? null,
      customer: customer ?? null,
      customer_creation:
        customer === undefined && mode === 'payment'
          ? (form.choice('customer_creation', ['always', 'if_required'] as const) ?? 'if_required')
          : null,
      customer_email: email ?? null,
      customer_details:
        owner === undefined && email === undefined
          ? null
          : {
              address: null,
              business_name: null,
              email: owner?.email ?? email ?? null,
              individual_name: null,
              name: owner?.name ?? null,
              phone: null,
              tax_exempt: 'none',
              tax_ids: null,
            },
      locale,
      metadata: changedMetadata({}, form),
      ...(mode === 'payment' ? { amount_subtotal: total, amount_total: total } : { total_details: null }),
    },
    (id) => `${account.browserUrl()}/c/pay/${id}`,
  )
  return {
    session,
    plan: {
      metadata: changedMetadata({}, intentData),
      description: intentData.text('description') ?? null,
      setupFutureUsage:
        intentData.choice('setup_future_usage', ['off_session', 'on_session'] as const) ?? null,
      referencePrefix: referencePrefix(form.part('payment_method_options')),
      lines: lines.map(({ name, quantity, amount }) => ({ name, quantity, amount })),
      problem: null,
    },
  }
}

function linesOf(form: Form): { name: string; quantity: number; amount: number; currency: string }[] {
  const lines = form.parts('line_items').map((item) => {
    const price = item.part('price_data')
    if (item.has('price'))
      throw invalidParameter(item.name('price'), 'No such price: only price_data is known here.')
    const currency = checkedCurrency(price)
    const amount = price.integer('unit_amount')
    if (amount === undefined) throw missingParameter(price.name('unit_amount'))
    if (amount < 0) throw invalidParameter(price.name('unit_amount'), 'Invalid non-negative integer')
    const quantity = item.integer('quantity')
    if (quantity === undefined || quantity < 1) throw missingParameter(item.name('quantity'))
    return { name: price.part('product_data').required('name'), quantity, amount, currency }
  })
  const [first] = lines
  if (!first) throw missingParameter('line_items')
  if (lines.some(({ currency }) => currency !== first.currency))
    throw invalidParameter('line_items', 'All line items must have the same currency.')
  const total = lines.reduce((sum, line) => sum + line.amount * line.quantity, 0)
  if (total < (LEAST[first.currency] ?? 50))
    throw refused(
      "The Checkout Session's total amount due must add up to at least the least amount of its currency.",
      'amount_too_small',
    )
  if (total > 99_999_999) throw refused('The total amount must be no more than 99999999.', 'amount_too_large')
  return lines
}

function expiry(form: Form, created: number): number {
  const at = form.integer('expires_at')
  if (at === undefined) return created + DAY
  if (at < created + HALF_HOUR || at > created + DAY)
    throw invalidParameter(
      'expires_at',
      'The `expires_at` timestamp must be at least 30 minutes and at most 24 hours from Checkout Session creation.',
    )
  return at
}

export function webAddress(text: string, name: string): string {
  if (!/^https?:\/\/[^\s]+$/.test(text) || !URL.canParse(text.replaceAll('{CHECKOUT_SESSION_ID}', 'x')))
    throw invalidParameter(name, 'Not a valid URL', 'url_invalid')
  return text
}

/** A list that was given; null: none. */
export function given(list: string[]): string[] | null {
  return list.length === 0 ? null : list
}
