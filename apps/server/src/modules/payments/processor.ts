import type { Currency, Money } from '@stowage/domain/money'
import { payMethods, processorKinds, type PayMethod, type ProcessorKind } from '@stowage/domain/pay-method'
import type { Collection } from './payments.ts'

/**
 * The port of this module: what every processor (PayKeeper, Stripe, the next one) does for us, in our words. An adapter keeps
 * no state of ours, writes no table and decides nothing about a contract; it translates and calls. All adapters pass the same
 * suite (testing/processor-suite.ts), each over HTTP against its simulator.
 */
export interface Processor {
  /** Unique among the processors of this installation; stands in `payment.cabinet` and in the address of its messages. */
  readonly name: string
  readonly kind: ProcessorKind
  readonly currencies: readonly Currency[]
  /**
   * Its account may serve other shops beside this one, whose messages come here as well: one about an order that nobody here
   * knows is answered like any other, since a processor that is refused for days sends nothing any more. absent: it serves us only.
   */
  readonly servesOthers?: true
  /** Whether money of a payment made without its payer comes days later (direct debit) with some of the methods. */
  methods(currency: Currency): readonly PayMethod[]

  /**
   * Of a payment that has to be made over a form which the payer's browser posts (PayKeeper saves cards in no other way): its
   * fields. undefined: over a page. Calls nobody.
   */
  form(order: PayOrder): Readonly<Record<string, string>> | undefined
  /** Where such a form is posted, with its signature; only where `form` ever gives one. */
  signedForm?(fields: Readonly<Record<string, string>>): { action: string; fields: Record<string, string> }
  /**
   * Makes a page on which this can be paid until `expiresAt`. Asked a second time for the same payment it may make a second one.
   * @throws ProcessorError
   */
  openPage(order: PayOrder): Promise<OpenedPage>
  /** @throws ProcessorError */
  pageState(pageId: string): Promise<PageState>
  /** Nobody can begin to pay on it any more. @returns false where it could not be closed (paid, or closed already) @throws ProcessorError */
  closePage(pageId: string): Promise<boolean>

  /** One payment as the processor knows it now; undefined: it knows none of that name. @throws ProcessorError */
  payment(outsideId: string, withinMs?: number): Promise<OutsidePayment | undefined>
  /** All payments of one attempt of ours, the earliest first. @throws ProcessorError */
  paymentsOf(attempt: AttemptFacts, withinMs?: number): Promise<OutsidePayment[]>
  /** All payments begun or changed in the last days (machine time), ours and others'. @throws ProcessorError */
  recentPayments(daysBack: number): Promise<OutsidePayment[]>
  /** Whether a payment of the same attempt was begun later than another: < 0, 0, > 0. */
  compare(outsideId: string, other: string): number

  /**
   * Charges a saved method without its payer. Sent once: whoever does not hear the end asks `paymentsOf`. What became of it is
   * told there as well, also of a refusal that the processor has made a payment of.
   * @throws ProcessorError `refused`: it said no; whether the bank was asked stands in `paymentsOf`
   */
  charge(methodOutsideId: string, order: PayOrder): Promise<void>
  /**
   * Gives money back. `key` is ours and unique for this refund: sent twice it is one refund where the processor can tell.
   * @throws ProcessorError `refused`: it said no, nothing was given back
   */
  refund(refund: OutgoingRefund): Promise<void>
  /** A refund that is sent twice under one key is one; absent: it is two. */
  readonly knowsRefundKeys?: true
  /** The processor shall forget a method; one without such a call does nothing. @throws ProcessorError */
  forgetMethod(methodOutsideId: string): Promise<void>
  /** What a saved method shows now; undefined: it is not there any more. absent: nothing ever changes it. @throws ProcessorError */
  method?(methodOutsideId: string): Promise<Pick<SavedMethodNews, 'label' | 'expires'> | undefined>
  /** The method that was saved with a payment, where its message was lost; undefined: none, or not told. @throws ProcessorError */
  savedMethodOf(outsideId: string): Promise<SavedMethodNews | undefined>

  /**
   * Judges a message by its form and signature alone; believes nothing of what it says about money.
   * @param raw the bytes as they came
   */
  readMessage(raw: RawMessage): ReadMessage
  /** Tries the settings without moving money: what an operator presses before he goes live. @throws ProcessorError */
  check(): Promise<ProcessorCheck>
}

export { payMethods, processorKinds, type PayMethod, type ProcessorKind }

/** "Collect this for our payment": a collection with the names it carries at the processor. */
export interface PayOrder extends Omit<Collection, 'expiresAt'> {
  /** Our payment's id: comes back as `orderId`. */
  readonly paymentId: string
  /** Where the payer's browser comes back to, whatever became of it. */
  readonly returnUrl: string
  /** Machine time at which the page closes by itself; absent where no page is opened. */
  readonly expiresAt?: Temporal.Instant
  /** What the payer chose; absent: any method of the processor. */
  readonly method?: PayMethod
}

export interface OpenedPage {
  readonly pageId: string
  readonly url: string
  /** Machine time at which it really closes; absent: as asked. */
  readonly closesAt?: Temporal.Instant
}

/** `open`: can be paid; `paid`: has been, or is being decided by a bank; `closed`: cannot be any more, or is not known. */
export type PageState = 'open' | 'paid' | 'closed'

export interface AttemptFacts {
  readonly paymentId: string
  readonly pageId: string | null
  /** Known payment of it, where there is one. */
  readonly outsideId: string | null
  /** Machine time. */
  readonly startedAt: Temporal.Instant
}

/**
 * `received`: the money is ours, whatever the processor calls it; `partlyRefunded`: some of it went back. Disputed money
 * stays `received` (or refunded); the dispute stands beside it.
 */
export type OutsideState =
  | 'pending'
  | 'received'
  | 'failed'
  | 'cancelled'
  | 'refunding'
  | 'refunded'
  | 'partlyRefunded'

/** A payment as its processor knows it. Times are machine time, never the moved one. */
export interface OutsidePayment {
  readonly id: string
  /** Our payment's id as we sent it; null: not ours. */
  readonly orderId: string | null
  /** The payer's account as we sent it. */
  readonly clientId: string | null
  readonly amount: Money
  readonly refunded: Money
  readonly state: OutsideState
  /** The processor's own word for its state, shown to staff; another word with the same sums is no news of money. */
  readonly said: string
  readonly pendingAt: Temporal.Instant | null
  readonly receivedAt: Temporal.Instant | null
  /** Masked number, IBAN's end or PayPal address. */
  readonly card: string | null
  /** Why it was declined, a code of the specification (section 8) or another one's text; null: not told. */
  readonly reason: string | null
  /** How it was paid, where the processor tells. */
  readonly method: PayMethod | null
  /** The method that was saved along with it, where this answer tells. */
  readonly saved: SavedMethodNews | null
  /** Our keys of refunds that its payer's bank has sent back, where the processor names them. */
  readonly failedRefunds?: readonly string[]
  /** Oldest first; empty where there is none or the processor knows none. */
  readonly disputes: readonly OutsideDispute[]
}

/**
 * The payer's bank asks the money back. `open`: we can answer; `lost`: final (a SEPA return is lost at once); `won`; `warned`:
 * an inquiry, no money has moved.
 */
export interface OutsideDispute {
  readonly id: string
  readonly state: 'warned' | 'open' | 'won' | 'lost'
  readonly said: string
  readonly amount: Money
  /** The money has left our account with the processor. */
  readonly isWithdrawn: boolean
  readonly reason: string | null
  /** Until when evidence is taken (machine time). */
  readonly dueBy: Temporal.Instant | null
}

export interface SavedMethodNews {
  /** The processor's name for it, opaque to us, at most 200 characters. */
  readonly id: string
  readonly kind: PayMethod
  /** What of it may be shown: masked number, `DE89 … 3000`, an address. */
  readonly label: string | null
  /** `12/29`. */
  readonly expires: string | null
  /** Of a direct debit: the mandate's reference, which notices must name. */
  readonly mandate: string | null
}

export interface OutgoingRefund {
  readonly outsideId: string
  readonly amount: Money
  /** All of what is left of it. */
  readonly isAll: boolean
  readonly key: string
}

export interface RawMessage {
  readonly body: Buffer
  readonly header: (name: string) => string | undefined
}

export interface Reply {
  readonly status: 200 | 400
  readonly text: string
}

/**
 * `genuine`: signed by the processor and understood. What it is about is asked for at the processor before anything is
 * believed; `claims` are held against our own row at once, so that a message of another shop is refused while its sender waits.
 */
export type ReadMessage =
  | {
      readonly verdict: 'genuine'
      /** The message's own name, for telling repetitions apart; null: it has none. */
      readonly messageId: string | null
      /** The processor's word for what has happened, shown to staff. */
      readonly type: string
      readonly subject: MessageSubject
      readonly kept: Readonly<Record<string, string>>
      readonly hearsay: Hearsay
      /** What the processor takes for "understood". */
      readonly accepted: Reply
    }
  | {
      readonly verdict: 'forged' | 'malformed' | 'stale'
      /** The payment it speaks of, where that can be read; shown, never followed. */
      readonly outsideId?: string
      readonly kept: Readonly<Record<string, string>>
    }

export type MessageSubject =
  | {
      readonly about: 'payment'
      readonly outsideId: string
      readonly orderId: string | null
      /**
       * Of a message that says that money has come in, and whose sender expects to be refused where that fits no order of
       * ours: held against our row while he waits. `amount` null: it cannot be read. All others are asked about first.
       */
      readonly claims: { readonly amount: Money | null; readonly clientId: string } | null
    }
  /** A saved method can be charged no more (mandate ended, detached). */
  | { readonly about: 'method'; readonly outsideId: string }
  /** Something of a saved method is another: its bank has replaced the card. */
  | { readonly about: 'changedMethod'; readonly outsideId: string }
  /** Genuine, and nothing to us. */
  | { readonly about: 'nothing' }

/** What came along with the news and is shown, never believed. */
export interface Hearsay {
  readonly card?: { readonly number: string | null; readonly holder: string | null }
  readonly reason?: string | null
  readonly saved?: SavedMethodNews
}

export interface ProcessorCheck {
  /** The account's own name at the processor, so that an operator sees which one he has connected; null: it tells none. */
  readonly account: string | null
  /** What tells this account from every other one of the processor; null: it tells none. */
  readonly accountId: string | null
  /** A test account moves no real money. */
  readonly isTest: boolean | null
  /** What would not work, in the processor's words; empty: all is well. */
  readonly warnings: readonly string[]
}

/**
 * `away`: not reached, too slow, broken (5xx, no JSON); `login`: it does not know us, which is a wrong setting; `refused`: it
 * understood and said no.
 */
export class ProcessorError extends Error {
  readonly kind: 'away' | 'login' | 'refused'
  /** Of a refusal: a decline code of the specification where the processor told one. */
  readonly reason: string | null
  constructor(
    kind: ProcessorError['kind'],
    message: string,
    options: { cause?: unknown; reason?: string | null } = {},
  ) {
    super(message, { cause: options.cause })
    this.name = 'ProcessorError'
    this.kind = kind
    this.reason = options.reason ?? null
  }
}
