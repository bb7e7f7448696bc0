import type { Money } from '@stowage/domain/money'
import type { BankDetails, MailBox } from './mail-data.ts'

/** Money that went the other way, or came too late. */
export interface MoneybackMailData {
  /** To the tenant: his bank has taken a payment back; the invoice is attached. `amount` is what it asks for again. */
  readonly paymentReturned: {
    readonly box: MailBox
    readonly amount: Money
    readonly how: 'card' | 'debit'
    readonly invoiceNumber: string | null
    readonly payUrl: string
  }
  /** To the tenant: a part of his first invoice came, and the box is held until `until` for the rest. `bank` null: no transfers. */
  readonly firstPaymentIncomplete: {
    readonly box: MailBox
    readonly came: Money
    readonly missing: Money
    readonly until: string
    readonly timeZone: string
    readonly bank: BankDetails | null
    readonly payUrl: string
  }
  /** To the tenant: his booking had ended when the money came; `kept` of it is his balance now. `isFree`: nobody has taken the box. */
  readonly paymentCameTooLate: {
    readonly box: MailBox
    readonly amount: Money
    readonly kept: Money
    readonly isFree: boolean
    readonly url: string
  }
  /** To the tenant: money of a payment is on its way back to him, or (`isReturned`) his bank has not taken it. `card`: null where not known. */
  readonly refundMade: {
    readonly box: MailBox
    readonly amount: Money
    readonly card: string | null
    readonly isReturned: boolean
    readonly url: string
  }
  /** To superUsers: a refund that had arrived was sent back by the bank of its payer. */
  readonly refundFailed: {
    readonly amount: Money
    readonly tenant: string
    readonly documentNumber: string | null
    readonly contractNumber: string
    readonly stockName: string
    readonly url: string
  }
  /** To superUsers: a payer's bank asks money back. `reason` as the processor says it; `dueBy` null: nothing can be answered. */
  readonly disputeOpened: {
    readonly amount: Money
    readonly tenant: string
    readonly documentNumber: string | null
    readonly contractNumber: string | null
    readonly stockName: string
    readonly reason: string | null
    readonly dueBy: string | null
    readonly timeZone: string
    readonly isWithdrawn: boolean
    readonly blocks: boolean
    readonly url: string
  }
}
