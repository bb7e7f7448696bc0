import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { maybe, Page, text as word } from './entities/answer.ts'
import { minor, oneOf, pathId, text, wholeText } from './fields.ts'

/** `failed`: it had arrived, and the payer's bank has sent it back. */
export const refundStatuses = ['asked', 'sent', 'done', 'refused', 'failed'] as const
export const disputeStates = ['warned', 'open', 'won', 'lost'] as const

const Refunds = z.object({
  /** What can still be given back the way it came, in minor units. */
  refundable: z.int(),
  currency: word(),
  refunds: z.array(
    z.object({
      id: word(),
      amount: z.int(),
      status: z.enum(refundStatuses),
      reason: word(),
      /** The processor's word on a refusal or a failure. */
      problem: maybe(word()),
      askedByName: maybe(word()),
      askedAt: word(),
      decidedAt: maybe(word()),
    }),
  ),
})

export const readRefunds = endpoint({
  module: 'payments',
  method: 'GET',
  path: 'payments/{paymentId}/refunds',
  summary: 'What of a payment went back through its processor, and what still can',
  access: [],
  params: z.object({ paymentId: pathId() }),
  answer: Refunds,
  errors: [9104],
})

export const refundPayment = endpoint({
  module: 'payments',
  method: 'POST',
  path: 'payments/{paymentId}/refunds',
  summary: 'Give money of a payment back the way it came; never more than is left of it',
  access: [],
  params: z.object({ paymentId: pathId() }),
  body: z.object({ amount: minor(), reason: text(3, 250) }),
  answer: Refunds,
  errors: [1003, 1004, 1005, 9104, 9205],
})

const Dispute = z.object({
  id: word(),
  paymentId: word(),
  processor: word(),
  state: z.enum(disputeStates),
  /** The processor's own words. */
  said: word(),
  reason: maybe(word()),
  amount: z.int(),
  currency: word(),
  /** The money has left. */
  isWithdrawn: z.boolean(),
  /** The doors of the contract stay shut until somebody has looked at it (7007). */
  blocks: z.boolean(),
  dueBy: maybe(word()),
  openedAt: word(),
  decidedAt: maybe(word()),
  handledAt: maybe(word()),
  accountId: word(),
  accountName: word(),
  documentId: maybe(word()),
  documentNumber: maybe(word()),
  contractId: maybe(word()),
  contractNumber: maybe(word()),
  stockName: word(),
  /** The processor's number of the payment. */
  outsideId: maybe(word()),
})

export const listDisputes = endpoint({
  module: 'payments',
  method: 'GET',
  path: 'payments/disputes',
  summary: 'Charge-backs and returned direct debits, what has to be done first, 50 a page',
  access: [],
  query: z.object({
    page: z.optional(wholeText(1, 100_000)),
    /** `todo`: nobody has looked at it, or an answer is awaited. */
    state: z.optional(oneOf(['todo', ...disputeStates])),
  }),
  answer: z.extend(Page(Dispute), { todo: z.int() }),
  errors: [1005],
})

export const handleDispute = endpoint({
  module: 'payments',
  method: 'POST',
  path: 'payments/disputes/{id}/handle',
  summary: 'Somebody has looked at it: the doors of the contract follow the ordinary rules again',
  access: [],
  params: z.object({ id: pathId() }),
  answer: z.object({ id: word(), handledAt: word() }),
  errors: [9104],
})
