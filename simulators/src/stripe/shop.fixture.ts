import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { Stripe } from 'stripe'
import { startStripe, type StripeOptions, type StripeSimulator } from './start-stripe.ts'

export const SECRET_KEY = 'sk_test_51StowageSimulatorKey'
export const WEBHOOK_SECRET = 'whsec_simulated_0123456789'

export interface Received {
  readonly raw: Buffer
  readonly signature: string
  readonly event: Stripe.Event
}

/** A merchant that takes webhooks and never looks into ours: it reads them with the official SDK. */
export interface Shop {
  readonly url: string
  readonly received: Received[]
  /** Types in the order in which they came. */
  types(): string[]
  /** What to answer; 200 unless told. */
  answer: () => number
  close(): Promise<void>
}

export async function openShop(): Promise<Shop> {
  const received: Received[] = []
  const shop: Shop = {
    url: '',
    received,
    types: () => received.map(({ event }) => event.type),
    answer: () => 200,
    close: async () => {},
  }
  const server = http.createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const raw = Buffer.concat(parts)
      received.push({
        raw,
        signature: String(request.headers['stripe-signature']),
        event: JSON.parse(raw.toString('utf8')) as Stripe.Event,
      })
      response.writeHead(shop.answer()).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return Object.assign(shop, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  })
}

export interface TestAccount {
  readonly service: StripeSimulator
  readonly stripe: Stripe
  /** A client of the SDK with other settings. */
  client(key?: string, maxNetworkRetries?: number): Stripe
  /** Submits a form of a hosted page without following where it leads. */
  submit(
    url: string,
    fields: Record<string, string>,
  ): Promise<{ status: number; location: string | null; html: string }>
  close(): Promise<void>
}

/** An account with fast times, and the official SDK that speaks to it over HTTP. */
export async function openTestAccount(
  shop: Shop | undefined,
  options: Partial<StripeOptions> = {},
): Promise<TestAccount> {
  const service = await startStripe({
    host: '127.0.0.1',
    secretKey: SECRET_KEY,
    webhookSecret: WEBHOOK_SECRET,
    ...(shop ? { webhookUrl: shop.url } : {}),
    retry: { attempts: 3, afterMs: 20 },
    lateMs: 60,
    slowMs: 60,
    ...options,
  })
  const client = (key = SECRET_KEY, maxNetworkRetries = 0): Stripe =>
    new Stripe(key, {
      host: '127.0.0.1',
      port: service.port,
      protocol: 'http',
      telemetry: false,
      maxNetworkRetries,
    })
  return {
    service,
    stripe: client(),
    client,
    submit: async (url, fields) => {
      const response = await fetch(new URL(url, service.baseUrl), {
        method: 'POST',
        body: new URLSearchParams(fields),
        redirect: 'manual',
      })
      return {
        status: response.status,
        location: response.headers.get('location'),
        html: await response.text(),
      }
    },
    close: async () => await service.close(),
  }
}

/** A session over 899.00 of a stranger. */
export function sessionParams(
  more: Partial<Stripe.Checkout.SessionCreateParams> = {},
): Stripe.Checkout.SessionCreateParams {
  return {
    mode: 'payment',
    line_items: [
      {
        price_data: { currency: 'eur', unit_amount: 89_900, product_data: { name: 'Box YA101, December' } },
        quantity: 1,
      },
    ],
    success_url: 'https://shop.example/paid?session={CHECKOUT_SESSION_ID}',
    cancel_url: 'https://shop.example/back',
    client_reference_id: 'P-1',
    locale: 'en',
    ...more,
  }
}

export const CARD_FIELDS = {
  method: 'card',
  email: 'a@example.com',
  number: '4242 4242 4242 4242',
  expiry: '12/39',
  cvc: '123',
  name: 'A B',
}
