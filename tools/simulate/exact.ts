import type { PenaltyRules } from '@stowage/domain/penalty'
import type { Document } from './house.ts'

/**
 * What the days of an invoice cost, one after another and without any rounding but the last: the specification's words (decision
 * 19), and none of the product's code.
 * @param charged what was charged before: the cap is for all of it
 */
export function exactPenalty(
  document: Document,
  rules: PenaltyRules,
  days: { readonly from: Temporal.PlainDate; readonly until: Temporal.PlainDate },
  charged: number,
): { readonly amount: number; readonly runs: number } {
  let base = 0
  for (const line of document.lines)
    if (line.kind === 'rent' || line.kind === 'insurance') base += line.net.amount + line.vat.amount
  const { endDay } = document.contract
  let [sum, runs, before] = [0, 0, '']
  for (let day = days.from; day.toString() < days.until.toString(); day = day.add({ days: 1 })) {
    const text = day.toString()
    if (text <= document.dueDay.add({ days: rules.freeDays }).toString()) continue
    let paid = 0
    for (const share of document.shares) if (share.day.toString() <= text) paid += share.amount
    const unpaid = Math.max(0, base - Math.max(0, paid))
    const isAfterEnd = endDay !== null && text >= endDay.toString()
    const percent = isAfterEnd ? rules.percentAfterEnd : rules.percentPerDay
    sum += (unpaid * percent) / 100
    if (before !== `${unpaid} ${isAfterEnd}`) runs += 1
    before = `${unpaid} ${isAfterEnd}`
  }
  // The cap is an amount of money, and so rounded.
  return { amount: Math.max(0, Math.min(sum, Math.round((base * rules.capPercent) / 100) - charged)), runs }
}
