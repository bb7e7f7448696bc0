import { issueDay, dueDay } from '@stowage/domain/invoice-days'
import { penaltyOver, firstChargedDay, type LateInvoice } from '@stowage/domain/penalty'
import { monthParts } from '@stowage/domain/period'
import { overstayPeriods } from '@stowage/domain/overstay'
import type { PricedPeriod } from '@stowage/domain/price'
import { nextBilled, nextIssueDay } from '@stowage/domain/term'
import { invoice, newDocument, number } from './documents.ts'
import { inHouse, isBefore, unpaid, type Contract, type Document, type House } from './house.ts'
import { useCredit } from './money-in.ts'
import { exactPenalty } from './exact.ts'

/**
 * What the nightly job does with a contract: one invoice per period that begins within 7 days, behind the end one for each month
 * that is over.
 */
export function issueDue(house: House, contract: Contract): void {
  const { terms, endDay } = contract
  for (;;) {
    const next = nextBilled(terms, contract.billedUntil, endDay)
    if (next === null || isBefore(house.today, issueDay(next.period))) break
    ask(house, contract, next)
  }
  if (endDay !== null && !isBefore(contract.billedUntil, endDay)) {
    const days = { from: contract.billedUntil, until: house.today.with({ day: 1 }) }
    for (const priced of overstayPeriods(terms, endDay, days)) {
      ask(house, contract, priced)
      house.counts.overstays += 1
    }
  }
  contract.nextIssueOn = nextIssueDay(terms, contract.billedUntil, endDay)
}

/** Issues an invoice, which the tenant's balance pays. */
export function ask(house: House, contract: Contract, priced: PricedPeriod): void {
  const due = dueDay(priced.period)
  const document = invoice(house, contract, priced, isBefore(due, house.today) ? house.today : due)
  contract.billedUntil = priced.period.until
  number(house, document)
  useCredit(house, contract.tenant, document)
}

/** The penalties of an invoice for the days that nobody has charged yet, before `until`; each held against a walk day by day. */
function penalise(house: House, document: Document, until: Temporal.PlainDate): void {
  const { contract } = document
  const isRunning = contract.status === 'active' || contract.status === 'ended'
  if (document.kind !== 'invoice' || !document.isNumbered || !isRunning) return
  let from = firstChargedDay(document.dueDay, house.penalties.freeDays)
  for (const day of [contract.activeFrom, document.penalisedUntil])
    if (day !== null && isBefore(from, day)) from = day
  if (!isBefore(from, until)) return
  const invoiceFacts = lateFacts(house, document)
  for (const days of monthParts({ from, until })) {
    const lines = penaltyOver(invoiceFacts, house.penalties, days, inHouse(house, document.penalties))
    const sum = lines.reduce((running, line) => running + line.amount.amount, 0)
    const exact = exactPenalty(document, house.penalties, days, document.penalties)
    // Rounded once for each run of days that cost the same.
    if (Math.abs(sum - exact.amount) > exact.runs * 0.5 + 1e-6)
      throw new Error(
        `penalty of ${sum} on ${document.id}, day by day ${exact.amount}: ${JSON.stringify(lines)}`,
      )
    const [first, last] = [lines[0], lines.at(-1)]
    if (!first || !last) continue
    document.penalties += sum
    const penalty = newDocument(
      house,
      contract,
      'penalty',
      { from: first.from, until: last.until },
      house.today.add({ days: 7 }),
      lines.map((line) => ({
        kind: 'penalty',
        quantity: line.days,
        net: line.amount,
        vat: inHouse(house, 0),
        vatPercent: 0,
        discountPercent: 0,
        rate: line.base,
      })),
      { penalises: document },
    )
    number(house, penalty)
    house.counts.penalties += 1
    useCredit(house, contract.tenant, penalty)
  }
  document.penalisedUntil = until
}

function lateFacts(house: House, document: Document): LateInvoice {
  const base = document.lines
    .filter(({ kind }) => kind === 'rent' || kind === 'insurance')
    .reduce((sum, line) => sum + line.net.amount + line.vat.amount, 0)
  return {
    dueDay: document.dueDay,
    base: inHouse(house, base),
    payments: document.shares.map(({ day, amount }) => ({ day, amount: inHouse(house, amount) })),
    endDay: document.contract.endDay,
  }
}

/** On the first of a month: what the months before cost whoever is late. */
export function chargeMonthEnd(house: House): void {
  for (const tenant of house.tenants)
    for (const contract of tenant.contracts)
      for (const document of contract.documents)
        if (unpaid(document) > 0 && isBefore(document.dueDay, house.today))
          penalise(house, document, house.today)
}

/** Invoices that were paid in full today: the days that nobody has charged yet. */
export function chargeSettled(house: House): void {
  for (let document = house.settled.shift(); document !== undefined; document = house.settled.shift())
    penalise(house, document, house.today)
}
