/** What a price follows from, and how it is told line by line. `price.ts` computes. */
import type { AccountType } from './account.ts'
import type { DatedRate } from './dated-rate.ts'
import type { DiscountRule } from './discount.ts'
import type { Money } from './money.ts'
import type { Period, PeriodPlan } from './period.ts'
import type { TariffTerms } from './tariff.ts'
import type { VatRate } from './vat.ts'

/** Everything the price of a contract follows from; kept with the contract, so that later price edits never touch it. */
export interface PriceTerms extends PeriodPlan {
  /** The day from which they hold where the contract has moved to another box: of those on one calendar the later ones hold. */
  readonly validFrom?: Temporal.PlainDate
  /** Net month rate, already rounded. */
  readonly rate: Money
  /** What served notices have made of it, each from its day on, in order; absent while no notice holds. */
  readonly laterRates?: readonly DatedRate[]
  readonly discount: DiscountRule
  /** One rate for ever, or dated rates of which the one valid on a period's first day counts. */
  readonly vatPercent: number | readonly VatRate[]
  /** Whose rates they are: kept, so that what the tenant becomes later changes nothing (decision 15). */
  readonly vatClass?: AccountType
  /** null, or a monthly amount of 0: no insurance. `taxPercent` is the insurance's own tax, 0 unless set. */
  readonly insurance: {
    readonly monthly: Money
    readonly coverage: Money
    readonly taxPercent: number
  } | null
  /** Deposit in net month rates, on the first invoice only; 0: none. */
  readonly depositMonths: number
  /** What an extension adds, where that is another length: of a term that began elsewhere only the rest is ours (decision 17). */
  readonly extensionMonths?: number
  /** Under which tariff it was concluded, where one was chosen; its prices stand in `discount`. */
  readonly tariff?: TariffTerms
}

export type PriceLineKind = 'rent' | 'insurance' | 'deposit'

/** Why a line is what it is, for "why this amount?" on screen and paper. */
export interface Explanation {
  readonly rule:
    | 'rateTimesMonths'
    | 'insuranceTimesMonths'
    | 'depositMonthsTimesRate'
    /** What the deposit of another box is above `held`, after the box was changed. */
    | 'depositDifference'
    /** What a new customer's first month costs more, because he left before the months that he was bound for. */
    | 'firstMonthLost'
    /** Days after the end: the last period's price ÷ its days × the days that `usedDays` counts. */
    | 'overstayDays'
  /** The amount of one month before discount and tax. */
  readonly rate: Money
  /** Where a notice has set the rate: the day from which it holds, and the notice. */
  readonly rateSince?: Temporal.PlainDate
  readonly noticeId?: string
  readonly noticeServedOn?: Temporal.PlainDate
  readonly months: number
  /** Days of the period; absent on the deposit, which has none. */
  readonly days?: number
  /** How many of them are charged, where the contract was left before the period's end; absent where all are. */
  readonly usedDays?: number
  /** How the discount was earned; on rent only. */
  readonly discount?: DiscountRule
  /** Under a tariff, on rent: which month of the term the first of the line's months is, 1 for the first. */
  readonly monthOfTerm?: number
  /** What the goods are insured for; on insurance only. */
  readonly coverage?: Money
  /** Net, where the first month's price is lost: what was billed, and what its days cost. */
  readonly billed?: Money
  readonly cost?: Money
  /** The deposit that was asked for before; on a difference only. */
  readonly held?: Money
  readonly rounding: 'halfAwayFromZero'
}

/** net + vat = gross on each (I5). `net` is after the discount, which is part of the rent line (decision 2). */
export interface PriceLine {
  readonly kind: PriceLineKind
  readonly quantity: number
  readonly unit: 'month' | 'day'
  readonly discountPercent: number
  readonly discount: Money
  readonly net: Money
  /** On insurance: the insurance's own tax. */
  readonly vatPercent: number
  readonly vat: Money
  readonly gross: Money
  readonly explanation: Explanation
}

export interface Totals {
  readonly net: Money
  readonly vat: Money
  readonly gross: Money
}

export interface PricedPeriod {
  readonly period: Period
  readonly lines: readonly PriceLine[]
  readonly totals: Totals
}
