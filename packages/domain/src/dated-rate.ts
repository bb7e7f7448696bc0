/** Which month rate a sitting tenant bears on a day: the signed one, until a served notice has set another (decision 14). */
import type { Money } from './money.ts'

/** A rate from its day on, as a served notice has set it. */
export interface DatedRate {
  /** The first day of the first period that bears it. */
  readonly from: Temporal.PlainDate
  readonly rate: Money
  readonly noticeId: string
  /** When the mail of the notice was written. */
  readonly servedOn: Temporal.PlainDate
}

/** The rate in force on a day, and where it comes from a notice: since when it holds, and which notice that was. */
export interface RateInForce {
  readonly rate: Money
  readonly rateSince?: Temporal.PlainDate
  readonly noticeId?: string
  readonly noticeServedOn?: Temporal.PlainDate
}

/**
 * @param terms its `laterRates` in any order; of two for one day the later in the list counts. Those of before its `validFrom`
 *   were told of another box and count no more
 */
export function rateOn(
  terms: {
    readonly rate: Money
    readonly laterRates?: readonly DatedRate[]
    readonly validFrom?: Temporal.PlainDate
  },
  day: Temporal.PlainDate,
): RateInForce {
  let valid: DatedRate | null = null
  const { validFrom } = terms
  for (const later of terms.laterRates ?? []) {
    if (validFrom !== undefined && Temporal.PlainDate.compare(later.from, validFrom) <= 0) continue
    const hasBegun = Temporal.PlainDate.compare(later.from, day) <= 0
    if (hasBegun && (valid === null || Temporal.PlainDate.compare(later.from, valid.from) >= 0)) valid = later
  }
  if (valid === null) return { rate: terms.rate }
  return { rate: valid.rate, rateSince: valid.from, noticeId: valid.noticeId, noticeServedOn: valid.servedOn }
}
