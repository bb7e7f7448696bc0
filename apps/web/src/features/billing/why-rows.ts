import { tariffDiscount, type TariffDiscount } from '../catalog/index.ts'
import type { BillingDocument } from './document.ts'

type Line = BillingDocument['lines'][number]

/** How days were settled when the contract was closed or had moved: so many of the days, net. */
type Settled =
  | { readonly rule: 'overstay' | 'part'; readonly usedDays: number }
  | {
      readonly rule: 'unused' | 'lost'
      readonly usedDays: number
      readonly billed: number
      readonly cost: number
    }

/** One row of "why this amount": what it is, the figures it was made of, the sum. Amounts in minor units. */
export type WhyRow =
  | {
      readonly kind: 'rent' | 'insurance'
      readonly sum: number
      readonly rate: number | null
      readonly months: number | null
      readonly days: number | null
      /** The day whose price it is; absent where days are settled, or a notice says it. */
      readonly rateDate?: string
      /** The notice that has set the rate: since when it holds, and when its tenant was told. */
      readonly notice?: { readonly since: string; readonly servedOn: string }
      /** Days after the end, a part of the period, or the days that a credit note gives back. */
      readonly settled?: Settled
    }
  | {
      readonly kind: 'discount'
      readonly sum: number
      readonly percent: number
      readonly base: number
      readonly months: number | null
      readonly tariff?: TariffDiscount
    }
  | {
      readonly kind: 'vat' | 'insuranceTax'
      readonly sum: number
      readonly percent: number
      readonly base: number
      /** The day on which the rate was valid; absent where it is that of a corrected document. */
      readonly rateDate?: string
    }
  | {
      readonly kind: 'deposit'
      readonly sum: number
      readonly rate: number | null
      readonly months: number | null
      /** Of another box: what was asked for before, or of what goes back the whole and what stays. */
      readonly held?: number
      readonly kept?: { readonly billed: number; readonly cost: number }
    }
  | {
      readonly kind: 'penalty'
      readonly sum: number
      readonly percent: number | null
      readonly days: number | null
      readonly base: number | null
      /** Its days, the last one excluded. */
      readonly from: string | null
      readonly until: string | null
      readonly isCapped: boolean
      /** The invoice that it is charged on; null on those of old. */
      readonly invoice: { readonly number: string; readonly dueOn: string; readonly freeDays: number } | null
    }
  | { readonly kind: 'adjustment'; readonly sum: number }
  /** What somebody took back of a line by a credit note. */
  | { readonly kind: 'corrected'; readonly of: Line['kind']; readonly sum: number; readonly billed: number }

/**
 * Splits the lines of a document so that a reader can add them up: rent before its discount, the discount by itself, VAT once
 * per rate. The sums of the rows are the document's gross, to the cent.
 */
export function whyRows(lines: readonly Line[]): WhyRow[] {
  const rows = lines.flatMap(ofLine)
  for (const percent of new Set(lines.filter(isVat).map((line) => line.vatPercent))) {
    const same = lines.filter((line) => isVat(line) && line.vatPercent === percent)
    const rateDate = same.find(isPriced)?.explanation.rateDate
    const row = { kind: 'vat' as const, percent, base: total(same, 'net'), sum: total(same, 'vat') }
    rows.push(rateDate == null ? row : { ...row, rateDate })
  }
  return rows
}

/** A rate of 0 % is no row; the tax on insurance is not VAT (decision 14) and stands with its line. */
const isVat = (line: Line): boolean => line.vatPercent !== 0 && line.kind !== 'insurance'

/** Asked for at the rates of its own days; what goes back takes those of what it corrects (decision 15). */
const isPriced = ({ explanation: { rule } }: Line): boolean =>
  rule === 'rateTimesMonths' || rule === 'overstayDays'

function total(lines: readonly Line[], field: 'net' | 'vat'): number {
  return lines.reduce((sum, line) => sum + line[field], 0)
}

function ofLine(line: Line): WhyRow[] {
  const { kind, net, discount, discountPercent, vat, vatPercent, explanation } = line
  const { rate = null, months = null, days = null, percent = null } = explanation
  const { from = null, until = null, isCapped = false } = explanation
  if (explanation.rule === 'corrected') {
    const row: WhyRow = { kind: 'corrected', of: kind, sum: net, billed: explanation.billed ?? -net }
    return kind === 'insurance' && vat !== 0
      ? [row, { kind: 'insuranceTax', sum: vat, percent: vatPercent, base: net }]
      : [row]
  }
  switch (kind) {
    case 'rent':
    case 'insurance': {
      const settled = settledOf(explanation)
      const { rateSince, noticeServedOn, rateDate } = explanation
      const isNoticed = rateSince != null && noticeServedOn != null
      const rows: WhyRow[] = [
        {
          kind,
          sum: net + discount,
          rate,
          months,
          days,
          ...(isNoticed ? { notice: { since: rateSince, servedOn: noticeServedOn } } : {}),
          ...(explanation.rule === 'rateTimesMonths' && !isNoticed && settled === null && rateDate != null
            ? { rateDate }
            : {}),
          ...(settled === null ? {} : { settled }),
        },
      ]
      const tariff = tariffDiscount(explanation)
      if (discount !== 0)
        rows.push({
          kind: 'discount',
          sum: -discount,
          percent: discountPercent,
          base: net + discount,
          months,
          ...(tariff === null ? {} : { tariff }),
        })
      if (kind === 'insurance' && vat !== 0)
        rows.push({ kind: 'insuranceTax', sum: vat, percent: vatPercent, base: net })
      return rows
    }
    case 'deposit':
      return [{ kind, sum: net, rate, months, ...differenceOf(explanation) }]
    case 'penalty':
      return [
        {
          kind,
          sum: net,
          percent,
          days,
          base: rate,
          from,
          until,
          isCapped,
          invoice: penalisedOf(explanation),
        },
      ]
    case 'adjustment':
      return [{ kind, sum: net }]
  }
}

function penalisedOf({ invoiceNumber, dueOn, freeDays }: Line['explanation']) {
  return invoiceNumber == null || dueOn == null
    ? null
    : { number: invoiceNumber, dueOn, freeDays: freeDays ?? 0 }
}

function settledOf({ rule, usedDays, billed, cost }: Line['explanation']): Settled | null {
  if (rule === 'firstMonthLost' && billed != null && cost != null)
    return { rule: 'lost', usedDays: usedDays ?? 0, billed, cost }
  if (usedDays == null) return null
  if (rule === 'overstayDays') return { rule: 'overstay', usedDays }
  if (rule === 'rateTimesMonths' || rule === 'insuranceTimesMonths') return { rule: 'part', usedDays }
  return rule === 'unusedDays' && billed != null && cost != null
    ? { rule: 'unused', usedDays, billed, cost }
    : null
}

function differenceOf({ rule, held, billed, cost }: Line['explanation']): {
  held?: number
  kept?: { billed: number; cost: number }
} {
  if (rule !== 'depositDifference') return {}
  if (held != null) return { held }
  return billed != null && cost != null ? { kept: { billed, cost } } : {}
}
