import type { StripeDeliveryMode, StripeFaultName } from '@stowage/api/simulated-stripe'
import { emit, type StripeAccount } from './account.ts'
import type { Faults } from './faults.ts'
import { dropMethod, methodNamed } from './keep-method.ts'
import { newMethod } from './new-method.ts'
import { closeDispute, openDispute, type DisputeKind } from './open-dispute.ts'
import { decideDebit } from './pay-intent.ts'
import { answerSessionPage, expireSession, paySession, type SessionStep } from './pay-session.ts'
import type {
  Charge,
  CheckoutSession,
  Dispute,
  Instrument,
  Mandate,
  PaymentIntent,
  PaymentMethod,
  Refund,
} from './records.ts'
import { decideRefund, refundCharge } from './refund-charge.ts'
import { runDue } from './run-due.ts'
import { TEST_CARDS } from './test-cards.ts'
import type { StripeDelivery } from './webhooks.ts'

/** How a payer pays: a card's number or a ready-made name (`pm_sim_do_not_honor`), an account number, or a PayPal login. */
export type PayWith = { readonly card: string } | { readonly iban: string } | { readonly paypal: string }

/** What tests and the console may do to an account that a merchant cannot. Whatever moves waits for the first attempt at its webhooks. */
export interface StripeControl {
  sessions(): readonly CheckoutSession[]
  intents(): readonly PaymentIntent[]
  charges(): readonly Charge[]
  refunds(): readonly Refund[]
  disputes(): readonly Dispute[]
  methods(): readonly PaymentMethod[]
  mandates(): readonly Mandate[]
  deliveries(): readonly StripeDelivery[]
  /**
   * Pays (or saves) as the hosted page would; 3-D Secure and PayPal are confirmed unless `agrees` is false. The session's own answer.
   * @throws Error when the session is not open
   */
  pay(
    sessionId: string,
    how?: { with?: PayWith; agrees?: boolean; mode?: StripeDeliveryMode },
  ): Promise<SessionStep>
  expire(sessionId: string): Promise<void>
  /** Moves the banks' days ahead: debits, refunds and their returns are decided in their order. */
  advance(days: number): Promise<void>
  /** Decides a debit now; as the account behind it would have it, unless told. */
  settleDebit(intentId: string, outcome?: 'succeeded' | 'failed'): Promise<PaymentIntent>
  /** A refund made by hand in the dashboard (minor units; the whole rest when absent). */
  refund(intentId: string, amount?: number): Promise<Refund>
  settleRefund(refundId: string, outcome: 'succeeded' | 'failed'): Promise<Refund>
  /** The payer's bank asks the money of this payment back. Of a debit it is lost at once. */
  dispute(intentId: string, kind?: DisputeKind): Promise<Dispute>
  closeDispute(disputeId: string, outcome: 'won' | 'lost'): Promise<Dispute>
  /** The payer has told his bank that he is not to be debited any more. */
  endMandate(mandateId: string): Promise<Mandate>
  detach(methodId: string): Promise<PaymentMethod>
  /** What the bank says to a saved method from now on: a decline code, a card's number, or null for what it said at first. */
  changeMethod(methodId: string, behaviour: string | null): void
  /** What it was changed to; null: nothing. */
  behaviourOf(methodId: string): string | null
  /** The card was replaced by its bank: new end and expiry, told by an event. */
  renewCard(methodId: string): Promise<PaymentMethod>
  setDeliveryMode(mode: StripeDeliveryMode): void
  deliveryMode(): StripeDeliveryMode
  deliverAgain(eventId: string, mode?: StripeDeliveryMode): Promise<void>
  /** Resolves when every webhook under way has its answer. */
  settled(): Promise<void>
  /** So many of the next calls go wrong. */
  fail(fault: StripeFaultName, count?: number, only?: 'POST'): void
  setSlow(ms: number): void
  setDown(down: boolean): void
  isDown(): boolean
  setWebhookUrl(url: string | undefined): void
}

export function createControl(
  account: StripeAccount,
  outside: Faults & Pick<StripeControl, 'setDown' | 'isDown' | 'setWebhookUrl'>,
): StripeControl {
  const { books, webhooks } = account
  const told = async <T>(result: T): Promise<T> => {
    books.save()
    await webhooks.settled()
    return result
  }
  const chargeOf = (intentId: string): Charge => {
    const { latest_charge } = books.intents.get(intentId)
    if (latest_charge === null) throw new Error(`payment ${intentId} was never tried`)
    return books.charges.get(latest_charge)
  }
  const originals = new Map<string, Pick<Instrument, 'account' | 'declines'>>()

  return {
    sessions: () => books.sessions.all(),
    intents: () => books.intents.all(),
    charges: () => books.charges.all(),
    refunds: () => books.refunds.all(),
    disputes: () => books.disputes.all(),
    methods: () => books.methods.all(),
    mandates: () => books.mandates.all(),
    deliveries: () => webhooks.deliveries(),
    pay: async (sessionId, how = {}) => {
      const before = webhooks.mode()
      webhooks.setMode(how.mode ?? before)
      try {
        const session = books.sessions.get(sessionId)
        const method = payersMethod(account, how.with ?? { card: TEST_CARDS.pays.number })
        const acceptance = { ip: '203.0.113.7', agent: 'simulated payer' }
        const step = paySession(account, session, method, acceptance)
        const end = step.kind === 'page' ? answerSessionPage(account, session, how.agrees ?? true) : step
        return await told(end)
      } finally {
        webhooks.setMode(before)
      }
    },
    expire: async (sessionId) => {
      expireSession(account, books.sessions.get(sessionId))
      books.cancelDue(sessionId)
      await told(undefined)
    },
    advance: async (days) => {
      books.moveBank(days)
      runDue(account)
      await told(undefined)
    },
    settleDebit: async (intentId, outcome) => {
      const intent = books.intents.get(intentId)
      if (intent.status !== 'processing') throw new Error(`payment ${intentId} is ${intent.status}`)
      decideDebit(account, intent, outcome)
      return await told(intent)
    },
    refund: async (intentId, amount) =>
      await told(refundCharge(account, chargeOf(intentId), { amount, reason: null, metadata: {} })),
    settleRefund: async (refundId, outcome) => {
      const refund = books.refunds.get(refundId)
      decideRefund(account, refund, outcome)
      return await told(refund)
    },
    dispute: async (intentId, kind) => await told(openDispute(account, chargeOf(intentId), kind)),
    closeDispute: async (disputeId, outcome) => {
      const dispute = books.disputes.get(disputeId)
      closeDispute(account, dispute, outcome)
      return await told(dispute)
    },
    endMandate: async (mandateId) => {
      const mandate = books.mandates.get(mandateId)
      if (mandate.status === 'inactive') return mandate
      mandate.status = 'inactive'
      emit(account, 'mandate.updated', mandate, { status: 'active' })
      return await told(mandate)
    },
    detach: async (methodId) => {
      const method = books.methods.get(methodId)
      dropMethod(account, method)
      return await told(method)
    },
    changeMethod: (methodId, behaviour) => {
      const instrument = books.instruments.get(methodId)
      if (!instrument) throw new Error(`no payment method ${methodId}`)
      const first = originals.get(methodId) ?? { account: instrument.account, ...pickDeclines(instrument) }
      originals.set(methodId, first)
      delete instrument.declines
      Object.assign(instrument, first)
      if (behaviour !== null && /^\d+$/.test(behaviour)) instrument.account = behaviour
      else if (behaviour !== null) instrument.declines = behaviour
      books.save()
    },
    behaviourOf: (methodId) => {
      const first = originals.get(methodId)
      const now = books.instruments.get(methodId)
      if (!first || !now || (first.account === now.account && first.declines === now.declines)) return null
      return now.declines ?? now.account
    },
    renewCard: async (methodId) => {
      const method = books.methods.get(methodId)
      if (!method.card) throw new Error(`payment method ${methodId} is no card`)
      const { exp_year, last4 } = method.card
      method.card.exp_year += 3
      method.card.last4 = '1881'
      emit(account, 'payment_method.automatically_updated', method, { card: { exp_year, last4 } })
      return await told(method)
    },
    setDeliveryMode: (mode) => webhooks.setMode(mode),
    deliveryMode: () => webhooks.mode(),
    deliverAgain: async (eventId, mode = 'normal') => await webhooks.again(eventId, mode),
    settled: async () => await webhooks.settled(),
    fail: (fault, count = 1, only) => outside.fail(fault, count, only),
    setSlow: outside.setSlow,
    setDown: outside.setDown,
    isDown: outside.isDown,
    setWebhookUrl: outside.setWebhookUrl,
  }
}

function pickDeclines({ declines }: Instrument): Pick<Instrument, 'declines'> {
  return declines === undefined ? {} : { declines }
}

function payersMethod(account: StripeAccount, how: PayWith): PaymentMethod {
  const payer = { name: 'Test Gateway', email: 'payer@example.com' }
  if ('iban' in how) return newMethod(account.books, { type: 'sepa_debit', iban: how.iban }, payer)
  if ('paypal' in how)
    return newMethod(account.books, { type: 'paypal', email: how.paypal }, { ...payer, email: how.paypal })
  if (how.card.startsWith('pm_')) return methodNamed(account, how.card)
  return newMethod(
    account.books,
    { type: 'card', number: how.card, month: 12, year: account.now().getUTCFullYear() + 3 },
    payer,
  )
}
