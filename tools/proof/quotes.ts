import { readTerms, storeTerms } from '@stowage/server/modules/billing/plan'
import { currencies, money } from '@stowage/domain/money'
import { priceContract, priceRest, type PricedPeriod, type PriceTerms } from '@stowage/domain/price'
import { quote } from '@stowage/domain/quote'
import { followingTerm, termEnd, termOn } from '@stowage/domain/term'
import { randomFrom, type Random } from '../demo/random.ts'
import {
  costOf,
  grossOf,
  monthsLater,
  textOf,
  dayOf,
  written,
  type Day,
  type OraclePeriod,
  type OracleTerms,
} from './oracle.ts'

/** One drawn contract, in both languages. */
interface Drawn {
  readonly terms: PriceTerms
  readonly oracle: OracleTerms
}

const FIRST = dayOf(2024, 1, 1)
const plain = (day: Day): Temporal.PlainDate => Temporal.PlainDate.from(textOf(day))

/**
 * Draws a contract and holds what is promised, what is billed and what the oracle says against one another (I5, I11): each period
 * of the term; where asked deeply, of its extension too, a period cut short, and one billed in parts.
 * @throws Error that says what differs; the same seed draws the same contract again
 */
export function proveQuote(seed: string, isDeep: boolean): void {
  const random = randomFrom(seed)
  const drawn = draw(random)
  const told = quote(drawn.terms)
  // What is billed comes from terms that were written down and read back, months later.
  const kept = readTerms(JSON.parse(JSON.stringify(storeTerms(drawn.terms))) as ReturnType<typeof storeTerms>)
  let term = 0
  const count =
    drawn.terms.durationMonths === null ? 2 : Math.ceil(drawn.terms.durationMonths / drawn.terms.periodMonths)
  for (let index = 0; index < count; index += 1) {
    const billed = held(kept, drawn.oracle, index)
    const promised = index === 0 ? told.first.totals.gross : told.next[index - 1]?.amount
    const day = index === 0 ? told.first.period.from : told.next[index - 1]?.day
    const { gross } = billed.totals
    if (promised?.amount !== gross.amount || promised.currency !== gross.currency)
      throw new Error(`period ${index}: promised ${promised?.amount}, billed ${gross.amount}`)
    if (!day?.equals(billed.period.from)) throw new Error(`period ${index}: promised for another day`)
    term += gross.amount
  }
  if (told.next.length !== count - 1)
    throw new Error(`${told.next.length} payments promised behind the first`)
  if (drawn.terms.durationMonths === null) {
    if (told.termGross !== null) throw new Error('a sum without an end')
  } else {
    if (told.termGross?.amount !== term)
      throw new Error(`the term was promised for ${told.termGross?.amount}, billed ${term}`)
    if (priceContract(kept, count) !== null) throw new Error('billed behind the end')
    if (isDeep) proveExtension(kept, drawn.oracle, drawn.terms.durationMonths)
  }
  if (isDeep) proveParts(random, kept, drawn.oracle, random.between(0, count - 1))
}

/** The price of a period, held against the oracle line by line. */
function held(terms: PriceTerms, oracle: OracleTerms, index: number, left: Day | null = null): PricedPeriod {
  const billed = priceContract(terms, index, left === null ? null : plain(left))
  const cost = costOf(oracle, index, left)
  if (billed === null || cost === null) throw new Error(`period ${index} is missing`)
  compare(billed, cost, `period ${index}${left === null ? '' : ` until ${textOf(left)}`}`)
  return billed
}

function compare(billed: PricedPeriod, cost: OraclePeriod, what: string): void {
  const { from, until } = billed.period
  if (from.toString() !== textOf(cost.from) || until.toString() !== textOf(cost.until))
    throw new Error(
      `${what}: ${from.toString()}–${until.toString()}, expected ${textOf(cost.from)}–${textOf(cost.until)}`,
    )
  if (billed.lines.length !== cost.lines.length) throw new Error(`${what}: ${billed.lines.length} lines`)
  let [net, vat, gross] = [0, 0, 0]
  for (const [index, line] of billed.lines.entries()) {
    const expected = cost.lines[index]
    if (
      line.kind !== expected?.kind ||
      BigInt(line.net.amount) !== expected.net ||
      BigInt(line.vat.amount) !== expected.vat
    )
      throw new Error(
        `${what}: ${line.kind} ${line.net.amount} + ${line.vat.amount}, expected ${expected?.kind} ${expected?.net} + ${expected?.vat}`,
      )
    if (line.net.amount + line.vat.amount !== line.gross.amount)
      throw new Error(`${what}: I5 on ${line.kind}`)
    if (line.net.amount < 0 || line.vat.amount < 0) throw new Error(`${what}: ${line.kind} below nothing`)
    net += line.net.amount
    vat += line.vat.amount
    gross += line.gross.amount
  }
  const { totals } = billed
  if (
    totals.net.amount !== net ||
    totals.vat.amount !== vat ||
    totals.gross.amount !== gross ||
    net + vat !== gross
  )
    throw new Error(`${what}: I5 on the document`)
}

/** The extension is as long, without a deposit, on the same anchor day; what is said of it is what its periods cost. */
function proveExtension(terms: PriceTerms, oracle: OracleTerms, months: number): void {
  const next = followingTerm(terms)
  const behind: OracleTerms = {
    ...oracle,
    start: monthsLater(oracle.start, months, oracle.anchor),
    depositMonths: 0,
    ...(oracle.tariff === undefined ? {} : { tariff: { ...oracle.tariff, firstMonth: null } }),
  }
  const said = quote(next)
  const last = said.next.length
  const billed = held(next, behind, last)
  const promised = said.next.at(-1)?.amount ?? said.first.totals.gross
  if (promised.amount !== billed.totals.gross.amount)
    throw new Error('the extension was promised for another sum')
  const end = termEnd(next)
  if (end?.toString() !== textOf(monthsLater(oracle.start, 2 * months, oracle.anchor)))
    throw new Error(`the extension ends on ${end?.toString()}`)
  const found = termOn([terms, next], billed.period.from)
  if (found?.term !== next || found.period.index !== last)
    throw new Error('a day of the extension lies in another term')
}

/**
 * A period cut short by a notice, billed up to there, and the rest of it after the notice was taken back, once or twice: never
 * below nothing, and where no longer part became cheaper than a shorter one, the sum of all parts is the whole to the cent.
 */
function proveParts(random: Random, terms: PriceTerms, oracle: OracleTerms, index: number): void {
  const whole = held(terms, oracle, index)
  const length = whole.period.from.until(whole.period.until, { largestUnit: 'days' }).days
  const from = costOf(oracle, index)?.from ?? 0
  const cuts = [random.between(1, length - 1), random.between(1, length - 1)]
    .toSorted((a, b) => a - b)
    .map((days) => from + days)
  const [first, second] = [cuts[0] ?? from, cuts[1] ?? from]
  const part = held(terms, oracle, index, first)
  const longer = held(terms, oracle, index, second)
  const parts = [part]
  if (second > first) parts.push(rest(terms, index, first, second))
  parts.push(rest(terms, index, second, null))
  for (const kind of ['rent', 'insurance', 'deposit'] as const) {
    const of = (period: PricedPeriod): number =>
      period.lines.find((line) => line.kind === kind)?.gross.amount ?? 0
    const billed = parts.reduce((running, period) => running + of(period), 0)
    if (of(part) <= of(longer) && of(longer) <= of(whole) && billed !== of(whole))
      throw new Error(`${kind} in parts comes to ${billed}, the whole to ${of(whole)}`)
    if (billed < of(whole)) throw new Error(`${kind} in parts comes to less than the whole`)
  }
  const left = costOf(oracle, index, first)
  if (left === null || BigInt(part.totals.gross.amount) !== grossOf(left))
    throw new Error('a part by the day')
}

function rest(terms: PriceTerms, index: number, from: Day, until: Day | null): PricedPeriod {
  const priced = priceRest(terms, index, plain(from), until === null ? null : plain(until))
  if (priced === null) throw new Error('a rest is missing')
  for (const line of priced.lines) {
    if (line.gross.amount <= 0 || line.net.amount < 0 || line.vat.amount < 0)
      throw new Error(`a rest of ${line.kind} asks for ${line.net.amount} + ${line.vat.amount}`)
    if (line.net.amount + line.vat.amount !== line.gross.amount) throw new Error('I5 on a rest')
  }
  return priced
}

function draw(random: Random): Drawn {
  const currency = random.pick(currencies)
  const start = FIRST + random.between(0, 4400)
  const [, , anchor] = written(start)
  const months =
    random.next() < 0.1 ? null : random.next() < 0.05 ? random.between(12, 24) : random.between(1, 11)
  const chance = random.next()
  const monthsAtOnce =
    chance < 0.5
      ? Math.min(months ?? random.between(1, 11), 11)
      : chance < 0.75
        ? 1
        : random.between(1, months ?? 6)
  // Small amounts round more often; large ones overflow first.
  const amount = (max: number): number => random.between(0, 10 ** random.between(2, max))
  const percent = (): number =>
    random.next() < 0.6
      ? random.pick([0, 500, 800, 810, 1900, 2000, 2200, 2300, 2550])
      : random.between(0, 10_000)
  const perMonth =
    random.next() < 0.5 ? null : random.pick([random.between(1, 300), random.between(1, 10_000)])
  const vat: { from: Day | null; percent: number }[] = [
    { from: random.next() < 0.9 ? null : start + random.between(-50, 200), percent: percent() },
  ]
  // One rate a day, as a stock keeps them.
  while (random.next() < 0.35 && vat.length < 4) {
    const from = start + random.between(-100, 340)
    if (!vat.some((rate) => rate.from === from)) vat.push({ from, percent: percent() })
  }
  const rate = amount(9)
  const tariff = random.next() < 0.25 ? drawTariff(random, amount(8)) : null
  // A sitting tenant's rate rises from the first day of a later period on.
  const rises =
    random.next() < 0.15
      ? [1, 3]
          .slice(0, random.between(1, 2))
          .map((period) => ({ from: monthsLater(start, period * monthsAtOnce, anchor), rate: amount(9) }))
      : []
  const insurance = random.next() < 0.5 ? null : { monthly: amount(6), tax: percent() }
  const depositMonths = random.pick([0, 0, 1, 2, 3])
  const terms: PriceTerms = {
    startDay: plain(start),
    durationMonths: months,
    periodMonths: monthsAtOnce,
    rate: money(rate, currency),
    ...(rises.length === 0
      ? {}
      : {
          laterRates: rises.map((rise) => ({
            from: plain(rise.from),
            rate: money(rise.rate, currency),
            noticeId: 'notice',
            servedOn: plain(start),
          })),
        }),
    discount:
      tariff?.rule ??
      (perMonth === null ? { kind: 'table' } : { kind: 'stock', percentPerMonth: perMonth / 100 }),
    vatPercent: random.shuffle(vat).map(({ from, percent: hundredths }) => ({
      validFrom: from === null ? null : plain(from),
      percent: hundredths / 100,
    })),
    insurance: insurance && {
      monthly: money(insurance.monthly, currency),
      coverage: money(1_000_000, currency),
      taxPercent: insurance.tax / 100,
    },
    depositMonths,
  }
  return {
    terms,
    oracle: {
      start,
      anchor,
      months,
      monthsAtOnce,
      rate: BigInt(rate),
      rises: rises.map((rise) => ({ from: rise.from, rate: BigInt(rise.rate) })),
      discountPerMonth: perMonth,
      ...(tariff === null ? {} : { tariff: tariff.oracle }),
      vat,
      insurance: insurance && { monthly: BigInt(insurance.monthly), tax: insurance.tax },
      depositMonths,
    },
  }
}

function drawTariff(
  random: Random,
  price: number,
): { readonly rule: PriceTerms['discount']; readonly oracle: NonNullable<OracleTerms['tariff']> } {
  const months = random.shuffle([1, 2, 3, 6, 9, 12]).slice(0, random.between(0, 3))
  const steps = months.map((month) => ({ month, percent: random.pick([500, 3000, 6500, 10_000, 33]) }))
  const isFirstCheap = random.next() < 0.5
  const name = { ru: 'Т', en: 'T', de: 'T', pl: 'T' }
  return {
    rule: {
      kind: 'tariff',
      name,
      steps: steps.map(({ month, percent }) => ({ fromMonth: month, percent: percent / 100 })),
      firstMonth: isFirstCheap ? { price, minMonths: 1 } : null,
    },
    oracle: { steps, firstMonth: isFirstCheap ? BigInt(price) : null },
  }
}
