import type { Query } from '@stowage/api/endpoint'
import type { readSettlements as endpoint } from '@stowage/api/payments'
import { fail } from '../../../platform/failure.ts'
import type { Platform } from '../../../platform/platform.ts'
import {
  aboutDiffering,
  movementsOf,
  sellerDay,
  sellersByName,
  type Difference,
  type Differing,
  type Movement,
  type Settlements,
} from './settlements-view.ts'

/** So many payments are named; more than that is a fault of its own, which their sum shows. */
const NAMED = 200

type Sums = Omit<Settlements['totals'][number], 'processor' | 'currency'>

/**
 * What came in and went back in a month, per day, processor and currency, held against the cash accounts of the book; with the
 * payments that make the differences. Nothing of different currencies is added.
 * @throws Failure 9104 no such seller
 */
export async function readSettlements(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  query: Query<typeof endpoint>,
): Promise<Settlements> {
  const sellers = await sellersByName(db)
  const seller =
    query.sellerId === undefined
      ? sellers[0]
      : (sellers.find(({ id }) => id === query.sellerId) ?? fail(9104))
  const today =
    (seller === undefined ? null : await sellerDay(db, seller.id, clock.now())) ??
    clock.now().toZonedDateTimeISO('UTC').toPlainDate().toString()
  const month = Temporal.PlainYearMonth.from(query.month ?? today.slice(0, 7))
  const span = {
    first: month.toPlainDate({ day: 1 }).toString(),
    last: month.toPlainDate({ day: month.daysInMonth }).toString(),
  }
  const moves = seller === undefined ? [] : await movementsOf(db, { sellerId: seller.id, ...span })
  return {
    sellers,
    sellerId: seller?.id ?? null,
    month: month.toString(),
    days: [
      ...Map.groupBy(moves, ({ day, processor, currency }) => `${day} ${processor} ${currency}`).values(),
    ].map((group) => ({ day: group[0]?.day ?? '', ...summed(group) })),
    totals: [...Map.groupBy(moves, ({ processor, currency }) => `${processor} ${currency}`)]
      .sort(([one], [two]) => one.localeCompare(two))
      .map(([, group]) => summed(group)),
    differences: await differencesOf(db, moves),
  }
}

function summed(group: readonly Movement[]): Settlements['totals'][number] {
  const sum = (of: (move: Movement) => number): number => group.reduce((total, move) => total + of(move), 0)
  const [received, refunded, disputed, paidOut, booked] = [
    sum((move) => move.received),
    sum((move) => move.refunded),
    sum((move) => move.disputed),
    sum((move) => move.paidOut),
    sum((move) => move.booked),
  ]
  const net = received - refunded - disputed - paidOut
  const sums: Sums = {
    received,
    receivedCount: group.filter((move) => move.received > 0).length,
    refunded,
    refundedCount: group.filter((move) => move.refunded !== 0).length,
    disputed,
    paidOut,
    net,
    booked,
    difference: net - booked,
  }
  return { processor: group[0]?.processor ?? '', currency: group[0]?.currency ?? '', ...sums }
}

const netOf = ({ received, refunded, disputed, paidOut }: Movement): number =>
  received - refunded - disputed - paidOut

async function differencesOf(db: Platform['db'], moves: readonly Movement[]): Promise<Difference[]> {
  const differing = moves.filter((move) => netOf(move) !== move.booked).slice(0, NAMED)
  const about = await aboutDiffering(
    db,
    differing.flatMap(({ paymentId }) => paymentId ?? []),
  )
  return differing.map((move) => {
    const facts = about.get(move.paymentId ?? '')
    return {
      paymentId: move.paymentId,
      day: move.day,
      processor: move.processor,
      currency: move.currency,
      amount: netOf(move),
      booked: move.booked,
      ...whyOf(move, facts),
      accountId: facts?.accountId ?? null,
      accountName: facts?.accountName ?? null,
      reference: facts?.reference ?? null,
    }
  })
}

/** Why the two sides of a payment differ on a day. */
export function whyOf(
  move: Movement,
  facts: Pick<Differing, 'bookDays' | 'ownDay' | 'net'> | undefined,
): Pick<Difference, 'why' | 'otherDay'> {
  if (facts?.ownDay == null) return { why: 'noPayment', otherDay: null }
  const whole = facts.bookDays.reduce((total, { amount }) => total + amount, 0)
  if (facts.bookDays.length === 0) return { why: 'notBooked', otherDay: null }
  if (whole !== facts.net) return { why: 'otherAmount', otherDay: null }
  // The sums are alike, so the day is what differs: here is one half, there the other.
  const other =
    move.day === facts.ownDay ? facts.bookDays.find(({ day }) => day !== move.day)?.day : facts.ownDay
  return { why: 'otherDay', otherDay: other ?? null }
}
