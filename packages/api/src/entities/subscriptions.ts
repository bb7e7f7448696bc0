import * as z from 'zod/mini'
import { payMethods } from '@stowage/domain/pay-method'
import { wire } from '../wire.ts'
import { maybe, text } from './answer.ts'

const Card = z.object({
  /** Masked, as the processor shows it. */
  number: maybe(text()),
  /** `12/29`. */
  expires: maybe(text()),
})

/** One try to debit an invoice. */
export const DebitTry = z.object({
  id: text(),
  day: text(),
  amount: z.int(),
  currency: text(),
  status: z.enum(['planned', 'charging', 'paid', 'declined', 'dropped']),
  /** A decline code where the processor tells one. */
  reason: maybe(text()),
  /** From 1. */
  attempt: z.int(),
  documentId: text(),
  invoiceNumber: maybe(text()),
})

/** Automatic payments of a contract, as its page shows them. */
export const Subscription = z.object({
  /** `off`: never asked for, or cancelled. */
  status: z.enum(['off', 'starting', 'active', 'suspended']),
  /** Why it is suspended: the card's holder must confirm, must correct or renew it, or it is refused for good. */
  reason: maybe(z.enum(['auth', 'fix', 'hard'])),
  card: maybe(Card),
  /** What is debited: a card, a bank account (SEPA), an account at PayPal. */
  kind: maybe(z.enum(payMethods)),
  /** Of a bank account; of a mandate that a processor holds only its reference. */
  mandate: maybe(
    z.object({
      reference: text(),
      holder: z.optional(maybe(text())),
      account: z.optional(maybe(text())),
      signedOn: z.optional(maybe(text())),
      creditorName: z.optional(maybe(text())),
      creditorId: z.optional(maybe(text())),
      wording: z.optional(maybe(text())),
    }),
  ),
  /** The next debit; without an amount while its invoice is not issued. null: nothing more is to come. */
  next: maybe(
    z.object({
      day: text(),
      amount: maybe(z.int()),
      documentId: maybe(text()),
      invoiceNumber: maybe(text()),
    }),
  ),
  /** The latest first. */
  tries: z.array(DebitTry),
  currency: text(),
  /** What switching on, or another card, charges at once: what is owed now, or the smallest sum, which becomes balance. */
  toPayNow: z.int(),
  isDebt: z.boolean(),
  mayActivate: z.boolean(),
  /** He may let his bank account pay by a mandate of the seller's own. */
  mayGiveAccount: z.boolean(),
  mayCancel: z.boolean(),
})

/** A row of /subscriptions. */
export const SubscriptionRow = wire(
  z.object({
    id: text(),
    contractId: text(),
    contractNumber: text(),
    unitNumber: text(),
    stock: wire(z.object({ id: text(), name: text() }), { id: '_id' }),
    userInfo: z.object({ id: text(), fullName: text() }),
    status: z.enum(['starting', 'active', 'suspended', 'cancelled']),
    reason: maybe(text()),
    card: maybe(text()),
    expires: maybe(text()),
    since: text(),
    until: maybe(text()),
    currency: text(),
    last: maybe(
      z.object({
        day: text(),
        amount: z.int(),
        status: z.enum(['charging', 'paid', 'declined', 'dropped']),
        reason: maybe(text()),
      }),
    ),
    next: maybe(z.object({ day: text(), amount: maybe(z.int()) })),
  }),
  { id: '_id', contractId: 'ContractID', contractNumber: 'ContractNumber', unitNumber: 'UnitNumber' },
)
