import type { Money } from '@stowage/domain/money'
import type { PayMethod } from '@stowage/domain/pay-method'
import type { MailBox } from './mail-data.ts'

/** What is debited: a card, a bank account, an account at PayPal. Its name is masked; null: none is shown. */
export interface MailMethod {
  readonly kind: PayMethod
  readonly label: string | null
}

/** A bank account's order to pay, as each notice has to name it. */
export interface MailMandate {
  readonly reference: string
  /** null: not known here (a processor collects under an identifier of its own). */
  readonly creditorId: string | null
  readonly creditor: string | null
}

export interface DebitMailData {
  /** `isOther`: automatic payments were on already, with another card. */
  readonly subscriptionActivated: {
    readonly box: MailBox
    readonly method: MailMethod
    readonly mandate: MailMandate | null
    /** What its payer has agreed to, a paragraph a line; null: with no words of ours. */
    readonly wording: string | null
    readonly isOther: boolean
    readonly url: string
  }
  readonly subscriptionCancelled: {
    readonly box: MailBox
    readonly by: 'tenant' | 'staff' | 'contractEnded' | 'revoked'
    readonly kind: PayMethod
    readonly url: string
  }
  readonly debitAnnounced: {
    readonly box: MailBox
    readonly amount: Money
    readonly day: string
    readonly method: MailMethod
    readonly mandate: MailMandate | null
    /** When our bank gets the order; null: it goes on the day itself. */
    readonly handedOn: string | null
    readonly invoiceNumber: string | null
    readonly url: string
  }
  /** `reason` is a decline code; `nextOn` null: it is not tried again; `isSuspended`: not before another card is given. */
  readonly debitDeclined: {
    readonly box: MailBox
    readonly amount: Money
    readonly method: MailMethod
    readonly reason: string | null
    readonly nextOn: string | null
    readonly isSuspended: boolean
    readonly invoiceNumber: string | null
    readonly payUrl: string
  }
}
