/**
 * A contract goes on in another box of its stock (docs/decisions/0160): the days from the move on are credited as they were billed
 * for the old box and billed anew for the new one, on the same calendar; the deposit becomes the new box's. The preview and the
 * move are this one figure.
 */
import { creditsFrom, type BilledDocument, type Credit, type CreditLine } from './credit.ts'
import { issueDay } from './invoice-days.ts'
import { add, compare, least, money, subtract, sum, times, zero, type Money } from './money.ts'
import { totalsOf, type PricedPeriod, type PriceLine, type PriceTerms } from './price.ts'
import { nextBilled, termOn } from './term.ts'

export interface TransferFacts {
  /** As `termOn` takes them, with the VAT of the law; the first one's deposit months are the contract's. */
  readonly terms: readonly PriceTerms[]
  readonly documents: readonly BilledDocument[]
  /** The first day that no invoice speaks of. */
  readonly billedUntil: Temporal.PlainDate
  readonly endDay: Temporal.PlainDate | null
  /** The first day in the new box, which is not charged for the old one any more. */
  readonly from: Temporal.PlainDate
  readonly today: Temporal.PlainDate
  /** Net month rate of the new box, in the contract's currency. */
  readonly rate: Money
}

export interface Transfer {
  readonly from: Temporal.PlainDate
  /** All terms of the contract from now on. */
  readonly terms: readonly PriceTerms[]
  /** Invoices that lose days, and the first that each loses. */
  readonly moved: readonly { readonly documentId: string; readonly on: Temporal.PlainDate }[]
  readonly credits: readonly Credit[]
  /** Invoices for the new box: the days that had been billed, and what is due to be issued by today. */
  readonly charges: readonly PricedPeriod[]
  /** Gross sums of rent and insurance, and of deposits. */
  readonly charged: Money
  readonly credited: Money
  readonly depositAsked: Money
  readonly depositReturned: Money
  /** What the new box costs beyond what goes back, now; below 0 where more goes back. */
  readonly difference: Money
}

/**
 * What moving to a box of this rate comes to. charged + depositAsked − credited − depositReturned = difference, always.
 * Rent keeps the discount of its period: the days go on to be paid for at once, in another box.
 * @throws RangeError where the contract has no term on that day; as `priceContract`
 */
export function planTransfer(facts: TransferFacts): Transfer {
  const { from, documents, rate } = facts
  const { currency } = rate
  const terms = movedTerms(facts.terms, from, rate)
  const deposit = depositOf(facts)
  const charges = withDeposit(chargesOf(facts, terms), deposit.line)
  const credits = withReturned(
    creditsFrom(documents, facts.terms, from, {
      discountBy: 'asBilled',
      refundsUnusedTime: true,
      returnsDeposit: false,
    }),
    documents,
    deposit.returned,
  )
  const gross = (lines: readonly { readonly kind: string; readonly gross: Money }[], isDeposit: boolean) =>
    sum(
      lines.filter(({ kind }) => (kind === 'deposit') === isDeposit).map((line) => line.gross),
      currency,
    )
  const asked = charges.flatMap(({ lines }) => lines)
  const back = credits.flatMap(({ lines }) => lines)
  const sums = {
    charged: gross(asked, false),
    credited: gross(back, false),
    depositAsked: gross(asked, true),
    depositReturned: gross(back, true),
  }
  return {
    from,
    terms,
    moved: documents.flatMap(({ id, from: first, until }) =>
      compareDays(until, from) <= 0 || first.equals(until)
        ? []
        : [{ documentId: id, on: laterOf(first, from) }],
    ),
    credits,
    charges,
    ...sums,
    difference: subtract(add(sums.charged, sums.depositAsked), add(sums.credited, sums.depositReturned)),
  }
}

/**
 * The terms with another rate from a day on: those of before stay as they are, the one that holds on the day holds from then on
 * with it, and those behind it (an extension) bear it as well.
 * @throws RangeError where no term holds on the day
 */
export function movedTerms(
  terms: readonly PriceTerms[],
  from: Temporal.PlainDate,
  rate: Money,
): readonly PriceTerms[] {
  const current = termOn(terms, from)?.term
  if (current === undefined) throw new RangeError(`no term holds on ${from.toString()}`)
  const isBehind = ({ startDay }: PriceTerms): boolean => compareDays(startDay, from) > 0
  // The first stays whatever happens: it is what was signed.
  const before = terms.filter(
    ({ startDay, validFrom = startDay }, index) =>
      index === 0 || compareDays(laterOf(startDay, validFrom), from) < 0,
  )
  return [
    ...before.filter((term, index) => index === 0 || !isBehind(term)),
    { ...current, rate, depositMonths: 0, validFrom: from },
    ...terms.filter(isBehind).map((term) => ({ ...term, rate, depositMonths: 0, validFrom: from })),
  ]
}

/** What was billed is billed anew from the day on, and what is to be issued by today besides. */
function chargesOf(
  { from, endDay, billedUntil, today }: TransferFacts,
  terms: readonly PriceTerms[],
): readonly PricedPeriod[] {
  const charges: PricedPeriod[] = []
  for (let day = from; ;) {
    const next = nextBilled(terms, day, endDay)
    if (next === null) return charges
    const { period } = next
    const isDue = compareDays(period.from, billedUntil) < 0 || compareDays(issueDay(period), today) <= 0
    if (!isDue) return charges
    charges.push(next)
    day = period.until
  }
}

/** The deposit of the new box beside what was asked for: a line that asks for the rest, or what goes back, of the last invoice first. */
function depositOf({ terms, documents, rate }: TransferFacts): {
  readonly line: PriceLine | null
  readonly returned: ReadonlyMap<string, readonly CreditLine[]>
} {
  const months = terms[0]?.depositMonths ?? 0
  const returned = new Map<string, readonly CreditLine[]>()
  const { currency } = rate
  const none = zero(currency)
  const deposits = documents.flatMap(({ id, lines }) =>
    lines.filter(({ kind }) => kind === 'deposit').map((line) => ({ id, line })),
  )
  const held = sum(
    deposits.map(({ line }) => line.net),
    currency,
  )
  const wanted = times(rate, months)
  if (compare(wanted, held) === 0) return { line: null, returned }
  if (compare(wanted, held) > 0) {
    const net = subtract(wanted, held)
    const line: PriceLine = {
      kind: 'deposit',
      quantity: months,
      unit: 'month',
      discountPercent: 0,
      discount: none,
      net,
      vatPercent: 0,
      vat: none,
      gross: net,
      explanation: { rule: 'depositDifference', rate, months, held, rounding: 'halfAwayFromZero' },
    }
    return { line, returned }
  }
  let left = subtract(held, wanted)
  for (const { id, line } of deposits.toReversed()) {
    const net = least(left, line.net)
    if (net.amount === 0) continue
    left = subtract(left, net)
    returned.set(id, [
      {
        kind: 'deposit',
        quantity: line.quantity,
        net,
        vat: none,
        vatPercent: 0,
        gross: net,
        explanation: {
          rule: 'depositDifference',
          rate: line.rate,
          months: line.quantity,
          billed: line.net,
          cost: subtract(line.net, net),
          rounding: 'halfAwayFromZero',
        },
      },
    ])
  }
  return { line: null, returned }
}

/** The credits with what goes back of deposits, one per invoice. */
function withReturned(
  credits: readonly Credit[],
  documents: readonly BilledDocument[],
  returned: ReadonlyMap<string, readonly CreditLine[]>,
): readonly Credit[] {
  return documents.flatMap(({ id, from, until }): Credit[] => {
    const credit = credits.find(({ documentId }) => documentId === id)
    const deposit = returned.get(id) ?? []
    const lines = [...(credit?.lines ?? []), ...deposit]
    const [first] = lines
    if (first === undefined) return []
    const gross = sum(
      lines.map((line) => line.gross),
      first.gross.currency,
    )
    return [{ documentId: id, from: credit?.from ?? from, until, lines, gross }]
  })
}

function withDeposit(charges: readonly PricedPeriod[], line: PriceLine | null): readonly PricedPeriod[] {
  const [first, ...others] = charges
  if (line === null || first === undefined) return charges
  const lines = [...first.lines, line]
  return [{ ...first, lines, totals: totalsOf(lines, line.net.currency) }, ...others]
}

/** The days of a transfer that may be chosen: today, or the first day of a contract that has not begun. */
export function transferDay(startDay: Temporal.PlainDate, today: Temporal.PlainDate): Temporal.PlainDate {
  return laterOf(startDay, today)
}

/** Whether two transfers come to the same: what was shown is what is done. */
export function isSameTransfer(
  transfer: Transfer,
  shown: Readonly<Record<'charged' | 'credited' | 'depositAsked' | 'depositReturned', number>>,
): boolean {
  return (['charged', 'credited', 'depositAsked', 'depositReturned'] as const).every(
    (name) => compare(transfer[name], money(shown[name], transfer[name].currency)) === 0,
  )
}

/** What becomes of a transfer's difference, with what is unpaid already (his other contracts too) and the tenant's balance. */
export function useOfDifference(
  { difference }: Pick<Transfer, 'difference'>,
  { debt, balance }: { readonly debt: Money; readonly balance: Money },
): Readonly<Record<'toDebt' | 'toBalance' | 'fromBalance', Money>> {
  const none = zero(difference.currency)
  const open = subtract(debt, least(debt, balance))
  const free = subtract(balance, least(debt, balance))
  if (difference.amount > 0) return { toDebt: none, toBalance: none, fromBalance: least(free, difference) }
  const back = subtract(none, difference)
  const toDebt = least(open, back)
  return { toDebt, toBalance: subtract(back, toDebt), fromBalance: none }
}

const compareDays = (a: Temporal.PlainDate, b: Temporal.PlainDate): number => Temporal.PlainDate.compare(a, b)
const laterOf = (a: Temporal.PlainDate, b: Temporal.PlainDate): Temporal.PlainDate =>
  compareDays(a, b) < 0 ? b : a
