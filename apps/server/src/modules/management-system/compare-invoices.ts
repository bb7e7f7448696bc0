import type { Answer, Query } from '@stowage/api/endpoint'
import type { compareExternal } from '@stowage/api/management-system'
import { addMonthsAnchored } from '@stowage/domain/period'
import { priceContract } from '@stowage/domain/price'
import { fail } from '../../platform/failure.ts'
import type { Platform } from '../../platform/platform.ts'
import { readTerms } from '../billing/index.ts'
import { comparedContracts, unplacedInvoices, type ComparedContract } from './comparison-view.ts'
import { siteState } from './copy-view.ts'
import { machineNow } from '../../platform/clock.ts'
import { termsOf } from './source-terms.ts'

type Comparison = Answer<typeof compareExternal>
type Difference = Comparison['differences'][number]

const mostMonths = 60

/**
 * The parallel run: what our own price engine would have invoiced for the contracts of an external stock, period by period, beside
 * what its source did. Every difference is one line. Periods that begin within the days asked for are compared.
 * @throws Failure 6006; 9001 for days that are none or too many
 */
export async function compareInvoices(
  { db }: Pick<Platform, 'db'>,
  stockId: string,
  { from, until }: Query<typeof compareExternal>,
): Promise<Comparison> {
  const [first, behind] = [Temporal.PlainDate.from(from), Temporal.PlainDate.from(until)]
  if (Temporal.PlainDate.compare(first, behind) > 0)
    fail(9001, { field: 'until', reason: 'ends before it begins' })
  if (Temporal.PlainDate.compare(behind, first.add({ months: mostMonths })) > 0)
    fail(9001, { field: 'until', reason: `more than ${mostMonths} months` })
  const state = (await siteState(db, stockId, machineNow())) ?? fail(6006)
  const found = { periods: 0, equal: 0, differences: [] as Difference[] }
  for (const contract of await comparedContracts(db, stockId, first, behind)) {
    const theirs = new Map(contract.invoices.map((invoice) => [invoice.periodFrom, invoice]))
    for (const our of ours(contract, first, behind)) {
      const their = theirs.get(our.periodFrom)
      theirs.delete(our.periodFrom)
      count(found, compared(contract, our, their))
    }
    for (const their of theirs.values())
      count(found, [difference(contract, their.periodFrom, their.number, 'missingHere', null, their.gross)])
  }
  for (const { contractId, contractNumber, number, day, gross, currency } of await unplacedInvoices(
    db,
    stockId,
    first,
    behind,
  ))
    found.differences.push({
      contractId,
      contractNumber,
      periodFrom: day,
      invoiceNumber: number,
      what: 'unplaced',
      ours: null,
      theirs: gross,
      currency,
    })
  return { ...found, syncedAt: state.syncedAt?.toString() ?? null }
}

function count(
  found: { periods: number; equal: number; differences: Difference[] },
  differences: readonly Difference[],
): void {
  found.periods += 1
  if (differences.length === 0) found.equal += 1
  else found.differences.push(...differences)
}

interface Ours {
  readonly periodFrom: string
  /** The last day, as the source writes it. */
  readonly periodTo: string
  readonly net: number
  readonly vat: number
  readonly gross: number
}

/** The periods that our engine would have billed, from the contract's start, cut on the day it was left. */
function ours(contract: ComparedContract, first: Temporal.PlainDate, behind: Temporal.PlainDate): Ours[] {
  const terms = readTerms(termsOf(contract))
  // A notice is no reason to cut: whole periods are invoiced, and settled by the day when the box is given back.
  const leftOn = contract.leaveDay === null ? null : Temporal.PlainDate.from(contract.leaveDay)
  const made: Ours[] = []
  for (let index = 0; ; index += 1) {
    const begins = addMonthsAnchored(terms.startDay, index * terms.periodMonths)
    if (Temporal.PlainDate.compare(begins, behind) > 0) return made
    if (leftOn !== null && Temporal.PlainDate.compare(begins, leftOn) >= 0) return made
    const priced = priceContract(terms, index, leftOn)
    if (priced === null) return made
    if (Temporal.PlainDate.compare(begins, first) < 0) continue
    const { net, vat, gross } = priced.totals
    made.push({
      periodFrom: priced.period.from.toString(),
      periodTo: priced.period.until.subtract({ days: 1 }).toString(),
      net: net.amount,
      vat: vat.amount,
      gross: gross.amount,
    })
  }
}

function compared(
  contract: ComparedContract,
  our: Ours,
  their: ComparedContract['invoices'][number] | undefined,
): Difference[] {
  const line = (what: Difference['what'], one: number | string | null, other: number | string | null) =>
    difference(contract, our.periodFrom, their?.number ?? null, what, one, other)
  if (their === undefined) return [line('missingThere', our.gross, null)]
  return [
    ...(their.periodTo !== null && their.periodTo !== our.periodTo
      ? [line('until', our.periodTo, their.periodTo)]
      : []),
    ...(['net', 'vat', 'gross'] as const).flatMap((what) =>
      our[what] === their[what] ? [] : [line(what, our[what], their[what])],
    ),
  ]
}

const difference = (
  contract: ComparedContract,
  periodFrom: string,
  invoiceNumber: string | null,
  what: Difference['what'],
  one: number | string | null,
  other: number | string | null,
): Difference => ({
  contractId: contract.id,
  contractNumber: contract.number,
  periodFrom,
  invoiceNumber,
  what,
  ours: one,
  theirs: other,
  currency: contract.currency,
})
