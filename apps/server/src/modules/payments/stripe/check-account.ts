import type { Stripe } from 'stripe'
import { ProcessorError, type PayMethod, type ProcessorCheck } from '../processor.ts'
import { call, expected, type StripeSettings } from './connect-stripe.ts'
import { stripeTypes } from './read-method.ts'

/** Stripe's names for "the account may take this". */
const CAPABILITIES = {
  card: 'card_payments',
  sepa: 'sepa_debit_payments',
  paypal: 'paypal_payments',
} as const satisfies Record<PayMethod, string>

/**
 * Asks for what the settings promise: whose account it is, whether it may take money, and, with a restricted key, whether all
 * that is read later may be read. Moves nothing and writes nothing.
 * @throws ProcessorError `login` where the key opens nothing at all
 */
export async function checkAccount(stripe: Stripe, settings: StripeSettings): Promise<ProcessorCheck> {
  const [account, ...reads] = await Promise.all([
    allowed('GET account', () => stripe.accounts.retrieveCurrent()),
    ...readable(stripe).map(async ([name, ask]) => [name, await allowed(`GET ${name}`, ask)] as const),
  ])
  const closed = reads.flatMap(([name, answer]) => (answer instanceof ProcessorError ? [name] : []))
  if (account instanceof ProcessorError && closed.length === reads.length) throw account
  return {
    account: account instanceof ProcessorError ? null : nameOf(expected(account, 'account')),
    accountId: account instanceof ProcessorError ? null : account.id,
    isTest: /^[sr]k_test_/.test(settings.secretKey),
    warnings: [
      // Nothing depends on it but this check.
      ...(account instanceof ProcessorError
        ? ['the key may not read the account: what it may take is not known']
        : unable(account, settings.methods)),
      ...(settings.webhookSecrets.length > 0 ? [] : ['no webhook secret is set: no message can be accepted']),
      ...closed.map((name) => `the key may not read ${name}`),
    ],
  }
}

/** All that must be read to learn what became of a payment. */
function readable(stripe: Stripe): readonly (readonly [string, () => Promise<unknown>])[] {
  return [
    ['payment intents', async () => await stripe.paymentIntents.list({ limit: 1 })],
    ['checkout sessions', async () => await stripe.checkout.sessions.list({ limit: 1 })],
    ['refunds', async () => await stripe.refunds.list({ limit: 1 })],
    ['disputes', async () => await stripe.disputes.list({ limit: 1 })],
    ['events', async () => await stripe.events.list({ limit: 1 })],
  ]
}

/** @returns the error where the key may not ask this. @throws ProcessorError for every other one */
async function allowed<T>(what: string, ask: () => Promise<T>): Promise<T | ProcessorError> {
  try {
    return await call(what, ask)
  } catch (error) {
    if (error instanceof ProcessorError && error.kind === 'login') return error
    throw error
  }
}

const nameOf = (account: Stripe.Account): string =>
  account.settings?.dashboard.display_name ?? account.business_profile?.name ?? account.id

function unable(account: Stripe.Account, methods: readonly PayMethod[]): string[] {
  const capabilities = account.capabilities as Readonly<Record<string, string>> | undefined
  const closed = account.charges_enabled ? [] : ['the account may not take payments yet (charges_enabled)']
  const states = methods.flatMap((method) => {
    const state = capabilities?.[CAPABILITIES[method]]
    return state === undefined || state === 'active' ? [] : [`${stripeTypes[method]} is ${state}`]
  })
  return [...closed, ...states]
}
