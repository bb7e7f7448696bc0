import * as z from 'zod/mini'
import { text } from './entities/answer.ts'
import type { WebhookEvent } from './webhook-event-names.ts'
import { wire } from './wire.ts'

/**
 * What webhooks tell: facts by the names that the API has for things, ids and plain figures, no texts and nothing that says who
 * somebody is. A field may be added to a version; one that goes or changes its meaning makes a new version.
 */
export const WEBHOOK_VERSION = 1

const aboutContract = { contractId: text(), accountId: text(), stockId: text(), boxId: text() }
const aboutReservation = { reservationId: text(), accountId: text(), stockId: text(), boxId: text() }
const aboutDocument = { documentId: text(), contractId: text(), accountId: text(), stockId: text() }
const aboutPayment = {
  paymentId: text(),
  accountId: text(),
  stockId: text(),
  /** In minor units. */
  amount: z.int(),
  currency: text(),
  /** The name of who took it, as the list of processors has it; `manual` for money on the spot. */
  processor: text(),
}
/** Accounts are users to the API. */
const told = <S extends z.core.$ZodObject>(schema: S): S => wire(schema, { accountId: 'userId' } as never)

export const webhookEvents = {
  'contract.booked': told(z.object({ ...aboutContract, documentId: text(), paymentMethod: text() })),
  'contract.activated': told(z.object(aboutContract)),
  'contract.extended': told(z.object({ ...aboutContract, from: text(), until: text() })),
  'contract.moved': told(z.object(aboutContract)),
  'contract.notice-given': told(z.object({ ...aboutContract, day: text(), time: text() })),
  'contract.notice-withdrawn': told(z.object(aboutContract)),
  'contract.ended': told(z.object(aboutContract)),
  'contract.closed': told(z.object(aboutContract)),
  'contract.cancelled': told(z.object({ ...aboutContract, reason: text() })),
  'contract.withdrawn': told(z.object(aboutContract)),
  'reservation.created': told(z.object(aboutReservation)),
  'reservation.cancelled': told(z.object(aboutReservation)),
  'reservation.expired': told(z.object(aboutReservation)),
  'document.issued': told(z.object(aboutDocument)),
  'document.settled': told(z.object(aboutDocument)),
  'document.voided': told(z.object(aboutDocument)),
  'penalty.issued': told(z.object(aboutDocument)),
  'credit-note.issued': told(z.object(aboutDocument)),
  'payment.received': told(z.object(aboutPayment)),
  'payment.failed': told(z.object({ ...aboutPayment, reason: z.nullable(text()) })),
  'payment.refunded': told(z.object({ ...aboutPayment, refunded: z.int(), isAll: z.boolean() })),
  'payment.disputed': told(
    z.object({
      ...aboutPayment,
      disputeId: text(),
      state: text(),
      disputed: z.int(),
      isWithdrawn: z.boolean(),
    }),
  ),
  'subscription.activated': told(z.object({ contractId: text(), accountId: text(), stockId: text() })),
  'subscription.cancelled': told(
    z.object({ contractId: text(), accountId: text(), stockId: text(), by: text() }),
  ),
  'user.created': told(z.object({ accountId: text() })),
  'user.verification-decided': told(z.object({ accountId: text(), verified: z.boolean() })),
  'user.deleted': told(z.object({ accountId: text() })),
  'appeal.added': told(z.object({ appealId: text(), type: text() })),
  'appeal.handled': told(z.object({ appealId: text(), type: text() })),
  'box.left-open': told(
    z.object({ stockId: text(), boxId: text(), accountId: z.nullable(text()), since: text() }),
  ),
  'box.forced': told(
    z.object({
      stockId: text(),
      lockId: text(),
      boxId: z.nullable(text()),
      unitNumber: z.nullable(text()),
      at: text(),
    }),
  ),
  'site.availability': told(z.object({ stockId: text(), isOk: z.boolean() })),
} as const satisfies Record<WebhookEvent, z.core.$ZodObject>
