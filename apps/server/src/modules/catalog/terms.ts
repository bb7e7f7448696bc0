import type { Currency, Money } from '@stowage/domain/money'
import type { VatRate } from '@stowage/domain/vat'
import type { Tx } from '../../platform/database/transaction.ts'
import type { Module } from '../../platform/module.ts'

/** Who sells: printed on every document. */
export interface SellerFacts {
  readonly id: string
  readonly name: string
  readonly address: string
  readonly country: string
  readonly taxNumber: string | null
  readonly vatId: string | null
  readonly registrationNumber: string | null
  readonly bankName: string | null
  readonly iban: string | null
  readonly bic: string | null
  readonly email: string
  readonly phone: string
  readonly exemptionText: Readonly<Record<string, string>> | null
}

/** What pricing, contracts, printing and opening need to know of a stock; kept in memory by version of the stock. */
export interface StockTerms {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly address: string
  readonly zip: string
  readonly city: string
  readonly country: string
  readonly phone: string
  readonly timeZone: string
  /** 'HH:mm' */
  readonly openingTime: string
  readonly closingTime: string
  readonly currency: Currency
  readonly hasBoxes: boolean
  readonly isExternal: boolean
  readonly maxContractDuration: number
  readonly depositMonths: number
  readonly discount: number
  readonly insuranceMonthly: Money
  readonly insuranceCoverage: Money
  readonly insuranceTaxPercent: number
  readonly vat: { readonly legal: readonly VatRate[]; readonly individual: readonly VatRate[] }
  readonly daysWithoutFee: number
  readonly invoiceNotPaidFeePercent: number
  readonly contractEndedFee: number
  readonly carHeightLimitCm: number | null
  readonly wifiNetworkName: string | null
  readonly routerIp: string | null
  readonly servicePort: number | null
  readonly equipment: readonly { readonly id: string; readonly name: string; readonly kind: 'door' | 'gate' | 'barrier'; readonly isExit: boolean; readonly requiresOnSite: boolean }[]
  readonly seller: SellerFacts
}

/** A box and who holds it. `rate` is the net month rate in the stock's currency, null when it has no price. */
export interface BoxFacts {
  readonly id: string
  readonly stockId: string
  readonly unitNumber: string
  readonly size: number
  readonly height: number | null
  readonly width: number | null
  readonly depth: number | null
  readonly floor: number | null
  readonly lockId: string | null
  readonly rate: Money | null
  readonly claim: { readonly id: string; readonly kind: 'reservation' | 'contract'; readonly holderId: string; readonly accountId: string; readonly lapsesAt: Temporal.Instant | null } | null
}

export interface NewClaim {
  readonly boxId: string
  readonly stockId: string
  readonly kind: 'reservation' | 'contract'
  readonly holderId: string
  readonly accountId: string
  readonly takenAt: Temporal.Instant
  readonly lapsesAt: Temporal.Instant | null
}

export interface Catalog extends Module {
  /** From memory when known; undefined for a stock that is not there. */
  stockTerms(stockId: string): Promise<StockTerms | undefined>
  /** The box without a lock, outside any transaction: quotes, and the early answer to losers of a race. */
  box(boxId: string): Promise<BoxFacts | undefined>
  /** The box row locked (`for update of box`) with its live claim: one round trip; the first statement of a booking. */
  lockBox(tx: Tx, boxId: string): Promise<BoxFacts | undefined>
  /** Any free, priced box of this size in the stock, locked; undefined when none (6010). Skips boxes others are locking. */
  lockFreeBox(tx: Tx, stockId: string, size: number): Promise<BoxFacts | undefined>
  /** The box of a stock by its unit number. */
  boxByUnitNumber(stockId: string, unitNumber: string): Promise<BoxFacts | undefined>
  /** @throws Failure 6001 when somebody holds the box (the unique index has the last word) */
  claimBox(tx: Tx, claim: NewClaim): Promise<void>
  /** The same claim goes from a reservation to its contract. @throws Failure 6001 when it is no longer live */
  passClaim(tx: Tx, from: { holderId: string }, to: { kind: 'contract'; holderId: string; lapsesAt: Temporal.Instant | null }): Promise<void>
  /** Sets or lifts the day on which the claim lapses by itself. */
  setClaimLapse(tx: Tx, holderId: string, lapsesAt: Temporal.Instant | null): Promise<void>
  /** Gives the box back; nothing when it was given back already. */
  releaseClaim(tx: Tx, holderId: string, at: Temporal.Instant): Promise<void>
}
