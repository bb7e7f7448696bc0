import * as z from 'zod/mini'
import { earlyLeaves } from '@stowage/domain/tariff'
import { wire } from '../wire.ts'
import { maybe, TariffName, text } from './answer.ts'
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
    /** null: open-ended. */
    durationMonths: maybe(z.int()),
    periodMonths: z.int(),
    tariff: maybe(TariffName),
  }),
  { unitNumber: 'UnitNumber' },
)

export const QuotePayment = z.object({ day: text(), amount: z.int() })

/** A tariff that may be chosen, with what the term nearest to the wish costs under it; amounts gross, in minor units. */
export const TariffOffer = z.object({
  id: text(),
  name: TariffName,
  /** Of the term; both null: open-ended. */
  minMonths: maybe(z.int()),
  maxMonths: maybe(z.int()),
  minStayMonths: z.int(),
  noticeDays: z.int(),
  steps: z.array(z.object({ fromMonth: z.int(), percent: z.number() })),
  earlyLeave: z.enum(earlyLeaves),
  durationMonths: maybe(z.int()),
  /** The first month has a price of its own for this customer. */
  hasFirstMonthPrice: z.boolean(),
  /** Rent of the first month, and of any month before discounts. */
  firstRent: z.int(),
  monthly: z.int(),
  /** All that is asked for at first, deposit and insurance included. */
  firstPayment: z.int(),
  /** How many months one is bound for, and what they cost together, the deposit aside. */
  boundMonths: z.int(),
  boundTotal: z.int(),
})

export const Quote = z.object({
  currency: text(),
  accountType: z.enum(['individual', 'legal']),
  startDate: text(),
  endDate: maybe(text()),
  /** null: open-ended. */
  durationMonths: maybe(z.int()),
  /** Under which of `tariffs` it is quoted; null where there are none. */
  tariff: maybe(z.object({ id: text(), name: TariffName })),
  tariffs: z.array(TariffOffer),
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
