import type { Money } from '@stowage/domain/money'
import type { PriceLine, Totals } from '@stowage/domain/price'
import type { LocalRate } from './exchange-rate-store.ts'
import type { DocumentSnapshot } from './plan.ts'

/** Who sells, as it stood on the day of issue. `country` is an ISO code; it decides what the tax number is called. */
export type InvoiceSeller = DocumentSnapshot['seller']

export interface InvoiceBuyer {
  readonly name: string
  readonly addressLines: readonly string[]
  readonly country: string
  readonly taxNumber: string | null
  readonly vatId: string | null
}

/**
 * What an invoice prints: plain JSON in one language of nobody, kept in the document's row, so that the same paper comes out
 * in ten years and in any of the four languages. Days are 'YYYY-MM-DD', money is minor units with its currency. A document
 * never changes: only `number`, `paid` and `paidOn` are laid over the kept snapshot when it is printed.
 */
export interface InvoicePrint {
  /** The operator's name as customers know it (company settings). */
  readonly brand: string
  readonly documentId: string
  /** On a credit note: the invoice that it corrects; its lines and totals are below zero. */
  readonly corrects?: string
  /** The day printed on that invoice. */
  readonly correctsDate?: string
  /** On a credit note that somebody made: why. */
  readonly reason?: string
  /** null until the first invoice is paid or the rental begins (decision 18): then it is a request for payment. */
  readonly number: string | null
  readonly seller: InvoiceSeller
  readonly buyer: InvoiceBuyer
  /** Why rent bears no VAT, where it bears none. */
  readonly exemptionReason?: string | null
  readonly issuedOn: string
  readonly dueOn: string
  /** Half-open as everywhere: `until` is the first day that is no longer paid for; the paper names the last one that is. */
  readonly period: { readonly from: string; readonly until: string }
  readonly contractNumber: string
  readonly unitNumber: string
  /** m², or m³ where the unit number says so. */
  readonly size: number
  /** Net price of one m² a month; null where the box has a rate of its own. */
  readonly pricePerSizeUnit: Money | null
  /** The lines of `priceContract` as they are, those of a penalty, or what a credit note takes back. */
  readonly lines: readonly PrintedLine[]
  readonly totals: Totals
  /** By which rate VAT is told in the currency of the seller's country too. */
  readonly localRate?: LocalRate | null
  readonly paid: Money
  /** The day the last part was paid; null while something is open. */
  readonly paidOn: string | null
  /** What the payer writes into a bank transfer. */
  readonly paymentReference: string
}

/** A line of an invoice, or what a credit note takes back of one. */
export type PricedPrintLine = Omit<PriceLine, 'explanation'> & {
  readonly explanation: Omit<PriceLine['explanation'], 'rule'> & {
    readonly rule: PriceLine['explanation']['rule'] | 'unusedDays' | 'depositReturned'
    /** On a credit note, net: what was billed, and what the used days cost. */
    readonly billed?: Money
    readonly cost?: Money
  }
}

/** Days that an invoice was unpaid and what they cost (decision 19); it bears no VAT. */
export interface PenaltyPrintLine extends Pick<
  PriceLine,
  'quantity' | 'discountPercent' | 'discount' | 'net' | 'vatPercent' | 'vat' | 'gross'
> {
  readonly kind: 'penalty'
  readonly penalty: {
    readonly from: string
    readonly until: string
    readonly percent: number
    /** Unpaid at the end of each of these days. */
    readonly base: Money
    readonly invoiceNumber: string
    readonly dueOn: string
    readonly freeDays: number
    /** The most that all penalties on the invoice may come to, where that was reached here. */
    readonly cap: number | null
  }
}

/** What a credit note that somebody made takes back of a line of whatever kind. */
export interface CorrectedPrintLine extends Pick<
  PriceLine,
  'quantity' | 'discountPercent' | 'discount' | 'net' | 'vatPercent' | 'vat' | 'gross'
> {
  readonly kind: PriceLine['kind'] | 'penalty'
  /** Net that was left of the corrected line. */
  readonly corrected: { readonly billed: Money }
}
export type PrintedLine = PricedPrintLine | PenaltyPrintLine | CorrectedPrintLine
