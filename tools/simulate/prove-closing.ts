import type { Closing } from '@stowage/domain/closing'
import type { PriceTerms } from '@stowage/domain/price'
import {
  costOf,
  dayOf as oracleDay,
  lengthOf,
  monthsLater,
  nearest,
  textOf,
  vatOn,
  written,
  type Day,
  type OracleTerms,
} from '../proof/oracle.ts'
import { creditOf, documentsOf, isBefore, unpaid, type Contract, type Document, type House } from './house.ts'

const EPOCH = Temporal.PlainDate.from('1970-01-01')
const dayOf = (day: Temporal.PlainDate): Day => EPOCH.until(day, { largestUnit: 'days' }).days

const asOracle = (terms: PriceTerms): OracleTerms => ({
  start: dayOf(terms.startDay),
  anchor: terms.anchorDay ?? terms.startDay.day,
  months: terms.durationMonths,
  monthsAtOnce: terms.periodMonths,
  rate: BigInt(terms.rate.amount),
  // What was announced for the box before counts no more.
  rises: (terms.laterRates ?? [])
    .filter(({ from }) => terms.validFrom === undefined || isBefore(terms.validFrom, from))
    .map(({ from, rate }) => ({ from: dayOf(from), rate: BigInt(rate.amount) })),
  ...(terms.discount.kind === 'tariff'
    ? {
        tariff: {
          steps: terms.discount.steps.map(({ fromMonth, percent }) => ({
            month: fromMonth,
            percent: Math.round(percent * 100),
          })),
          firstMonth: terms.discount.firstMonth === null ? null : BigInt(terms.discount.firstMonth.price),
        },
      }
    : {}),
  discountPerMonth: terms.discount.kind === 'stock' ? Math.round(terms.discount.percentPerMonth * 100) : null,
  vat:
    typeof terms.vatPercent === 'number'
      ? [{ from: null, percent: Math.round(terms.vatPercent * 100) }]
      : terms.vatPercent.map(({ validFrom, percent }) => ({
          from: validFrom && dayOf(validFrom),
          percent: Math.round(percent * 100),
        })),
  insurance: terms.insurance && {
    monthly: BigInt(terms.insurance.monthly.amount),
    tax: Math.round(terms.insurance.taxPercent * 100),
  },
  depositMonths: 0,
})

/**
 * A closed contract has cost what its days cost: whatever notices, extensions, parts of periods and credit notes there were on the
 * way, what was billed less what was credited is what the oracle says of the days until the leaving day; the deposit is back;
 * and the figures of the statement are those of the book.
 */
export function proveClosing(
  house: House,
  contract: Contract,
  closing: Closing,
  before: { readonly others: number; readonly billedUntil: Temporal.PlainDate },
): void {
  const after = {
    credit: creditOf(contract.tenant),
    debts: sumOf(contract.documents),
    others: othersOf(contract),
  }
  const { charged, credited, deposit, debt, balance, toOthers, owed, payout } = closing
  const left =
    charged.amount +
    debt.amount -
    balance.amount -
    credited.amount -
    deposit.amount -
    owed.amount +
    toOthers.amount +
    payout.amount
  if (left !== 0) throw new Error(`closing ${contract.id} loses ${left}`)
  if (owed.amount > 0 && payout.amount > 0) throw new Error('owed and paid out')
  // What was shown is what stands in the book.
  if (
    after.debts !== owed.amount ||
    after.credit !== payout.amount ||
    before.others - after.others !== toOthers.amount
  )
    throw new Error(
      `closing ${contract.id} said owed ${owed.amount}, payout ${payout.amount}, to others ${toOthers.amount}; the book says ${after.debts}, ${after.credit}, ${before.others - after.others}`,
    )
  if (contract.documents.some((document) => document.depositHeld > 0))
    throw new Error('a deposit is still held')
  proveCost(house, contract, before.billedUntil)
}

function proveCost(house: House, contract: Contract, billedUntil: Temporal.PlainDate): void {
  const billed = { rent: 0, insurance: 0, deposit: 0 }
  for (const document of contract.documents) {
    if (document.kind !== 'invoice' || document.isVoid) continue
    for (const line of document.lines) {
      if (line.kind === 'penalty') continue
      const back = document.credited.get(line.kind) ?? { net: 0, vat: 0 }
      if (back.net > line.net.amount || back.vat > line.vat.amount)
        throw new Error('more goes back than was asked for')
    }
    for (const kind of ['rent', 'insurance', 'deposit'] as const) billed[kind] += stillBilled(document, kind)
  }
  if (billed.deposit !== 0) throw new Error(`a deposit of ${billed.deposit} is not given back`)
  // A move keeps the discount that the days before it were billed with, whenever he leaves: that is proved where it is made.
  if (!contract.refundsUnusedTime || (contract.hasMoved && !isDiscountFixed(contract))) return
  for (const kind of ['rent', 'insurance'] as const) {
    const expected = expectedCost(house, contract, kind, billedUntil)
    if (billed[kind] !== expected)
      throw new Error(
        `closing ${contract.id} of ${contract.startDay.toString()} on ${house.today.toString()}: ${kind} comes to ${billed[kind]}, its days cost ${expected}; ${said(contract)}`,
      )
  }
}

/** Each of its days costs the same, however long he stays and whatever a tariff asks for when he leaves. */
const isDiscountFixed = ({ terms }: Contract): boolean =>
  terms.every(({ periodMonths, tariff }) => periodMonths === 1 && tariff === undefined)

const said = (contract: Contract): string =>
  `${contract.documents.map((one) => `${one.kind} ${one.from.toString()}–${one.until.toString()} ${one.gross}`).join(', ')}; ends ${contract.endDay?.toString() ?? 'never'}; ${JSON.stringify(contract.terms)}`

function stillBilled(document: Document, kind: string): number {
  const back = document.credited.get(kind) ?? { net: 0, vat: 0 }
  return document.lines.reduce(
    (sum, line) => sum + (line.kind === kind ? line.net.amount + line.vat.amount : 0),
    0 - back.net - back.vat,
  )
}

/** The oracle's price of the days from the start to today, and of those behind the end. */
function expectedCost(
  house: House,
  contract: Contract,
  kind: 'rent' | 'insurance',
  billedUntil: Temporal.PlainDate,
): number {
  const left = dayOf(house.today)
  const agreed = contract.endDay === null ? Infinity : dayOf(contract.endDay)
  // Days behind a notice that came after their invoice are days of that invoice.
  const end = Math.max(agreed, contract.endDay === null ? Infinity : dayOf(billedUntil))
  const paidUntil = Math.max(left, Math.min(boundUntil(contract, left), agreed))
  const until = Math.min(paidUntil, end)
  const isLost = isFirstMonthLost(contract, paidUntil)
  let sum = 0n
  let last: {
    readonly terms: OracleTerms
    readonly from: Day
    readonly until: Day
    readonly months: number
  } | null = null
  for (const [place, term] of contract.terms.entries()) {
    const known = asOracle(term)
    const repriced: OracleTerms =
      isLost && known.tariff !== undefined
        ? { ...known, tariff: { ...known.tariff, firstMonth: null } }
        : known
    // Of terms that hold on one day the later ones count: the box has changed.
    const since = sinceOf(term)
    const held = contract.terms
      .slice(place + 1)
      .reduce((first, later) => Math.min(first, sinceOf(later)), until)
    for (let index = 0; ; index += 1) {
      const found = costOf(repriced, index)
      if (found === null || found.from >= held) break
      if (found.until <= since) continue
      const vat = [{ from: null, percent: vatOn(repriced.vat, Math.max(found.from, since)) }]
      const terms: OracleTerms = { ...repriced, vat }
      const whole = costOf(terms, index) ?? found
      const months =
        terms.months === null
          ? terms.monthsAtOnce
          : Math.min(terms.monthsAtOnce, terms.months - index * terms.monthsAtOnce)
      if (last === null || whole.from < agreed)
        last = { terms: repriced, from: whole.from, until: whole.until, months }
      const cut = costOf(terms, index, held) ?? whole
      const before = since > whole.from ? costOf(terms, index, since) : null
      const of = (lines: typeof whole.lines): bigint => {
        const line = lines.find((one) => one.kind === kind)
        return line === undefined ? 0n : line.net + line.vat
      }
      const wasWhole = contract.documents.some(
        (document) =>
          document.kind === 'invoice' &&
          textOf(whole.from) === document.from.toString() &&
          textOf(whole.until) === document.until.toString(),
      )
      // Where the smaller discount makes a shorter time dearer than the whole that was billed, the whole stays.
      const [short, full] = [of(cut.lines), of(whole.lines)]
      const isRepriced = isLost && term === contract.terms[0] && index === 0
      sum +=
        (wasWhole && full < short && !isRepriced ? full : short) - (before === null ? 0n : of(before.lines))
    }
  }
  if (left > end && last !== null) {
    const { terms, from } = last
    const rate = terms.rises?.findLast((rise) => rise.from <= from)?.rate ?? terms.rate
    const monthly = kind === 'rent' ? rate : (terms.insurance?.monthly ?? 0n)
    // The days of each month are an invoice.
    for (let first = end; first < left;) {
      const [year, month] = written(first)
      const next = Math.min(left, oracleDay(year, month, lengthOf(year, month)) + 1)
      const net = nearest(
        monthly * BigInt(last.months) * BigInt(next - first),
        BigInt(last.until - last.from),
      )
      const percent = kind === 'rent' ? vatOn(terms.vat, first) : (terms.insurance?.tax ?? 0)
      sum += net + nearest(net * BigInt(percent), 10_000n)
      first = next
    }
  }
  return Number(sum)
}

/** The day from which terms hold. */
const sinceOf = ({ startDay, validFrom }: PriceTerms): Day =>
  Math.max(dayOf(startDay), dayOf(validFrom ?? startDay))

/** The day until which the tariff asks for the rent, whenever he leaves; before all days where it asks for nothing. */
function boundUntil({ terms }: Contract, left: Day): Day {
  const [first] = terms
  if (first?.tariff === undefined || first.tariff.earlyLeave === 'usedDays') return -Infinity
  const begin = dayOf(first.startDay)
  if (first.tariff.earlyLeave === 'minimumStay')
    return monthsLater(begin, first.tariff.minStayMonths, first.startDay.day)
  const ends = terms.map((term) =>
    monthsLater(dayOf(term.startDay), term.durationMonths ?? 0, term.anchorDay ?? term.startDay.day),
  )
  return ends.find((end) => left < end) ?? -Infinity
}

/** The first month's price was for who pays so many months. */
function isFirstMonthLost({ terms }: Contract, paidUntil: Day): boolean {
  const [first] = terms
  if (first?.discount.kind !== 'tariff' || first.discount.firstMonth === null) return false
  const { minMonths } = first.discount.firstMonth
  return paidUntil < monthsLater(dayOf(first.startDay), minMonths, first.startDay.day)
}

const sumOf = (documents: readonly Document[]): number =>
  documents.reduce((sum, document) => sum + unpaid(document), 0)
const othersOf = (contract: Contract): number =>
  sumOf(
    documentsOf(contract.tenant).filter((document) => document.contract !== contract && document.isNumbered),
  )
