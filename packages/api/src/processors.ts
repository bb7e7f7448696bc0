import * as z from 'zod/mini'
import { payMethods, processorKinds } from '@stowage/domain/pay-method'
import { endpoint } from './endpoint.ts'
import { maybe, text as shown } from './entities/answer.ts'
import { currency, flag, instant, oneOf, pathId, text } from './fields.ts'
import { proof } from './proof.ts'

export const secretNames = [
  'password',
  'secretWord',
  'secretKey',
  'webhookSecret',
  'formerWebhookSecret',
] as const

const method = () => oneOf(payMethods)

/** Of a secret is told that it is there, since when, and how it ends where that gives nothing away. */
const Secret = z.object({ name: z.enum(secretNames), end: maybe(shown()), since: maybe(shown()) })

const Test = z.object({
  /** Machine time. */
  at: shown(),
  isPassed: z.boolean(),
  /** The settings are still those that were tested. */
  isCurrent: z.boolean(),
  account: maybe(shown()),
  /** What tells the account from every other one of the processor. */
  accountId: maybe(shown()),
  isTest: maybe(z.boolean()),
  /** In the processor's words. */
  warnings: z.array(shown()),
  /**
   * `away`, `login` and `refused` of the processor; `address`: its name leads inside; `unreadable`: sealed with another key;
   * `account`: another one than that which its payments are in.
   */
  fault: maybe(z.enum(['away', 'login', 'refused', 'address', 'unreadable', 'account'])),
  /** The processor's own words for it. */
  reason: maybe(shown()),
})

const StockName = z.object({ id: shown(), name: shown() })

const PaymentProcessor = z.object({
  id: shown(),
  kind: z.enum(processorKinds),
  label: shown(),
  /** `environment`: from the settings of the server, only to be looked at here. */
  origin: z.enum(['database', 'environment']),
  url: maybe(shown()),
  login: maybe(shown()),
  currencies: z.array(currency()),
  methods: z.array(method()),
  secrets: z.array(Secret),
  isLive: z.boolean(),
  /** It has been live: payments may name it, and what is not live now is paused. */
  wasLive: z.boolean(),
  /** Whether it moves no real money; null: not known before a test. */
  isTest: maybe(z.boolean()),
  test: maybe(Test),
  stocks: z.array(StockName),
  /** Where the processor sends its messages. */
  messageUrl: shown(),
  /** What it has to be told to send, where it sends nothing by itself. */
  events: z.array(shown()),
  retired: maybe(shown()),
  created: maybe(shown()),
  updated: maybe(shown()),
})
export type PaymentProcessor = z.output<typeof PaymentProcessor>

const StockOffer = z.object({
  method: method(),
  processorId: shown(),
  label: shown(),
  kind: z.enum(processorKinds),
  /** Counts now: the processor is live and has the method in the stock's currency. */
  isOffered: z.boolean(),
})

const StockProcessors = z.object({
  stockId: shown(),
  name: shown(),
  currency: currency(),
  /** Billed by another system: nobody pays for it here. */
  isExternal: z.boolean(),
  offers: z.array(StockOffer),
  /** Nothing is set for this stock: what the settings of the server bring serves it. */
  isInherited: z.boolean(),
  updated: maybe(shown()),
})
export type StockProcessors = z.output<typeof StockProcessors>

const label = () => text(1, 60)
const secret = () => text(4, 256)
const url = () => text(8, 200)

/** Of a restricted key as well; the ending is Stripe's own. */
const secretKey = () =>
  secret().check(z.refine((value) => /^(sk|rk)_(live|test)_\w{4,}$/.test(value), '1005'))
const webhookSecret = () => secret().check(z.refine((value) => /^whsec_\S{4,}$/.test(value), '1005'))

const several = <T extends z.core.$ZodType>(one: T) =>
  z.array(one, '1005').check(
    z.minLength(1, '1003'),
    z.maxLength(4, '1004'),
    z.refine((list) => new Set(list).size === list.length, '1005'),
  )

const paykeeper = {
  label: label(),
  url: url(),
  login: text(1, 100),
  currency: currency(),
  password: secret(),
  secretWord: secret(),
}
const stripe = {
  label: label(),
  methods: several(method()),
  currencies: several(currency()),
  secretKey: secretKey(),
  webhookSecret: webhookSecret(),
  /** Of a simulator; only addresses that the operator allows. */
  url: z.optional(z.nullable(url())),
}
const params = z.object({ id: pathId() })
const written = { module: 'payments', access: [], notWhileImpersonating: true, notByKey: true } as const

export const listProcessors = endpoint({
  module: 'payments',
  method: 'GET',
  path: 'payment-processors',
  summary: 'Payment processors, without secrets, and which of them serves which stock',
  access: [],
  answer: z.object({ processors: z.array(PaymentProcessor), stocks: z.array(StockProcessors) }),
})
export const createPayKeeper = endpoint({
  ...written,
  method: 'POST',
  path: 'payment-processors/paykeeper',
  summary: 'A PayKeeper cabinet; takes no payments before it was tested and goes live',
  body: z.object(paykeeper),
  answer: PaymentProcessor,
  errors: [9114, 9150],
})
export const changePayKeeper = endpoint({
  ...written,
  method: 'PUT',
  path: 'payment-processors/paykeeper/{id}',
  summary:
    'Changes a PayKeeper cabinet; a secret that is not sent stays. Of a live one, what connects it is tested first and kept only if that passes',
  rateLimit: 'sensitive',
  params,
  body: z.extend(z.partial(z.object(paykeeper)), { ...proof, updated: z.optional(z.nullable(instant())) }),
  answer: PaymentProcessor,
  errors: [9104, 9109, 9114, 9141, 9144, 9150],
})
export const createStripe = endpoint({
  ...written,
  method: 'POST',
  path: 'payment-processors/stripe',
  summary: 'A Stripe account; takes no payments before it was tested and goes live',
  body: z.object(stripe),
  answer: PaymentProcessor,
  errors: [9114, 9150],
})
export const changeStripe = endpoint({
  ...written,
  method: 'PUT',
  path: 'payment-processors/stripe/{id}',
  summary:
    'Changes a Stripe account; a secret that is not sent stays. A new webhook secret leaves the old one valid until `formerWebhookSecret` is sent as null',
  rateLimit: 'sensitive',
  params,
  body: z.extend(z.partial(z.object(stripe)), {
    formerWebhookSecret: z.optional(z.null('1005')),
    ...proof,
    updated: z.optional(z.nullable(instant())),
  }),
  answer: PaymentProcessor,
  errors: [9104, 9109, 9114, 9141, 9144, 9150],
})
export const testProcessor = endpoint({
  ...written,
  method: 'POST',
  path: 'payment-processors/{id}/test',
  summary: 'Tries the settings without moving money; what came of it is in the answer',
  rateLimit: 'sensitive',
  params,
  answer: PaymentProcessor,
  errors: [9104, 9150],
})
export const switchProcessor = endpoint({
  ...written,
  method: 'PUT',
  path: 'payment-processors/{id}/live',
  summary: 'Takes payments from now on, or none any more; on asks for a passed test and a proof',
  rateLimit: 'sensitive',
  params,
  body: z.object({ isLive: flag(), ...proof }),
  answer: PaymentProcessor,
  errors: [9104, 9141, 9144, 9150],
})
export const retireProcessor = endpoint({
  ...written,
  method: 'DELETE',
  path: 'payment-processors/{id}',
  summary: 'Deletes one that no payment names; any other is retired, and goes on hearing of its payments',
  params,
  answer: z.object({ isDeleted: z.boolean() }),
  errors: [9104, 9150],
})
export const getStockProcessors = endpoint({
  module: 'payments',
  method: 'GET',
  path: 'stocks/{id}/processors',
  summary: 'How tenants of a stock can pay online',
  access: ['stocks.settings'],
  params,
  answer: StockProcessors,
  errors: [6006],
})
export const assignProcessors = endpoint({
  ...written,
  method: 'PUT',
  path: 'stocks/{id}/processors',
  summary: 'Which processor takes which method at a stock, in the order in which they are offered',
  params,
  body: z.object({
    offers: z
      .array(z.object({ method: method(), processorId: pathId() }))
      .check(z.maxLength(payMethods.length, '1004')),
    updated: z.optional(z.nullable(instant())),
  }),
  answer: StockProcessors,
  errors: [6006, 9104, 9109, 9150],
})
