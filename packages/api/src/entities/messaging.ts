import * as z from 'zod/mini'
import { notificationTypes } from '../notification-types.ts'
import { wire } from '../wire.ts'
import { maybe, text } from './answer.ts'

export const Notification = wire(
  z.object({
    id: text(),
    type: z.enum(notificationTypes),
    titleEn: text(),
    titleDe: text(),
    descriptionEn: text(),
    descriptionDe: text(),
    isActive: z.boolean(),
    isGlobal: z.boolean(),
    userId: maybe(
      wire(z.object({ id: text(), firstName: maybe(text()), lastName: maybe(text()) }), { id: '_id' }),
    ),
    updated: text(),
  }),
  {
    id: '_id',
    titleEn: 'titleEN',
    titleDe: 'titleDE',
    descriptionEn: 'descriptionEN',
    descriptionDe: 'descriptionDE',
  },
)

/** A mail of ours as it went out, or waits to (specification 3: email history item). */
export const EmailHistoryItem = wire(
  z.object({
    id: text(),
    to: text(),
    /** As it was sent; null while it waits. */
    subject: maybe(text()),
    kind: text(),
    status: z.enum(['waiting', 'sent', 'failed']),
    /** Of a failed one: its address was refused, the mail was, nobody took it for days, or what it was about is gone. */
    failure: maybe(z.enum(['address', 'message', 'tries', 'gone'])),
    created: text(),
  }),
  { id: '_id', kind: 'emailMessageType', created: 'createdAt' },
)

/** When the mail of an invoice went out last; null: never. A mail may wait while the mail server is away. */
export const InvoiceEmailing = wire(
  z.object({
    invoiceId: text(),
    lastSending: maybe(text()),
    status: z.enum(['none', 'waiting', 'sent', 'failed']),
  }),
  { invoiceId: 'invoiceId_sm' },
)
