import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { maybe, text } from './entities/answer.ts'
import { pathId, wholeText } from './fields.ts'

/** Balances of tenants who rent nothing from the seller any more. */
export const listWaitingPayouts = endpoint({
  module: 'billing',
  method: 'GET',
  path: 'payouts/waiting',
  summary: 'Balances that wait to be paid out',
  access: [],
  answer: z.array(
    z.object({
      accountId: text(),
      accountName: text(),
      sellerId: text(),
      sellerName: text(),
      currency: text(),
      balance: z.int(),
      /** Of the contract that was closed last, for the payout. */
      stockId: text(),
      contractId: text(),
      contractNumber: maybe(text()),
      closedAt: maybe(text()),
    }),
  ),
})
export const listPayouts = endpoint({
  module: 'billing',
  method: 'GET',
  path: 'payouts',
  summary: 'Recorded payouts of all accounts, the last first',
  access: [],
  query: z.object({ page: z.optional(wholeText(1, 100_000)) }),
  answer: z.object({
    items: z.array(
      z.object({
        id: text(),
        accountId: text(),
        accountName: text(),
        sellerName: text(),
        currency: text(),
        amount: z.int(),
        method: z.enum(['bankTransfer', 'card', 'cash']),
        reference: maybe(text()),
        paidOn: text(),
        contractNumber: maybe(text()),
      }),
    ),
    total: z.int(),
    page: z.int(),
    pageSize: z.int(),
  }),
})
/** The book of one account as a person reads it: above 0 the account owes. */
export const accountStatement = endpoint({
  module: 'billing',
  method: 'GET',
  path: 'users/{userId}/statement',
  summary: 'What an account was billed, paid, credited and paid out, with the balance after each',
  access: 'signed-in',
  params: z.object({ userId: pathId() }),
  answer: z.array(
    z.object({
      id: text(),
      sellerId: text(),
      sellerName: text(),
      currency: text(),
      day: text(),
      reason: text(),
      amount: z.int(),
      balance: z.int(),
      processor: maybe(text()),
      documentId: maybe(text()),
      documentNumber: maybe(text()),
      documentKind: maybe(text()),
      contractNumber: maybe(text()),
    }),
  ),
  errors: [6004],
})
