import fastify from 'fastify'
import { listen } from '../reachable-server.ts'
import type { StripeAccount } from './account.ts'
import { answerAsService, apiCalls } from './api-calls.ts'
import { openBooks } from './books.ts'
import { createControl, type StripeControl } from './control.ts'
import { customerRoutes } from './customer-routes.ts'
import { createFaults } from './faults.ts'
import { intentRoutes } from './intent-routes.ts'
import { moneyRoutes } from './money-routes.ts'
import { payPageRoutes } from './pay-page-routes.ts'
import { runDue, watchDue } from './run-due.ts'
import { sessionRoutes } from './session-routes.ts'
import { setupRoutes } from './setup-routes.ts'
import { createWebhooks } from './webhooks.ts'

export interface StripeOptions {
  port?: number
  host: string
  /** `sk_test_…`: the Bearer of every call. */
  secretKey: string
  /** `whsec_…`: signs the webhooks. */
  webhookSecret: string
  /** Where events are sent; undefined: nowhere. */
  webhookUrl?: string
  /** The version in which events are written. */
  apiVersion?: string
  /** The account's name. */
  name?: string
  clock?: () => Date
  /** JSON file that keeps everything over a `kill -9`. */
  stateFile?: string
  /** Host name in the addresses handed to browsers; by default where the server listens. */
  browserHost?: string
  /** Attempts per event (10), and the time before the second one (5 s), doubled each time. */
  retry?: { attempts: number; afterMs: number }
  /** Delay of a late webhook (8 s), of a slow one (15 s), and the longest wait for an answer (20 s). */
  lateMs?: number
  slowMs?: number
  timeoutMs?: number
  /** How long a payer's browser waits for the merchant to understand that he has paid (10 s). */
  browserWaitMs?: number
}

export interface StripeSimulator {
  readonly baseUrl: string
  readonly host: string
  readonly port: number
  readonly control: StripeControl
  close(): Promise<void>
}

/** What the merchant's endpoint has subscribed to. */
export const WEBHOOK_TYPES = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.processing',
  'payment_intent.requires_action',
  'payment_intent.canceled',
  'setup_intent.succeeded',
  'setup_intent.setup_failed',
  'payment_method.attached',
  'payment_method.detached',
  'payment_method.automatically_updated',
  'mandate.updated',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
] as const

/** Starts one merchant's account: the API, the hosted pages, the webhooks. */
export async function startStripe(options: StripeOptions): Promise<StripeSimulator> {
  const clock = options.clock ?? (() => new Date())
  const books = openBooks(clock, options.stateFile)
  let webhookUrl = options.webhookUrl
  let browserUrl = ''
  const webhooks = createWebhooks(books, {
    url: () => webhookUrl,
    secret: options.webhookSecret,
    types: WEBHOOK_TYPES,
    attempts: options.retry?.attempts ?? 10,
    retryMs: options.retry?.afterMs ?? 5000,
    lateMs: options.lateMs ?? 8000,
    slowMs: options.slowMs ?? 15_000,
    timeoutMs: options.timeoutMs ?? 20_000,
  })
  const account: StripeAccount = {
    id: 'acct_1StowageDemo0000',
    name: options.name ?? 'Stowage demo',
    apiVersion: options.apiVersion ?? '2026-10-28.endive',
    books,
    webhooks,
    browserUrl: () => browserUrl,
    now: clock,
  }

  const app = fastify({ bodyLimit: 1_048_576, forceCloseConnections: true })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, String(body)),
  )
  payPageRoutes(app, account, options.browserWaitMs ?? 10_000)
  const faults = createFaults()
  await app.register(async (scope) => {
    answerAsService(scope, options.secretKey)
    faults.mount(scope)
    const api = apiCalls(scope, account)
    sessionRoutes(api, account)
    intentRoutes(api, account)
    setupRoutes(api, account)
    customerRoutes(api, account)
    moneyRoutes(api, account)
  })

  const server = await listen(app, options.host, options.port ?? 0)
  browserUrl =
    options.browserHost === undefined ? server.baseUrl : `http://${options.browserHost}:${server.port}`
  webhooks.resume()
  runDue(account)
  const stopWatching = watchDue(account)

  return {
    baseUrl: server.baseUrl,
    host: server.host,
    port: server.port,
    control: createControl(account, {
      fail: faults.fail,
      setSlow: faults.setSlow,
      setDown: server.setDown,
      isDown: server.isDown,
      setWebhookUrl: (url) => {
        webhookUrl = url
      },
    }),
    close: async () => {
      stopWatching()
      webhooks.close()
      await server.close()
      books.flush()
    },
  }
}
