import * as z from 'zod/mini'
import { wire } from '../wire.ts'
import { maybe, text } from './answer.ts'
import { Stock } from './catalog.ts'

/** Who sells: a legal entity, printed on every document. */
export const Seller = wire(
  z.object({
    id: text(),
    name: text(),
    address: text(),
    country: text(),
    taxNumber: maybe(text()),
    vatId: maybe(text()),
    registrationNumber: maybe(text()),
    bankName: maybe(text()),
    iban: maybe(text()),
    bic: maybe(text()),
    /** Under which it collects SEPA direct debits. */
    creditorId: maybe(text()),
    /** By how much a first payment may fall short and count as paid, in minor units. */
    paymentTolerance: z.int(),
    email: text(),
    phone: text(),
    /** How many stocks sell for it. */
    stocks: z.int(),
    created: text(),
    updated: maybe(text()),
  }),
  { id: '_id', vatId: 'VATId' },
)

/** The sections of a stock's settings that have a button each (specification 2.6). */
export const stockSections = ['discount', 'fees', 'insurance', 'vat'] as const
export type StockSection = (typeof stockSections)[number]

/** A stock as its settings show it: what the list shows to the reader, and what only this screen needs. */
export const StockSettings = wire(
  z.extend(Stock, {
    refundUnusedTime: z.boolean(),
    penaltyCapPercent: z.number(),
    /** Printed on invoices whose rate is 0. */
    legalExemptionReason: maybe(text()),
    individualExemptionReason: maybe(text()),
    riseNoticeDays: z.int(),
    riseCapPercent: z.number(),
    /** For how many days files of identity documents are kept; null after verification: until the tenant has left. */
    kycDaysVerified: maybe(z.int()),
    kycDaysRejected: z.int(),
    kycDaysLeft: z.int(),
    /** When tenants are reminded of an invoice, in days before and after its due day. */
    remindDaysBefore: z.array(z.int()),
    remindDaysAfter: z.array(z.int()),
    /** Every rate with the first day it holds on. */
    vatRates: z.array(z.object({ validFrom: text(), legal: z.number(), individual: z.number() })),
    /** Boxes held by contracts that have not been closed: what a change of currency or seller would meet. */
    runningContracts: z.int(),
    /** Who applied a section last, and when. */
    applied: z.array(z.object({ section: z.enum(stockSections), at: text(), by: maybe(text()) })),
    /** Something is kept for the external system's database: superUser only, and never what. */
    dbHasSecret: z.optional(z.boolean()),
  }),
  {
    id: '_id',
    externalId: 'stockId_sm',
    legalUsersVatRate: 'legalUsersVATRate',
    individualUsersVatRate: 'individualUsersVATRate',
  },
)
