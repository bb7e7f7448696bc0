import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Quote, Reservation } from './entities/booking.ts'
import { day, flag, minor, oneOf, optionalText, pathId, text, whole, wholeText } from './fields.ts'

const SIGNATURE = z.object({ nameTyped: text(1, 128), textVersion: text(1, 40), textHash: text(64, 64) })

export const quoteBox = endpoint({
  module: 'booking',
  method: 'GET',
  path: 'boxes/{id}/quote',
  summary: 'The whole price line by line; equals the invoice to the cent',
  access: 'public',
  params: z.object({ id: pathId() }),
  query: z.object({
    arrivalDate: z.optional(day()),
    contractDuration: z.optional(wholeText(1, 120)),
    invoicingPeriod: z.optional(wholeText(1, 120)),
    /** Where the stock has tariffs; left out, the first of them. */
    tariffId: z.optional(pathId()),
    insurance: z.optional(oneOf(['true', 'false'])),
    userId: z.optional(pathId()),
    accountType: z.optional(oneOf(['individual', 'legal'])),
  }),
  answer: Quote,
  errors: [6002, 6005, 6010],
})

export const bookBox = endpoint({
  module: 'booking',
  method: 'POST',
  path: 'boxes/book',
  summary: 'Reserve a box, or book it with a payment method',
  access: ['client'],
  errors: [6001, 6002, 6003, 6005, 6006, 6007, 6010, 6014, 7001, 9105, 9106, 9107, 9121],
  body: z.object({
    stockId: z.optional(z.nullable(z.string())),
    boxId: z.optional(z.nullable(z.string())),
    boxSize: z.optional(z.nullable(z.union([z.number(), z.string()]))),
    unitNumber: optionalText(1, 30),
    invoicingPeriod: whole(1, 120),
    /** Left out or null under a tariff without an end. */
    contractDuration: z.optional(z.nullable(whole(1, 120))),
    /** Where the stock has tariffs. */
    tariffId: z.optional(z.nullable(z.string())),
    arrivalDate: day(),
    insuranceSchemeId: optionalText(1, 40),
    userId: z.optional(z.nullable(z.string())),
    paymentMethod: z.optional(z.nullable(oneOf(['none', 'paykeeper', 'manual', 'bankTransfer']))),
    isAdult: z.optional(flag()),
    contactSource: optionalText(1, 100),
    reason: optionalText(1, 250),
    valueOfGoods: z.optional(z.nullable(minor())),
    autoPayment: z.optional(flag()),
    signature: z.optional(z.nullable(SIGNATURE)),
    /** What the page showed; when the price has changed meanwhile the answer is 9109 with the new quote, never a surprise. */
    expectedTotal: z.optional(z.nullable(z.int())),
  }),
  answer: z.object({
    id: z.string(),
    /** `wish`: the stock's external system was asked to book it; nothing is held. */
    kind: z.enum(['reservation', 'contract', 'wish']),
    documentId: z.optional(z.string()),
    contractNumber: z.optional(z.string()),
    holdUntil: z.optional(z.string()),
    total: z.int(),
    currency: z.string(),
  }),
})
export const cancelReservation = endpoint({
  module: 'booking',
  method: 'DELETE',
  path: 'reservations/{id}',
  summary: 'Give a reserved box back',
  access: ['client'],
  params: z.object({ id: pathId() }),
  errors: [9104],
})
export const convertReservation = endpoint({
  module: 'booking',
  method: 'POST',
  path: 'reservations/{id}/contract',
  notWhileImpersonating: true,
  summary: 'Turn a reservation into a contract',
  access: ['client'],
  params: z.object({ id: pathId() }),
  body: z.object({
    paymentMethod: oneOf(['paykeeper', 'manual', 'bankTransfer']),
    isAdult: z.optional(flag()),
    signature: z.optional(z.nullable(SIGNATURE)),
  }),
  answer: bookBox.answer,
  errors: [6014, 7001, 9104],
})
export const getReservation = endpoint({
  module: 'booking',
  method: 'GET',
  path: 'reservations/{id}',
  summary: 'One reservation',
  access: ['client'],
  params: z.object({ id: pathId() }),
  answer: Reservation,
  errors: [9104],
})
/** The lease as it would be signed, before it is signed: its version and hash travel back with the signature. */
export const previewLease = endpoint({
  module: 'booking',
  method: 'POST',
  path: 'leases/preview',
  summary: 'Version, hash and a short-lived link to the lease to be signed',
  access: ['client'],
  body: z.object({
    boxId: z.string(),
    arrivalDate: day(),
    contractDuration: z.optional(z.nullable(whole(1, 120))),
    invoicingPeriod: whole(1, 120),
    tariffId: z.optional(z.nullable(z.string())),
    insurance: z.optional(flag()),
    userId: z.optional(z.nullable(z.string())),
    reservationId: z.optional(z.nullable(z.string())),
  }),
  answer: z.object({ textVersion: z.string(), textHash: z.string(), url: z.string() }),
  errors: [6002, 6005, 9121],
})
export const previewLeasePdf = endpoint({
  module: 'booking',
  method: 'GET',
  path: 'leases/preview/{draft}',
  summary: 'The lease to be signed as PDF',
  access: 'public',
  kind: 'file',
  rateLimit: 'sensitive',
  params: z.object({ draft: z.string().check(z.maxLength(4000)) }),
  errors: [9104],
})
/** What company settings link to: the lease with nobody's name in it, at the first stock or the one asked for. */
export const sampleLeasePdf = endpoint({
  module: 'booking',
  method: 'GET',
  path: 'leases/sample',
  summary: 'A sample of the lease as PDF',
  access: 'public',
  kind: 'file',
  rateLimit: 'sensitive',
  query: z.object({ stockId: z.optional(pathId()), language: z.optional(z.string()) }),
  errors: [6006, 6010],
})
