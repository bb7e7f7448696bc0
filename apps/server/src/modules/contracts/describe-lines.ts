import type { previewTransfer } from '@stowage/api/contracts'
import type { Answer } from '@stowage/api/endpoint'
import type { Credit } from '@stowage/domain/credit'
import { daysIn } from '@stowage/domain/period'
import type { PricedPeriod } from '@stowage/domain/price'

type Preview = Answer<typeof previewTransfer>

/** Days that an invoice will ask for, as the wire tells them before it is written: for a closing and for a move alike. */
export function describeCharge({ period, lines, totals }: PricedPeriod): Preview['charges'][number] {
  const rent = lines[0]?.explanation
  const days = daysIn(period)
  return {
    from: period.from.toString(),
    until: period.until.toString(),
    days,
    periodDays: rent?.days ?? days,
    months: period.months,
    rate: rent?.rate.amount ?? 0,
    discountPercent: lines[0]?.discountPercent ?? 0,
    gross: totals.gross.amount,
    lines: lines.map(lineOf),
  }
}

/** What a credit note will give back of an invoice. @param numbers of documents, by id */
export function describeCredit(
  { documentId, from, until, lines, gross }: Credit,
  numbers: ReadonlyMap<string, string | null>,
): Preview['credits'][number] {
  const used = lines.find((line) => line.kind !== 'deposit')?.explanation
  return {
    documentId,
    documentNumber: numbers.get(documentId) ?? null,
    from: from.toString(),
    until: until.toString(),
    days: used?.days ?? daysIn({ from, until }),
    usedDays: used?.usedDays ?? 0,
    gross: gross.amount,
    lines: lines.map(lineOf),
  }
}

const lineOf = ({
  kind,
  net,
  vatPercent,
  vat,
  gross,
}: PricedPeriod['lines'][number] | Credit['lines'][number]) => ({
  kind,
  net: net.amount,
  vatPercent,
  vat: vat.amount,
  gross: gross.amount,
})
