import type { AccountType } from '@stowage/domain/account'
import type { DatedRate } from '@stowage/domain/dated-rate'
import type { DiscountRule } from '@stowage/domain/discount'
import type { Currency } from '@stowage/domain/money'
import { money } from '@stowage/domain/money'
import type { PriceTerms } from '@stowage/domain/price'
import type { TariffTerms } from '@stowage/domain/tariff'
import type { SellerFacts } from '../catalog/index.ts'

/**
 * Price terms as JSON in the plan, the reservation and the contract: nothing of them follows later price edits. Gross follows
 * the law all the same: `vat` is what was known then, `termsByLaw` reads them with what holds now.
 */
export interface StoredTerms {
  readonly currency: Currency
  readonly rate: number
  /** Written from the served notices (`rent_rise`) whenever one is served or withdrawn; absent while there was none. */
  readonly laterRates?: readonly StoredRate[]
  readonly discount: DiscountRule
  /** Absent in terms of before it was kept. */
  readonly vatClass?: AccountType
  readonly vat: readonly { readonly validFrom: string | null; readonly percent: number }[]
  readonly insurance: {
    readonly monthly: number
    readonly coverage: number
    readonly taxPercent: number
  } | null
  readonly depositMonths: number
  readonly startDay: string
  readonly durationMonths: number | null
  readonly periodMonths: number
  /** Of a term behind another; its own first day where absent. */
  readonly anchorDay?: number
  /** Where the contract has moved to another box: the day from which they hold. */
  readonly validFrom?: string
  /** What an extension adds, where that is another length than this term's. */
  readonly extensionMonths?: number
  /** Absent without one, and in terms of before there were any. */
  readonly tariff?: TariffTerms
}

/** A rate that a notice has set, from its day on. */
export interface StoredRate {
  readonly from: string
  readonly rate: number
  readonly noticeId: string
  readonly servedOn: string
}

export function storeTerms(terms: PriceTerms): StoredTerms {
  const vat =
    typeof terms.vatPercent === 'number'
      ? [{ validFrom: null, percent: terms.vatPercent }]
      : terms.vatPercent.map((rate) => ({
          validFrom: rate.validFrom?.toString() ?? null,
          percent: rate.percent,
        }))
  return {
    currency: terms.rate.currency,
    rate: terms.rate.amount,
    ...(terms.laterRates === undefined
      ? {}
      : {
          laterRates: terms.laterRates.map(({ from, rate, noticeId, servedOn }) => ({
            from: from.toString(),
            rate: rate.amount,
            noticeId,
            servedOn: servedOn.toString(),
          })),
        }),
    discount: terms.discount,
    ...(terms.vatClass === undefined ? {} : { vatClass: terms.vatClass }),
    vat,
    insurance: terms.insurance && {
      monthly: terms.insurance.monthly.amount,
      coverage: terms.insurance.coverage.amount,
      taxPercent: terms.insurance.taxPercent,
    },
    depositMonths: terms.depositMonths,
    startDay: terms.startDay.toString(),
    durationMonths: terms.durationMonths,
    periodMonths: terms.periodMonths,
    ...(terms.anchorDay === undefined ? {} : { anchorDay: terms.anchorDay }),
    ...(terms.validFrom === undefined ? {} : { validFrom: terms.validFrom.toString() }),
    ...(terms.extensionMonths === undefined ? {} : { extensionMonths: terms.extensionMonths }),
    ...(terms.tariff === undefined ? {} : { tariff: terms.tariff }),
  }
}

export function readTerms(stored: StoredTerms): PriceTerms {
  const { currency } = stored
  return {
    rate: money(stored.rate, currency),
    ...(stored.laterRates === undefined
      ? {}
      : { laterRates: stored.laterRates.map((later) => readRate(later, currency)) }),
    discount: stored.discount,
    ...(stored.vatClass === undefined ? {} : { vatClass: stored.vatClass }),
    vatPercent: stored.vat.map((rate) => ({
      validFrom: rate.validFrom === null ? null : Temporal.PlainDate.from(rate.validFrom),
      percent: rate.percent,
    })),
    insurance: stored.insurance && {
      monthly: money(stored.insurance.monthly, currency),
      coverage: money(stored.insurance.coverage, currency),
      taxPercent: stored.insurance.taxPercent,
    },
    depositMonths: stored.depositMonths,
    startDay: Temporal.PlainDate.from(stored.startDay),
    durationMonths: stored.durationMonths,
    periodMonths: stored.periodMonths,
    ...(stored.anchorDay === undefined ? {} : { anchorDay: stored.anchorDay }),
    ...(stored.validFrom === undefined ? {} : { validFrom: Temporal.PlainDate.from(stored.validFrom) }),
    ...(stored.extensionMonths === undefined ? {} : { extensionMonths: stored.extensionMonths }),
    ...(stored.tariff === undefined ? {} : { tariff: stored.tariff }),
  }
}

const readRate = ({ from, rate, noticeId, servedOn }: StoredRate, currency: Currency): DatedRate => ({
  from: Temporal.PlainDate.from(from),
  rate: money(rate, currency),
  noticeId,
  servedOn: Temporal.PlainDate.from(servedOn),
})

/** What a document prints beside its own figures: kept in it as it was on the day of issue. */
export interface DocumentSnapshot {
  readonly seller: Omit<SellerFacts, 'id'>
  readonly buyer: {
    readonly name: string
    readonly addressLines: readonly string[]
    readonly country: string
    readonly taxNumber: string | null
    readonly vatId: string | null
    readonly email: string
    readonly phone: string | null
  }
  /** Why rent bears no VAT where it bears none, as the stock said it for this kind of customer when the document was issued. */
  readonly exemptionReason?: string | null
  readonly contractNumber: string
  readonly unitNumber: string
  readonly size: number
  readonly unit: 'm2' | 'm3'
  /** Net, in minor units; null where the rate is the box's own. Documents of before say nothing of it. */
  readonly pricePerSizeUnit?: number | null
  readonly stockName: string
  readonly stockAddress: string
  readonly stockCode: string
  readonly timeZone: string
  /** On a final statement: its figures. */
  readonly statement?: StatementFigures
}

/** What a final statement says, in minor units. billed − paid − credited − deposit − balance + toOthers = owed − payout. */
export interface StatementFigures {
  /** The first day that is not charged any more. */
  readonly leftOn: string
  readonly billed: number
  readonly paid: number
  readonly credited: number
  readonly deposit: number
  readonly balance: number
  readonly toOthers: number
  readonly owed: number
  readonly payout: number
  readonly documents: readonly {
    readonly id: string
    readonly kind: string
    readonly documentDate: string
    readonly periodFrom: string | null
    readonly periodTo: string | null
    readonly gross: number
  }[]
}

/** How a contract wants to be billed: all that billing ever learns of it. */
export interface NewPlan {
  /** The id that its first document gets. */
  readonly documentId: string
  readonly contractId: string
  readonly accountId: string
  readonly stockId: string
  readonly sellerId: string
  readonly terms: PriceTerms
  readonly endDay: Temporal.PlainDate | null
  readonly snapshot: DocumentSnapshot
  readonly issuedOn: Temporal.PlainDate
  readonly firstDueOn: Temporal.PlainDate
  readonly at: Temporal.Instant
}
