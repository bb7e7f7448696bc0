import * as z from 'zod/mini'
import { maybe, text } from './answer.ts'

/** A month of a seller's books. */
const facts = {
  sellerId: text(),
  sellerName: text(),
  /** YYYY-MM */
  month: text(),
  isOver: z.boolean(),
  closedAt: maybe(text()),
  closedBy: maybe(text()),
}

export const MonthOfBooks = z.object({ ...facts, documents: z.int() })

/** All of them have to be green before a month is closed. */
export const monthChecks = [
  'over',
  'earlier',
  'parked',
  'unissued',
  'unnumbered',
  'unbooked',
  'rates',
  'ties',
  'faults',
] as const

export const MonthDetails = z.object({
  ...facts,
  mayClose: z.boolean(),
  mayReopen: z.boolean(),
  checks: z.array(
    z.object({
      name: z.enum(monthChecks),
      isGreen: z.boolean(),
      count: z.int(),
      /** What does not fit, where the program itself has found it. */
      details: z.array(text()),
    }),
  ),
  /** By accounting date, in minor units; credit notes are below zero. */
  documents: z.array(
    z.object({
      currency: text(),
      type: z.enum(['invoice', 'penalty', 'credit_note']),
      line: z.enum(['rent', 'insurance', 'deposit', 'penalty', 'adjustment']),
      vatPercent: z.number(),
      count: z.int(),
      net: z.int(),
      vat: z.int(),
      gross: z.int(),
    }),
  ),
  /** The book: what moved per account and reason. */
  movements: z.array(
    z.object({
      currency: text(),
      account: text(),
      reason: text(),
      count: z.int(),
      debit: z.int(),
      credit: z.int(),
    }),
  ),
})

/** A row of the book as an accountant reads it; debit above 0, credit below. */
export const JournalEntry = z.object({
  id: text(),
  postingId: text(),
  day: text(),
  account: text(),
  reason: text(),
  amount: z.int(),
  currency: text(),
  stockName: text(),
  documentNumber: maybe(text()),
  contractNumber: maybe(text()),
  accountName: maybe(text()),
  paymentId: maybe(text()),
})
