import type { Money } from '@stowage/domain/money'
import type { PriceLine } from '@stowage/domain/price'
import type { TariffNames, TariffTerms } from '@stowage/domain/tariff'
import type { SecurityChange } from '../../accounts/index.ts'
import type { DebitMailData } from './debit-mail-data.ts'
import type { MoneybackMailData } from './moneyback-mail-data.ts'

/**
 * What each kind of mail is told: plain JSON, kept with the mail until it is sent, in no language. Days are 'YYYY-MM-DD',
 * instants ISO, money minor units with its currency, addresses of pages whole (`https://…`).
 */

/** Said in every mail. */
export interface MailCommon {
  /** The operator's name as customers know it. */
  readonly brand: string
  /** The warehouse the mail is about; null where it is about none. */
  readonly siteName: string | null
  /** First name, or the company of a legal account; null: greeted without a name. */
  readonly reader: string | null
  /** Who writes, at the foot. */
  readonly imprint: {
    readonly name: string
    readonly address: string
    readonly country: string
    readonly taxNumber: string | null
    readonly phone: string | null
    readonly email: string | null
    readonly hours: { readonly from: string; readonly to: string } | null
  }
}

/** The box a mail is about, drawn as its crate label. */
export interface MailBox {
  readonly unitNumber: string
  readonly size: number
  readonly floor: number | null
  /** Of the warehouse, in one line. */
  readonly address: string
  readonly contractNumber: string | null
}

export interface BankDetails {
  readonly recipient: string
  readonly country: string
  readonly iban: string
  readonly bic: string | null
  readonly bankName: string | null
  readonly reference: string
}

/** A line of a document, as `priceContract` makes it and billing keeps it. */
export type MailLine = Pick<
  PriceLine,
  'kind' | 'quantity' | 'discountPercent' | 'discount' | 'net' | 'vatPercent' | 'vat'
> & {
  /** Where the discount is that of a tariff. */
  readonly tariff?: TariffNames
}

export type MailDocument = 'passport' | 'selfie' | 'address' | 'extra'

export interface MailData extends DebitMailData, MoneybackMailData {
  readonly bookingReserved: {
    readonly box: MailBox
    readonly arrivalDay: string
    readonly expiresAt: string
    readonly timeZone: string
    readonly firstPayment: Money
    readonly url: string
  }
  /** Lease and first invoice are attached by the sender. `payUrl` null: nothing can be paid online; `bank` for transfers. */
  readonly bookingContract: {
    readonly box: MailBox
    readonly startDay: string
    /** The day of leaving; null: open-ended. */
    readonly endDay: string | null
    /** null: concluded on none. */
    readonly tariff: Pick<TariffTerms, 'name' | 'noticeDays' | 'minStayMonths'> | null
    readonly lines: readonly MailLine[]
    readonly total: Money
    readonly holdUntil: string
    readonly timeZone: string
    readonly payUrl: string | null
    readonly bank: BankDetails | null
    /** Where a consumer withdraws; null for who is none. */
    readonly withdrawUrl: string | null
  }
  /** The invoice is attached. `paidUntil` is the first day not paid for; null where the payment was for no period. */
  readonly paymentReceived: {
    readonly box: MailBox
    readonly amount: Money
    /** The tenant's balance has paid, no money came. */
    readonly isFromBalance: boolean
    readonly invoiceNumber: string | null
    readonly paidUntil: string | null
    readonly startsOn: string | null
    /** The first day that was booked, where this payment came behind it and the rental begins later; else null. */
    readonly plannedOn: string | null
    readonly url: string
  }
  readonly paymentInstructions: {
    readonly box: MailBox
    readonly amount: Money
    readonly dueDay: string
    readonly bank: BankDetails
  }
  /** A day before a reservation ends by itself. */
  readonly reservationEnding: MailData['bookingReserved']
  readonly reservationExpired: { readonly box: MailBox; readonly url: string }
  readonly contractCancelled: {
    readonly box: MailBox
    readonly reason: 'holdEnded' | 'givenUp'
    /** What had come for it, and what of that is the tenant's balance now; null where nothing had come. */
    readonly money: { readonly came: Money; readonly kept: Money } | null
    readonly url: string
  }
  /** `until` is the first day behind the new term. The invoice is attached where it is issued already; `amount` null: it is not. */
  readonly contractExtended: {
    readonly box: MailBox
    readonly from: string
    readonly until: string
    readonly amount: Money | null
    readonly url: string
  }
  /** A week before a contract ends; until `time` on its last day the box opens. `isLeaving`: its tenant has given notice. */
  readonly contractEnding: {
    readonly box: MailBox
    readonly day: string
    readonly time: string
    readonly isLeaving: boolean
    readonly url: string
  }
  /** `day` null: the notice was taken back. */
  readonly noticeNoted: {
    readonly box: MailBox
    readonly day: string | null
    readonly time: string
    readonly url: string
  }
  /** Rates net of tax by the month; the first period at the new rate in gross, as it costs now and as it will. */
  readonly rentRise: {
    readonly box: MailBox
    readonly from: string
    readonly rateBefore: Money
    readonly rate: Money
    readonly months: number
    readonly grossBefore: Money
    readonly grossAfter: Money
    /** The first day behind the fixed term, whose price was promised; null for a contract without an end. */
    readonly termUntil: string | null
    readonly url: string
  }
  readonly rentRiseWithdrawn: {
    readonly box: MailBox
    readonly from: string
    readonly rateBefore: Money
    readonly rate: Money
    readonly url: string
  }
  /** A contract is closed and settled; the statement is attached. `amount` is what is left to pay, or for the tenant. */
  readonly finalStatement: {
    readonly box: MailBox
    readonly outcome: 'payout' | 'owed' | 'even'
    readonly amount: Money
    readonly url: string
  }
  /** A document was corrected, or a penalty waived; the credit note is attached. `number` is that of the corrected document. */
  readonly creditNote: {
    readonly box: MailBox
    readonly kind: 'penalty' | 'invoice'
    readonly amount: Money
    readonly number: string
    readonly reason: string
    readonly url: string
  }
  /** A contract goes on in another box, which `box` is; its papers are attached. `amount` is what is left to pay, or went to the balance. */
  readonly contractMoved: {
    readonly box: MailBox
    readonly unitNumberBefore: string
    readonly day: string
    readonly outcome: 'owed' | 'balance' | 'even'
    readonly amount: Money
    readonly url: string
  }
  /** Being late has cost something; the penalty's document is attached. `amount` is what is left to pay of it, 0 where a balance has paid it. */
  readonly penaltyIssued: {
    readonly box: MailBox
    readonly amount: Money
    readonly total: Money
    readonly number: string | null
    readonly invoiceNumber: string
    readonly from: string
    readonly until: string
    readonly dueDay: string
    /** The invoice is still unpaid: each day more costs. */
    readonly isGrowing: boolean
    readonly payUrl: string
  }
  /** The tenant of an ended contract is let in once more, until that instant. */
  readonly moveOutOpened: {
    readonly box: MailBox
    readonly until: string
    readonly timeZone: string
    readonly url: string
  }
  /** The link to withdraw from a contract, asked for without a session. */
  readonly withdrawalAsked: { readonly box: MailBox; readonly url: string; readonly validHours: number }
  /** The receipt of a withdrawal. `mayBeInside`: the box was the tenant's already. */
  readonly withdrawalReceived: {
    readonly box: MailBox
    readonly receivedAt: string
    readonly timeZone: string
    readonly mayBeInside: boolean
    /** Its billing had stopped: staff settle it. */
    readonly isSettled: boolean
    readonly url: string
  }
  /** Somebody signed in where the account had never been. `device` and `address` null: not said. */
  readonly newSignIn: {
    readonly device: string | null
    readonly address: string | null
    readonly at: string
    readonly url: string
  }
  /** What guards the account has changed; `url` null in the mail to a former address, which opens nothing any more. */
  readonly accountSecurity: {
    readonly what: SecurityChange
    readonly by: 'owner' | 'staff' | 'operator'
    readonly at: string
    readonly url: string | null
  }
  /** The last mail to somebody who was erased. `keptUntil` null: nothing of him is kept. */
  readonly dataErased: {
    readonly papers: number
    readonly leases: number
    readonly keptUntil: string | null
    readonly url: string
  }
  readonly passwordReset: { readonly url: string; readonly validMinutes: number }
  readonly addressConfirm: { readonly email: string; readonly url: string; readonly validHours: number }
  /** Somebody wants to be called. */
  readonly callBackAsked: { readonly phone: string; readonly url: string }
  readonly accountCreated: { readonly email: string; readonly loginUrl: string; readonly bookUrl: string }
  readonly kycRejected: {
    readonly documents: readonly { readonly kind: MailDocument; readonly reason: string }[]
    readonly url: string
  }
  readonly kycVerified: { readonly url: string }
  readonly documentsNeeded: { readonly kinds: readonly MailDocument[]; readonly url: string }
  /** `month` is YYYY-MM. `url` null: the archive is attached; otherwise it was too large, and can be fetched there. */
  readonly monthlyBills: {
    readonly stockName: string
    readonly month: string
    readonly count: number
    readonly url: string | null
  }
  readonly boxLeftOpen: {
    readonly box: MailBox
    readonly openedAt: string
    readonly timeZone: string
    readonly minutes: number
    readonly url: string
  }
  /** To staff: a door opened that nobody had asked to. */
  readonly boxForced: {
    readonly name: string
    readonly stockName: string
    readonly openedAt: string
    readonly timeZone: string
    readonly url: string
  }
  /** The computer of a warehouse that knew this PIN was cut off. */
  readonly pinVoided: {
    readonly stockName: string
    readonly url: string
  }
  /** To who made a webhook: it was switched off, its target failed for days or said that it is gone, or its secret does not open. */
  readonly webhookOff: {
    readonly name: string
    /** Without its scheme: no link, nobody is to open it. */
    readonly target: string
    readonly reason: 'failures' | 'gone' | 'secret'
    readonly url: string
  }
  /** The invoice of a next period, attached. `period.until` is the first day that is no longer in it. */
  readonly invoiceIssued: {
    readonly box: MailBox
    readonly amount: Money
    readonly invoiceNumber: string | null
    readonly period: { readonly from: string; readonly until: string }
    readonly dueDay: string
    readonly payUrl: string
    /** What a transfer for it names. */
    readonly reference: string
  }
  /** To who waits for a box, perhaps without an account. `size` null: he takes any. The offer is his until then, the box is held for nobody. */
  readonly boxFree: {
    readonly stockName: string
    readonly address: string
    readonly size: 's' | 'm' | 'l' | 'xl' | null
    readonly until: string
    readonly timeZone: string
    readonly url: string
  }
  /** `period.until` is the first day that is no longer in it. `penalty.fromDay` is the first charged day (decision 19). */
  readonly invoiceReminder: {
    readonly box: MailBox
    readonly amount: Money
    readonly invoiceNumber: string | null
    readonly period: { readonly from: string; readonly until: string }
    readonly dueDay: string
    readonly isOverdue: boolean
    /** `percentPerDay` 0: no late fee; only what the tenant agreed to is said. */
    readonly penalty: {
      readonly percentPerDay: number
      readonly fromDay: string
      readonly closesDoor: boolean
    } | null
    readonly payUrl: string
  }
}

export type MailKind = keyof MailData

export const mailKinds = [
  'bookingReserved',
  'bookingContract',
  'paymentReceived',
  'paymentInstructions',
  'firstPaymentIncomplete',
  'reservationEnding',
  'reservationExpired',
  'contractCancelled',
  'contractExtended',
  'contractEnding',
  'noticeNoted',
  'rentRise',
  'rentRiseWithdrawn',
  'finalStatement',
  'creditNote',
  'contractMoved',
  'withdrawalAsked',
  'withdrawalReceived',
  'moveOutOpened',
  'penaltyIssued',
  'passwordReset',
  'accountCreated',
  'addressConfirm',
  'newSignIn',
  'accountSecurity',
  'dataErased',
  'callBackAsked',
  'kycRejected',
  'kycVerified',
  'documentsNeeded',
  'boxLeftOpen',
  'boxForced',
  'pinVoided',
  'webhookOff',
  'invoiceIssued',
  'boxFree',
  'invoiceReminder',
  'subscriptionActivated',
  'subscriptionCancelled',
  'debitAnnounced',
  'debitDeclined',
  'paymentReturned',
  'paymentCameTooLate',
  'disputeOpened',
  'refundMade',
  'refundFailed',
  'monthlyBills',
] as const satisfies readonly MailKind[]
