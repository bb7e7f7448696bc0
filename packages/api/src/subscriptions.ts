import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Subscription } from './entities/subscriptions.ts'
import { oneOf, pathId } from './fields.ts'

const path = 'contracts/{contractId}/subscription'
const params = z.object({ contractId: pathId() })

export const readSubscription = endpoint({
  module: 'billing',
  method: 'GET',
  path,
  summary: 'Automatic payments of a contract: card, next debit, last tries',
  access: 'signed-in',
  params,
  answer: Subscription,
  errors: [9104],
})
/** What is paid is what the server's documents still ask for; nothing of it comes with the call. */
export const activateSubscription = endpoint({
  module: 'billing',
  method: 'POST',
  path,
  summary:
    'Switch automatic payments on, or give another card: leads to a page that pays what is owed and saves the card',
  access: ['client'],
  notWhileImpersonating: true,
  params,
  /** By which method, where the stock offers several that can be debited. */
  body: z.object({ method: z.optional(z.nullable(oneOf(['card', 'sepa', 'paypal']))) }),
  answer: z.object({ paymentId: z.string(), redirectionUrl: z.string() }),
  errors: [1, 7000, 9104, 9119, 9120, 9159],
})
export const cancelSubscription = endpoint({
  module: 'billing',
  method: 'DELETE',
  path,
  summary: 'Switch automatic payments off at once; the card is forgotten',
  access: ['client'],
  params,
  answer: Subscription,
  errors: [9104, 9120],
})
