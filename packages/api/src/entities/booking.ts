import * as z from 'zod/mini'
import { wire } from '../wire.ts'
import { maybe, text } from './answer.ts'
import { DocumentLine } from './billing.ts'

export const Reservation = wire(
  z.object({
    id: text(),
    expiry: text(),
    boxId: text(),
    unitNumber: text(),
    size: z.number(),
    stockId: text(),
    stockName: text(),
    rentStart: text(),
    rentEnd: maybe(text()),
    status: z.enum(['live', 'converted', 'cancelled', 'expired']),
    currency: text(),
    initialPayment: z.object({
      rentalCost: z.int(),
      insurance: z.int(),
      deposit: z.int(),
      vat: z.int(),
      total: z.int(),
    }),
    durationMonths: z.int(),
    periodMonths: z.int(),
  }),
  { unitNumber: 'UnitNumber' },
)

export const QuotePayment = z.object({ day: text(), amount: z.int() })

export const Quote = z.object({
  currency: text(),
  accountType: z.enum(['individual', 'legal']),
  startDate: text(),
  endDate: maybe(text()),
  durationMonths: z.int(),
  periodMonths: z.int(),
  monthRate: z.int(),
  grossMonthRate: z.int(),
  discountPercent: z.number(),
  vatPercent: z.number(),
  lines: z.array(DocumentLine),
  net: z.int(),
  vat: z.int(),
  total: z.int(),
  next: z.array(QuotePayment),
  totalOverTerm: z.int(),
  insurance: maybe(z.object({ monthly: z.int(), coverage: z.int() })),
  deposit: z.int(),
  /** The discount each choice of payment would bring, for the two cards of the wizard. */
  choices: z.array(z.object({ periodMonths: z.int(), discountPercent: z.number(), grossPerMonth: z.int() })),
})
