import * as z from 'zod/mini'
import { wire } from '../wire.ts'
import { maybe, text } from './answer.ts'

const AuditPerson = z.object({ id: text(), fullName: text(), email: text() })

/** Who did what to what, when, on whose behalf, and what it was before and after. */
export const AuditRecord = wire(
  z.object({
    id: text(),
    /** Business time. */
    at: text(),
    /** Machine time; differs while the demo's clock is moved. */
    recordedAt: text(),
    /** null: the system itself. */
    actor: maybe(AuditPerson),
    onBehalfOf: maybe(AuditPerson),
    /** The key of the API with which a program did it in the actor's name. */
    key: maybe(z.object({ id: text(), name: text() })),
    action: text(),
    subjectType: text(),
    subjectId: maybe(text()),
    /** As people call it: a name, a number. */
    subjectName: maybe(text()),
    /** Of contracts and documents: whose they are, for links. */
    subjectAccountId: maybe(text()),
    stock: maybe(z.object({ id: text(), name: text() })),
    before: z.optional(z.unknown()),
    after: z.optional(z.unknown()),
    address: maybe(text()),
    /** Chained to the records before it: a later change would be found. */
    isChained: z.boolean(),
  }),
  { id: '_id' },
)

const DeskStock = wire(z.object({ id: text(), name: text() }), { id: '_id' })
const DeskClient = z.object({ id: text(), fullName: text() })

/** A contract in the lists of the desk: whose, where, and when it ends. */
export const DeskContract = wire(
  z.object({
    id: text(),
    contractNumber: text(),
    status: z.enum(['pending', 'active', 'ended', 'closed', 'cancelled']),
    stock: DeskStock,
    userInfo: DeskClient,
    boxId: text(),
    unitNumber: text(),
    startDate: text(),
    /** null: open-ended. */
    endDate: maybe(text()),
    /** The day of leaving that the tenant or staff have named; null: no notice. */
    noticeLeaveDate: maybe(text()),
    /** Running, ending, and nobody has said when the box will be empty. */
    isNoticeMissing: z.boolean(),
    /** Days of the stock until the earlier of end and leaving; negative: past; null: neither is known. */
    daysLeft: maybe(z.int()),
    /** Of a booking whose first invoice is paid in part: what came, what is missing, and until when its box is held. */
    partPaid: maybe(
      z.object({
        came: z.int(),
        missing: z.int(),
        currency: text(),
        holdUntil: maybe(text()),
        timeZone: text(),
      }),
    ),
  }),
  {
    id: 'ContractID',
    contractNumber: 'ContractNumber',
    unitNumber: 'UnitNumber',
    startDate: 'StartDate',
    endDate: 'EndDate',
    noticeLeaveDate: 'NoticeLeaveDate',
  },
)

/** A contract with overdue debt, wherever the desk lists one. */
const overdueContract = {
  id: text(),
  contractNumber: text(),
  stock: DeskStock,
  userInfo: DeskClient,
  boxId: text(),
  unitNumber: text(),
  currency: text(),
  /** Due day of the oldest overdue document, and the days since. */
  dueDate: text(),
  daysOverdue: z.int(),
}
const overdueNames = {
  id: 'ContractID',
  contractNumber: 'ContractNumber',
  unitNumber: 'UnitNumber',
  currency: 'CurrencyCode',
} as const

/** A contract with overdue debt (decision 18): what is past its due day, in its one currency. */
export const Debtor = wire(
  z.object({
    ...overdueContract,
    /** The overdue part, by which debtors are ranked. Minor units, as all below. */
    debt: z.int(),
    /** All that is unpaid of it, what is not yet due included. */
    unpaid: z.int(),
  }),
  overdueNames,
)

/** Debtors of one currency: money of different currencies is neither added nor ranked together. */
export const DebtorsOfCurrency = wire(z.object({ currency: text(), count: z.int(), debt: z.int() }), {
  currency: 'CurrencyCode',
})

/** An unpaid invoice of which no mail has gone out yet. */
export const UnmailedInvoice = wire(
  z.object({
    id: text(),
    invoiceNumber: maybe(text()),
    contractId: text(),
    contractNumber: text(),
    stock: DeskStock,
    userInfo: DeskClient,
    unitNumber: text(),
    currency: text(),
    amount: z.int(),
    debt: z.int(),
    dueDate: text(),
    isOverdue: z.boolean(),
    /** `waiting`: a mail is written and not yet taken by the mail server; `failed`: given up, or refused for good. */
    mail: z.enum(['none', 'waiting', 'failed']),
    maySend: z.boolean(),
  }),
  {
    id: 'InvoiceID',
    invoiceNumber: 'InvoiceNumber',
    contractId: 'ContractID',
    contractNumber: 'ContractNumber',
    unitNumber: 'UnitNumber',
    currency: 'CurrencyCode',
    amount: 'Amount',
  },
)

/** A running contract with overdue debt, and what being late has cost and is about to cost (decision 19). */
export const LateContract = wire(
  z.object({
    ...overdueContract,
    /** All that is past its due day, penalties too. Minor units, as all below. */
    overdue: z.int(),
    /** Of the oldest overdue invoice, today included; 0: each day costs; null: only penalties are overdue. */
    freeDaysLeft: maybe(z.int()),
    /** What the next document will ask for, and the day it is issued, where nothing is paid until then; null: nothing more. */
    nextPenalty: maybe(z.object({ amount: z.int(), day: text() })),
    /** Reminders of the unpaid invoices that were sent, and the day of the last. */
    notices: z.int(),
    lastNotice: maybe(text()),
    /** Documents issued on this contract, and their sum. */
    penalties: z.int(),
    penaltiesAmount: z.int(),
    /** What the button would ask for now: overdue invoices without a penalty so far; null: none of them costs anything yet. */
    firstPenalty: maybe(z.int()),
  }),
  overdueNames,
)
