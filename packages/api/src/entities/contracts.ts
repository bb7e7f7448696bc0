import * as z from 'zod/mini'
import { earlyLeaves } from '@stowage/domain/tariff'
import { wire } from '../wire.ts'
import { maybe, TariffName, text } from './answer.ts'
import { LockStatus } from './catalog.ts'

export const ContractStatus = z.enum(['pending', 'active', 'ended', 'closed', 'cancelled'])

export const Contract = wire(
  z.object({
    id: text(),
    externalId: maybe(text()),
    contractNumber: text(),
    status: ContractStatus,
    stock: z.optional(
      z.object({ id: text(), name: text(), address: text(), currency: text(), timeZone: text() }),
    ),
    stockId: text(),
    userId: text(),
    userName: z.optional(text()),
    internalUserId: maybe(text()),
    /** Whether its tenant agreed to a late fee, and to a door that closes over debts: without it neither happens. */
    lateFeeAgreed: z.boolean(),
    doorClosingAgreed: z.boolean(),
    boxId: text(),
    unitNumber: text(),
    physicalSize: z.number(),
    unit: z.enum(['m2', 'm3']),
    startDate: text(),
    /** The first day that was booked and signed, where a late first payment has moved the beginning; else null. */
    plannedStartDate: maybe(text()),
    endDate: maybe(text()),
    leaveDate: maybe(text()),
    noticeLeaveDate: maybe(text()),
    holdUntil: maybe(text()),
    paymentMethod: text(),
    durationMonths: maybe(z.int()),
    /** Which it was concluded on. */
    tariff: maybe(
      z.object({
        name: TariffName,
        minStayMonths: z.int(),
        noticeDays: z.int(),
        earlyLeave: z.enum(earlyLeaves),
        steps: z.array(z.object({ fromMonth: z.int(), percent: z.number() })),
      }),
    ),
    invoiceFrequency: z.int(),
    monthRate: z.int(),
    periodNet: z.int(),
    periodGross: z.int(),
    currencyCode: text(),
    vatRate: z.number(),
    vatAmount: z.int(),
    insuranceAmount: z.int(),
    insuranceCoverage: z.int(),
    deposit: z.int(),
    debt: z.int(),
    overdue: z.int(),
    /**
     * Rent of this contract that closes its box, on `closesOn` or since then: what is overdue, and the first invoice where its payment
     * went back. All of it is paid by one `POST payments` that names `documentIds`. Null where there is none.
     */
    overdueRent: maybe(
      z.object({
        documentIds: z.array(text()),
        amount: z.int(),
        oldestNumber: maybe(text()),
        oldestDueDate: text(),
        closesOn: text(),
        paymentUnderWay: z.boolean(),
      }),
    ),
    /** Unpaid penalties of this contract, which close nothing; null where there are none. */
    openPenalties: maybe(
      z.object({ documentIds: z.array(text()), amount: z.int(), paymentUnderWay: z.boolean() }),
    ),
    paidAhead: z.int(),
    paidUntil: maybe(text()),
    regularPayment: z.boolean(),
    /** Its source keeps it: money and dates are what that says, and only that changes them. */
    isExternal: z.boolean(),
    /** What was asked of the source and is not done there yet. */
    wishes: z.array(z.object({ kind: text(), date: maybe(text()), asked: text() })),
    /** Its source has not answered since then: what stands here is the last copy. */
    oldCopyOf: maybe(text()),
    isExtended: z.boolean(),
    firstDocumentId: maybe(text()),
    /** What a transfer for the first document names. */
    paymentReference: maybe(text()),
    lockStatus: z.optional(LockStatus),
    booked: text(),
    closed: maybe(text()),
    updated: maybe(text()),
    mayExtend: z.boolean(),
    mayLeave: z.boolean(),
    mayCancel: z.boolean(),
    mayPay: z.boolean(),
    mayPlanLeaving: z.boolean(),
    mayClose: z.boolean(),
    mayTransfer: z.boolean(),
    /** Until when staff have let the tenant in once more; null where they have not, or it is over. */
    moveOutUntil: maybe(text()),
    mayOpenMoveOut: z.boolean(),
    /** When the right of withdrawal was used. */
    withdrawn: maybe(text()),
    /** Withdrawn from, and nobody has looked yet whether the box is empty. */
    mayClear: z.boolean(),
    /** Those it has had, the present one last; `until` is the first day in the next. */
    boxes: z.array(z.object({ boxId: text(), unitNumber: text(), from: text(), until: maybe(text()) })),
    /** The days from which extending and leaving are offered; null where they are now, or no day brings them. */
    extensionOfferedFrom: maybe(text()),
    leavingOfferedFrom: maybe(text()),
    /** The first day that can be planned for leaving; null where none can. */
    earliestLeaveDate: maybe(text()),
    /** The last one; null where any later day may be named. */
    latestLeaveDate: maybe(text()),
    /** The time of day noted with it, HH:mm in the stock's zone. */
    noticeLeaveTime: maybe(text()),
    /** A day is noted and not reached: it can be taken back. */
    mayWithdrawNotice: z.boolean(),
    /** The first day of the term that an extension would add, and the first day behind it; null where it cannot be extended. */
    extension: z.nullable(z.object({ from: text(), until: text() })),
    /** The first day behind the price promise; null for a contract without an end, where only `riseNoticeDays` bind. */
    pricePromisedUntil: maybe(text()),
    /** Days that a notice of a new rent gives at least. */
    riseNoticeDays: z.int(),
    /** The served notice of a rent that no day bears yet; its first period in net and gross. */
    comingRise: z.nullable(
      z.object({
        id: text(),
        from: text(),
        rate: z.int(),
        servedOn: text(),
        periodNet: z.int(),
        periodGross: z.int(),
      }),
    ),
  }),
  {
    id: 'ContractID',
    externalId: 'contractId_sm',
    contractNumber: 'ContractNumber',
    unitNumber: 'UnitNumber',
    physicalSize: 'PhysicalSize',
    startDate: 'StartDate',
    plannedStartDate: 'PlannedStartDate',
    endDate: 'EndDate',
    leaveDate: 'LeaveDate',
    noticeLeaveDate: 'NoticeLeaveDate',
    invoiceFrequency: 'InvoiceFrequency',
    monthRate: 'MonthRate',
    periodGross: 'totalToPayPerPeriod',
    currencyCode: 'CurrencyCode',
    vatRate: 'VATRate',
  },
)

/** What a settlement comes to, in minor units: at most one of owed and payout is above 0. */
export const ClosingTotals = z.object({
  charged: z.int(),
  credited: z.int(),
  deposit: z.int(),
  owed: z.int(),
  payout: z.int(),
})

const ClosingLine = z.object({
  kind: z.enum(['rent', 'insurance', 'deposit']),
  net: z.int(),
  vatPercent: z.number(),
  vat: z.int(),
  gross: z.int(),
})

const SettledCredit = z.object({
  documentId: text(),
  documentNumber: maybe(text()),
  from: text(),
  until: text(),
  days: z.int(),
  usedDays: z.int(),
  gross: z.int(),
  lines: z.array(ClosingLine),
})
const charge = {
  from: text(),
  until: text(),
  /** Of the charge, of the period whose price is shared, and that price of one month. */
  days: z.int(),
  periodDays: z.int(),
  months: z.number(),
  rate: z.int(),
  /** Of the rent, already off it. */
  discountPercent: z.number(),
  gross: z.int(),
  lines: z.array(ClosingLine),
}

/** What moving to another box comes to: gross, in minor units. */
export const TransferTotals = z.object({
  charged: z.int(),
  credited: z.int(),
  depositAsked: z.int(),
  depositReturned: z.int(),
})

/** A move before it is made: charged + depositAsked − credited − depositReturned = difference. */
export const TransferPreview = z.object({
  ...TransferTotals.def.shape,
  boxId: text(),
  unitNumber: text(),
  firstDay: text(),
  currency: text(),
  monthRate: z.int(),
  /** Below 0: what goes back. It pays what is open first; the rest becomes the tenant's balance. Above 0 his balance pays first. */
  difference: z.int(),
  toDebt: z.int(),
  toBalance: z.int(),
  fromBalance: z.int(),
  charges: z.array(z.object(charge)),
  credits: z.array(SettledCredit),
})

/** The settlement of a contract that is closed on that day, before it is made. */
export const ClosingPreview = z.object({
  ...ClosingTotals.def.shape,
  leftOn: text(),
  currency: text(),
  /** Unpaid on the contract now, the tenant's balance with the seller, and what of the rest pays his other contracts. */
  debt: z.int(),
  /** What being late has cost until now and no document says yet. */
  penalties: z.int(),
  balance: z.int(),
  toOthers: z.int(),
  refundsUnusedTime: z.boolean(),
  charges: z.array(z.object({ ...charge, reason: z.enum(['term', 'bound', 'firstMonth', 'overstay']) })),
  credits: z.array(SettledCredit),
})
