import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { maybe, text } from './entities/answer.ts'
import { pathId } from './fields.ts'

const category = z.enum(['S', 'E', 'O'])

/** The terms (BT-…) are those of EN 16931; money is minor units of `currency`. */
const ElectronicInvoice = z.object({
  /** BT-24 */
  specification: text(),
  /** BT-1 */
  number: text(),
  /** BT-2 */
  issueDate: text(),
  /** BT-3: 380 invoice, 381 credit note. */
  typeCode: z.int(),
  /** BT-5 */
  currency: text(),
  /** BT-6: of the seller's country, where the document is in another one and the rate of its day is known. */
  taxCurrency: maybe(text()),
  /** BT-9; none on a credit note. */
  dueDate: maybe(text()),
  /** BT-10 */
  buyerReference: text(),
  /** BT-12 */
  contractReference: text(),
  /** BT-22 */
  notes: z.array(text()),
  /** BT-25, BT-26: what a credit note corrects. */
  precedingInvoice: maybe(z.object({ number: text(), issueDate: maybe(text()) })),
  /** BT-73, BT-74, both included. */
  invoicingPeriod: maybe(z.object({ start: text(), end: text() })),
  seller: z.object({
    /** BT-27, BT-35, BT-40 */
    name: text(),
    address: text(),
    country: text(),
    /** BT-31 */
    vatId: maybe(text()),
    /** BT-32 */
    taxNumber: maybe(text()),
    /** BT-30 */
    registrationNumber: maybe(text()),
    /** BT-34, BT-43 */
    email: text(),
    /** BT-42 */
    phone: text(),
  }),
  buyer: z.object({
    /** BT-44, BT-50…, BT-55 */
    name: text(),
    addressLines: z.array(text()),
    country: text(),
    /** BT-48 */
    vatId: maybe(text()),
    /** BT-46 */
    taxNumber: maybe(text()),
    /** BT-49, BT-58 */
    email: text(),
    phone: maybe(text()),
  }),
  payment: z.object({
    /** BT-81: 30 credit transfer, 58 SEPA credit transfer, 1 as agreed. */
    meansCode: text(),
    /** BT-83 */
    remittance: text(),
    /** BT-85, BT-84, BT-86 */
    accountName: maybe(text()),
    account: maybe(text()),
    bic: maybe(text()),
    bankName: maybe(text()),
  }),
  totals: z.object({
    /** BT-106 and BT-109 */
    net: z.int(),
    /** BT-110 */
    vat: z.int(),
    /** BT-111 */
    vatInTaxCurrency: maybe(z.int()),
    /** BT-112 */
    gross: z.int(),
    /** BT-113 */
    paid: z.int(),
    /** BT-115 */
    payable: z.int(),
  }),
  /** BG-23 */
  vatBreakdown: z.array(
    z.object({
      category,
      vatPercent: z.number(),
      taxable: z.int(),
      vat: z.int(),
      /** BT-120 */
      exemptionReason: maybe(text()),
    }),
  ),
  /** BG-25 */
  lines: z.array(
    z.object({
      /** BT-126 */
      id: text(),
      /** BT-153, BT-154 */
      name: text(),
      description: maybe(text()),
      /** BT-129, BT-130 */
      quantity: z.number(),
      unit: z.enum(['MON', 'DAY', 'C62']),
      /** BT-146 */
      unitPrice: z.int(),
      /** BT-136, BT-138, BT-139 */
      allowance: maybe(z.object({ amount: z.int(), percent: z.number(), reason: text() })),
      /** BT-131 */
      net: z.int(),
      /** BT-151, BT-152 */
      category,
      vatPercent: z.number(),
      /** Insurance tax within `net`; the standard knows no tax beside VAT. */
      includedTax: z.int(),
    }),
  ),
})

export const invoiceJson = endpoint({
  module: 'billing',
  method: 'GET',
  path: 'payments/json',
  summary: 'An issued invoice, penalty or credit note with every mandatory field of EN 16931',
  /** It holds the buyer's address, tax numbers and e-mail, which staff do not see. */
  access: [],
  query: z.object({ invoiceId: pathId(), language: z.optional(z.string()) }),
  answer: ElectronicInvoice,
  errors: [9104, 9132],
})
