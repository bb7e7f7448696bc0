import type { Money } from '@stowage/domain/money'
import type { PaymentStatus } from '@stowage/domain/payment-life'
import type { Database } from '../../platform/database/connect.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import type { Language } from '../../platform/http/actor.ts'
import type { Module } from '../../platform/module.ts'
import type { MandateOffer } from './bank-debits/mandate-words.ts'
import type { MandateSubject, Signature } from './bank-debits/sign-mandate.ts'
import type { PayMethod } from './processor.ts'
import type { Offer, Place } from './registry.ts'

/** One line of what is paid for, as a receipt needs it (54-FZ cart). The lines' gross sums to the amount. */
export interface CartLine {
  readonly name: string
  readonly quantity: number
  readonly gross: Money
  readonly vatPercent: number
  readonly kind: 'service' | 'deposit' | 'penalty'
}

/** "Collect this amount for this reference": payments knows no invoice. */
export interface Collection {
  /** What the money is for, in the caller's own words: `document:<id>`. Comes back in every event. */
  readonly reference: string
  readonly accountId: string
  readonly stockId: string
  readonly amount: Money
  readonly serviceName: string
  readonly cart: readonly CartLine[]
  readonly email: string
  readonly phone: string | null
  readonly language: Language
  readonly createdById: string
  /** The attempt dies at this business time, at the latest after 72 hours. */
  readonly expiresAt?: Temporal.Instant
  /** The processor keeps the card for later charges; the payer has agreed to that. Published as `method-saved`. */
  readonly savesMethod?: boolean
  /** How the payer wants to pay; absent: as the processor's page offers. */
  readonly method?: PayMethod
  /** What the payer is told that he has paid, in the caller's own word; kept with the attempt. */
  readonly purpose?: string
}

/** How money came that no processor of ours has collected. */
export interface ManualMoney {
  /** The payment's own moment. */
  readonly at: Temporal.Instant
  /** `bankTransfer`: a statement of the bank shows it; `manual` unless said: somebody says so. */
  readonly processor?: 'manual' | 'bankTransfer'
  /** What it is called where it was seen: unique per processor, so that twice is refused by the database (I6). */
  readonly outsideId?: string
  /** When it was put down, where that is later than its moment. */
  readonly recordedAt?: Temporal.Instant
}

export interface PaymentState {
  readonly id: string
  readonly reference: string
  readonly accountId: string
  readonly status: PaymentStatus
  readonly amount: Money
  readonly failureReason: string | null
  /** Who took it: a kind of processor, `bankDebit`, `bankTransfer`, `manual`. */
  readonly processor: string
}

export interface Payments extends Module {
  /** The methods by which a payer can pay online in a stock, in the order in which they are offered; empty: none. */
  offers(place: Place): readonly Offer[]
  /**
   * Starts an attempt with the processor that serves the stock in this currency: row first, then the call outside any transaction. An open
   * attempt of the same reference and amount that the processor still accepts is used again (second click, other tab); one
   * of another amount is revoked. Where money for a former attempt has just come in, the answer leads to that attempt's
   * result instead of asking a second time. Calls the outside: never from within a transaction.
   * @throws Failure 9204 where no processor serves it, 1 (503) when the processor is away
   */
  collect(collection: Collection): Promise<{ paymentId: string; redirectionUrl: string }>
  /** Nothing is to be paid for this reference any more: its open pay pages are closed by the next reconciliation. */
  giveUp(tx: Tx, reference: string): Promise<void>
  /** Money that staff have in hand (cash, bank statement): received at once; publishes payment-received. */
  recordManual(
    tx: Tx,
    collection: Omit<Collection, 'cart' | 'serviceName' | 'email' | 'phone' | 'language' | 'method'> &
      ManualMoney,
  ): Promise<{ paymentId: string }>
  /**
   * Whether money for any of these references may still arrive: pending at the processor, started within the last 30 minutes
   * of business time, or received within the last 5, since a hold must not end between the money and what it settles.
   */
  isUnderWay(tx: Tx, references: readonly string[]): Promise<boolean>
  /**
   * The same for whoever would give away what is being paid for: also while a pay page is open that the processor has not
   * been asked to close (reconciliation closes it once its time is over, and asks whether somebody was quicker).
   */
  mayStillArrive(tx: Tx, references: readonly string[]): Promise<boolean>
  state(paymentId: string): Promise<PaymentState | undefined>
  /** All messages of processors that have been answered are worked on. */
  idle(): Promise<void>
  /**
   * Writes down that a saved card is to be charged, without a payer. Nothing is charged before `charge` is called behind the
   * commit. What becomes of it is told as of every payment (payment-received, payment-failed).
   * @param charge.key natural key of the charge: twice is once
   * @param charge.on the day that the payer was told; a debit through the seller's own bank is collected then
   * @param charge.statement what his bank prints beside it
   * @returns undefined while money for the same reference is on its way already; nothing is written then
   */
  planCharge(
    tx: Tx,
    charge: {
      readonly methodId: string
      readonly key: string
      readonly on?: Temporal.PlainDate
      readonly statement?: string
    },
    collection: Omit<Collection, 'expiresAt' | 'savesMethod' | 'purpose' | 'method'>,
  ): Promise<{ paymentId: string } | undefined>
  /**
   * Charges what was planned: sent once, whatever happens; asked about until it is decided. Calls the outside: never from
   * within a transaction. Does not throw when the processor is away.
   */
  charge(paymentId: string): Promise<void>
  /** The processor's name for the card is forgotten at once: it can be charged no more. A mandate is revoked with it. */
  forgetMethod(tx: Tx, methodId: string): Promise<void>
  /** What a payer would agree to with a mandate; undefined: no seller collects from bank accounts there. */
  offerMandate(db: Database | Tx, subject: MandateSubject): Promise<MandateOffer | undefined>
  /**
   * A payer gives a mandate, by which his account is debited through the seller's own bank; a former one for the same ends.
   * @returns the method that is charged
   * @throws Failure 9153 `noCreditor`, `changed`
   */
  signMandate(
    tx: Tx,
    subject: MandateSubject,
    signature: Signature,
  ): Promise<{ methodId: string; reference: string }>
}
