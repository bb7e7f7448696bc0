import type { PayWith } from '@stowage/simulators/stripe/control'
import { TEST_CARDS as CABINET_CARDS } from '@stowage/simulators/paykeeper/cards'
import type { Random } from '../../demo/random.ts'
import type { Attempt, Shops } from './open-shops.ts'

/** What happens to one attempt, step by step, at its processor; and what was told of it. */
export interface Case extends Attempt {
  readonly kind: string
  readonly moves: Move[]
  /** Money goes back in the end: so many of its messages come after that. */
  readonly goesBack: boolean
  /** Where it goes back, everything that told of the money comes after that. */
  readonly isHeardLate: boolean
}

/** @returns false where it cannot be done yet */
type Move = (shops: Shops, of: Case, ask: AskRefund) => Promise<boolean>
/** Staff give money of a payment back over our server. @returns false where that cannot be done yet */
export type AskRefund = (paymentId: string, amount: number) => Promise<boolean>

const CARD: PayWith = { card: '4242424242424242' }
const SEPA: PayWith = { iban: 'DE89370400440532013000' }

const done = async (move: Promise<unknown>): Promise<boolean> => {
  await move
  return true
}
const intentOf = ({ stripe }: Shops, { paymentId }: Attempt): string =>
  stripe.control.intents().findLast(({ metadata }) => metadata['paymentId'] === paymentId)?.id ?? ''
/** Of PayKeeper's: the payment of an attempt that was begun last. */
const moneyOf = ({ server }: Shops, { paymentId }: Attempt): string =>
  server.cards.control.payments().findLast(({ orderId }) => orderId === paymentId)?.id ?? ''

const payBy =
  (how: PayWith): Move =>
  ({ stripe }, { pageId }) =>
    done(stripe.control.pay(pageId, { with: how }))
const settleBy =
  (outcome: 'succeeded' | 'failed'): Move =>
  (shops, of) =>
    done(shops.stripe.control.settleDebit(intentOf(shops, of), outcome))
const dispute =
  (kind: 'dispute' | 'inquiry' = 'dispute'): Move =>
  (shops, of) =>
    done(shops.stripe.control.dispute(intentOf(shops, of), kind))
const close =
  (outcome: 'won' | 'lost'): Move =>
  (shops, of) => {
    const found = shops.stripe.control
      .disputes()
      .find(({ payment_intent }) => payment_intent === intentOf(shops, of))
    return done(shops.stripe.control.closeDispute(found?.id ?? '', outcome))
  }
const giveBack =
  (part: number): Move =>
  (shops, of) =>
    done(shops.stripe.control.refund(intentOf(shops, of), Math.ceil(of.amount * part)))
const askBack =
  (part: number): Move =>
  (_shops, of, ask) =>
    ask(of.paymentId, Math.ceil(of.amount * part))

const payCard =
  (cardNumber?: string): Move =>
  ({ server }, { pageId }) =>
    done(
      server.cards.control.pay(pageId, {
        mode: 'never',
        ...(cardNumber === undefined ? {} : { cardNumber }),
      }),
    )
const decide =
  (outcome: 'obtained' | 'failed'): Move =>
  (shops, of) =>
    done(shops.server.cards.control.settle(moneyOf(shops, of), outcome))
const reverse =
  (part: number): Move =>
  (shops, of) => {
    shops.server.cards.control.refund(moneyOf(shops, of), Math.ceil(of.amount * part))
    return done(Promise.resolve())
  }
const decline: Move = ({ server }, { pageId }) => {
  server.cards.control.decline(pageId)
  return done(Promise.resolve())
}

interface Plan {
  /** How often among all. */
  readonly weight: number
  readonly moves: readonly Move[]
  readonly goesBack?: true
}

const PLANS: Readonly<Record<Attempt['processor'], Readonly<Record<string, Plan>>>> = {
  stripe: {
    card: { weight: 6, moves: [payBy(CARD)] },
    paypal: { weight: 2, moves: [payBy({ paypal: 'clara@payers.example' })] },
    'declined, then paid': { weight: 2, moves: [payBy({ card: '4000000000000002' }), payBy(CARD)] },
    declined: { weight: 1, moves: [payBy({ card: '4000000000000002' })] },
    'direct debit': { weight: 2, moves: [payBy(SEPA), settleBy('succeeded')] },
    'direct debit fails': { weight: 1, moves: [payBy(SEPA), settleBy('failed')] },
    'direct debit returned': {
      weight: 2,
      moves: [payBy(SEPA), settleBy('succeeded'), dispute()],
      goesBack: true,
    },
    refunded: { weight: 3, moves: [payBy(CARD), giveBack(1)], goesBack: true },
    'refunded in parts': { weight: 2, moves: [payBy(CARD), giveBack(0.3), giveBack(0.4)], goesBack: true },
    'refunded by us': { weight: 2, moves: [payBy(CARD), askBack(0.5)] },
    disputed: { weight: 1, moves: [payBy(CARD), dispute()], goesBack: true },
    'dispute lost': { weight: 1, moves: [payBy(CARD), dispute(), close('lost')], goesBack: true },
    'dispute won': { weight: 2, moves: [payBy(CARD), dispute(), close('won')] },
    'asked for a part, disputed for the rest': {
      weight: 1,
      moves: [payBy(CARD), giveBack(0.25), dispute()],
      goesBack: true,
    },
    'refunded in part, dispute won': {
      weight: 1,
      moves: [payBy(CARD), giveBack(0.25), dispute(), close('won')],
    },
    inquiry: { weight: 1, moves: [payBy(CARD), dispute('inquiry')] },
    unpaid: { weight: 2, moves: [] },
  },
  paykeeper: {
    card: { weight: 8, moves: [payCard()] },
    'decided later': { weight: 2, moves: [payCard(CABINET_CARDS.pending), decide('obtained')] },
    'refused later': { weight: 1, moves: [payCard(CABINET_CARDS.pending), decide('failed')] },
    declined: { weight: 1, moves: [decline] },
    'declined, then paid': { weight: 2, moves: [decline, payCard()] },
    refunded: { weight: 4, moves: [payCard(), reverse(1)], goesBack: true },
    'refunded in part': { weight: 3, moves: [payCard(), reverse(0.4)], goesBack: true },
    'refunded by us': { weight: 2, moves: [payCard(), askBack(1)] },
    unpaid: { weight: 2, moves: [] },
  },
}

/** Each attempt gets a fate; the first of a processor's one of each. */
export function planCases(attempts: readonly Attempt[], random: Random): Case[] {
  const seen = { stripe: 0, paykeeper: 0 }
  return attempts.map((attempt) => {
    const plans = Object.entries(PLANS[attempt.processor])
    const drawn = plans.flatMap((plan) => Array.from({ length: plan[1].weight }, () => plan))
    const found = plans[seen[attempt.processor]++] ?? random.pick(drawn)
    const [kind, { moves, goesBack = false }] = found
    return { ...attempt, kind, moves: [...moves], goesBack, isHeardLate: goesBack && random.next() < 0.3 }
  })
}
