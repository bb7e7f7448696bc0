import * as z from 'zod/mini'
import { transactionKinds } from '@stowage/domain/transaction'
import { endpoint } from './endpoint.ts'
import { maybe, text } from './entities/answer.ts'
import { pathId } from './fields.ts'
import { wire } from './wire.ts'

const Share = wire(
  z.object({
    documentId: text(),
    invoiceNumber: maybe(text()),
    documentType: text(),
    isPenalty: z.boolean(),
    contractId: text(),
    contractNumber: text(),
    unitNumber: maybe(text()),
    /** Below 0: open again. */
    amount: z.int(),
  }),
  {
    documentId: 'DocumentID',
    invoiceNumber: 'InvoiceNumber',
    documentType: 'DocumentType',
    contractId: 'ContractID',
    contractNumber: 'ContractNumber',
    unitNumber: 'UnitNumber',
  },
)

/** A deed with a tenant's money: what moved, by which way, and what it settled. */
const Transaction = z.object({
  id: text(),
  kind: z.enum(transactionKinds),
  /** The stock's business day. */
  date: text(),
  /** paykeeper, manual …; of a payout how it was paid; null where nothing came from outside. */
  processor: maybe(text()),
  /** Above 0: came in, was used or credited; below 0: went back to the tenant. */
  amount: z.int(),
  currency: text(),
  /** How the tenant's balance with this seller changed by it. */
  balanceChange: z.int(),
  /** Of a refund: what went back without opening anything again. */
  waived: z.int(),
  sellerName: text(),
  /** The processor's own number of the payment, or what was noted with a payout. */
  reference: maybe(text()),
  card: maybe(text()),
  cardHolder: maybe(text()),
  settled: z.array(Share),
})

export const listContractTransactions = endpoint({
  module: 'billing',
  method: 'GET',
  path: 'contracts/{contractId}/transactions',
  summary: 'Payments, refunds, uses of the balance and payouts of a contract, the latest first',
  access: 'signed-in',
  params: z.object({ contractId: pathId() }),
  answer: z.array(Transaction),
  errors: [9104],
})
export const listUserTransactions = endpoint({
  module: 'billing',
  method: 'GET',
  path: 'users/{userId}/transactions',
  summary: 'Payments, refunds, uses of the balance and payouts of an account, the latest first',
  access: 'signed-in',
  params: z.object({ userId: pathId() }),
  answer: z.array(Transaction),
  errors: [6004],
})
