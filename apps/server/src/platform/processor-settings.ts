import { ConfigError } from './config-error.ts'

const CURRENCIES = ['EUR', 'USD', 'RUB', 'PLN'] as const

/** A PayKeeper cabinet has one currency; the real service knows roubles (docs/operations). */
export interface PayKeeperCabinet {
  readonly name: string
  readonly url: string
  readonly login: string
  readonly password: string
  readonly secretWord: string
  readonly currency: 'EUR' | 'USD' | 'RUB' | 'PLN'
}

/** An account with Stripe: `url` null is Stripe itself, else a simulator of it. */
export interface StripeAccount {
  readonly name: string
  readonly url: string | null
  readonly secretKey: string
  readonly webhookSecret: string
  readonly currencies: readonly ('EUR' | 'USD' | 'RUB' | 'PLN')[]
  readonly methods: readonly ('card' | 'sepa' | 'paypal')[]
}

/** The cabinet of the server's own settings (docs/operations/paykeeper.md). @throws ConfigError */
export function readPayKeeper(given: (name: string) => string | undefined): PayKeeperCabinet[] {
  const url = given('PAYKEEPER_URL')
  const wanted = given('PAYKEEPER_CURRENCY') ?? 'RUB'
  const currency = CURRENCIES.find((one) => one === wanted)
  if (currency === undefined)
    throw new ConfigError('PAYKEEPER_CURRENCY', `one of ${CURRENCIES.join(', ')}, not "${wanted}"`)
  const parts = {
    login: given('PAYKEEPER_LOGIN'),
    password: given('PAYKEEPER_PASSWORD'),
    secretWord: given('PAYKEEPER_SECRET_WORD'),
  }
  if (url === undefined) {
    if (Object.values(parts).some((part) => part !== undefined))
      throw new ConfigError(
        'PAYKEEPER_URL',
        'the address of the cabinet, like https://name.server.paykeeper.ru',
      )
    return []
  }
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new ConfigError(
      'PAYKEEPER_URL',
      'the address of the cabinet, like https://name.server.paykeeper.ru',
    )
  const need = (name: string, value: string | undefined): string => value ?? missing(name)
  const missing = (name: string): never => {
    throw new ConfigError(name, 'a value when PAYKEEPER_URL is given')
  }
  return [
    {
      name: 'paykeeper',
      url: url.replace(/\/+$/, ''),
      login: need('PAYKEEPER_LOGIN', parts.login),
      password: need('PAYKEEPER_PASSWORD', parts.password),
      secretWord: need('PAYKEEPER_SECRET_WORD', parts.secretWord),
      currency,
    },
  ]
}
