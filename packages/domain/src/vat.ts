/** VAT by date: the rate valid on a period's first day counts (decision 15). */
import { limits } from './limits.ts'

/** A rate from its day on, until the next begins; null: from ever. */
export interface VatRate {
  readonly validFrom: Temporal.PlainDate | null
  readonly percent: number
}

/**
 * The rate valid on a day; 20 where none is set for it.
 * @param rates those of one stock for one class of account (`vatClassOf`), in any order
 */
export function vatPercentOn(rates: readonly VatRate[], day: Temporal.PlainDate): number {
  let valid: VatRate | null = null
  for (const rate of rates) {
    const hasBegun = rate.validFrom === null || Temporal.PlainDate.compare(rate.validFrom, day) <= 0
    if (hasBegun && (valid === null || beginsLater(rate, valid))) valid = rate
  }
  return valid?.percent ?? limits.defaultVatPercent
}

function beginsLater(a: VatRate, b: VatRate): boolean {
  if (a.validFrom === null) return false
  return b.validFrom === null || Temporal.PlainDate.compare(a.validFrom, b.validFrom) > 0
}
