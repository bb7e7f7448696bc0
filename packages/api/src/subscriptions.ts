import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Subscription } from './entities/subscriptions.ts'
import { debitableIban, oneOf, pathId, text } from './fields.ts'

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
  errors: [1, 9104, 9119, 9120, 9159, 9204],
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

const mandatePath = 'contracts/{contractId}/mandate'
export const readMandateOffer = endpoint({
  module: 'billing',
  method: 'GET',
  path: mandatePath,
  summary:
    'What a tenant agrees to who lets his bank account pay: creditor, reference and words of the mandate',
  access: ['client'],
  params,
  answer: z.object({
    creditor: z.object({ name: z.string(), address: z.string(), creditorId: z.string() }),
    reference: z.string(),
    /** A paragraph a line, the first one a title. */
    wording: z.string(),
    /** Comes back with the signature: who has seen other words signs nothing. */
    textHash: z.string(),
  }),
  errors: [9104, 9120],
})
export const signMandate = endpoint({
  module: 'billing',
  method: 'POST',
  path: mandatePath,
  summary: 'Sign a SEPA direct debit mandate: automatic payments are on with this bank account from now on',
  access: ['client'],
  notWhileImpersonating: true,
  params,
  body: z.object({
    holder: text(2, 70),
    iban: debitableIban(),
    textHash: text(64, 64),
    isAgreed: z.literal(true, { error: '1003' }),
  }),
  answer: Subscription,
  errors: [1003, 1004, 1005, 9104, 9120, 9153],
})
