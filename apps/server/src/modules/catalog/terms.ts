import type { Answer } from '@stowage/api/endpoint'
import type { listStocks } from '@stowage/api/catalog'
import type { AccountType } from '@stowage/domain/account'
import type { DatabaseKind } from '@stowage/domain/database-kind'
import type { Currency, Money } from '@stowage/domain/money'
import type { Tariff } from '@stowage/domain/tariff'
import { vatPercentOn, type VatRate } from '@stowage/domain/vat'
import type { Tx } from '../../platform/database/transaction.ts'
import type { Module } from '../../platform/module.ts'
import type { Author } from './author.ts'
import type { NewBox } from './create-boxes.ts'
import type { NewCategory } from './create-category.ts'
import type { NewCity } from './create-city.ts'
import type { NewSeller } from './create-seller.ts'
import type { NewStock } from './create-stock.ts'
import type { CompanySettings } from './set-company.ts'
import type { SourceFacts } from './take-source.ts'

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
  /** Why rent bears no VAT, printed where the rate is 0. */
  readonly exemptionReason: Readonly<Record<AccountType, string | null>>
  readonly daysWithoutFee: number
  readonly invoiceNotPaidFeePercent: number
  readonly contractEndedFee: number
  /** The most that penalties on one document may come to, in percent of their base. */
  readonly penaltyCapPercent: number
  /** Leaving a term early credits what is unused (decisions.md C17). */
  readonly refundUnusedTime: boolean
  /** Those that are switched on, in the order in which they are offered; none: the rules of reading B (decisions.md C16). */
  readonly tariffs: readonly Tariff[]
  /** A payment processor is set up for this currency. */
  readonly onlinePayment: boolean
  readonly carHeightLimitCm: number | null
  readonly latitude: number | null
  readonly longitude: number | null
  readonly wifiNetworkName: string | null
  /** For staff of the stock and tenants with an active contract there (decisions.md B10); never for others. */
  readonly wifiPassword: string | null
  readonly offlineAppUrl: string | null
  readonly routerIp: string | null
  readonly servicePort: number | null
  readonly equipment: readonly {
    readonly id: string
    readonly name: string
    readonly kind: 'door' | 'gate' | 'barrier'
    readonly isExit: boolean
    readonly requiresOnSite: boolean
  }[]
  readonly seller: SellerFacts
}

/** Where a stock's locks server is, and its own page inside the Wi-Fi; what is left out stays. */
export interface SiteAddress {
  readonly routerIp: string | null
  readonly servicePort: number | null
  readonly offlineAppUrl?: string | null
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
  /** Net price per m² (m³) of its category, null where it has a rate of its own or no price. */
  readonly pricePerSizeUnit: Money | null
  /** As it stands in the database now; the stock's terms come from memory and may be a moment older. */
  readonly isExternal: boolean
  /** Nobody has it over there and it is let; true for boxes of our own. */
  readonly isFreeInSource: boolean
  readonly claim: {
    readonly id: string
    readonly kind: 'reservation' | 'contract'
    readonly holderId: string
    readonly accountId: string
    readonly lapsesAt: Temporal.Instant | null
  } | null
}

/** A stock as GET stocks shows it. */
export type StockAnswer = Answer<typeof listStocks>[number]

/**
 * How much of a stock somebody may see (decisions.md B10): `tenant` has an active contract there, `staff` works there,
 * `colleague` works elsewhere or may not see the connection.
 */
export type StockViewer = 'public' | 'tenant' | 'colleague' | 'staff' | 'superUser'

/** The VAT percent of a stock for a class of account (`vatClassOf`) on a day. */
export function vatPercent(
  terms: Pick<StockTerms, 'vat'>,
  vatClass: AccountType,
  day: Temporal.PlainDate,
): number {
  return vatPercentOn(terms.vat[vatClass], day)
}

/** The database of a stock's external management system, as its settings name it. */
export interface ExternalSystem {
  /** Which site of the external system the stock is. */
  readonly siteId: string | null
  readonly server: string | null
  readonly port: number | null
  /** Null: by its port. */
  readonly kind: DatabaseKind | null
  /** Its table of commands may be written. */
  readonly takesCommands: boolean
  readonly name: string | null
  readonly username: string | null
  /** Open: for the connection only, never for an answer or a log. */
  readonly password: string | null
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
  /**
   * From memory when known; undefined for a stock that is not there. May read through a connection of its own: ask before a
   * transaction begins, not inside one.
   */
  stockTerms(stockId: string): Promise<StockTerms | undefined>
  /** The stock as GET stocks shows it to such a viewer; undefined for a stock that is not there. */
  describeStock(stockId: string, viewer: StockViewer): Promise<StockAnswer | undefined>
  /** Where the stock's external management system is; undefined for a stock that is not there. */
  externalSystem(stockId: string): Promise<ExternalSystem | undefined>
  /** The box without a lock, outside any transaction: quotes, and the early answer to losers of a race. */
  box(boxId: string): Promise<BoxFacts | undefined>
  /**
   * The box row locked with its live claim: one round trip where nobody else holds the lock, the first statement of a booking.
   * The claim may have lapsed (`lapsesAt`): `expireLapsedClaim` takes it away, then the box is free.
   */
  lockBox(tx: Tx, boxId: string): Promise<BoxFacts | undefined>
  /** The same for the box that has this number in a stock. */
  lockBoxByUnitNumber(tx: Tx, stockId: string, unitNumber: string): Promise<BoxFacts | undefined>
  /** Any free, priced box of this size in the stock, locked; undefined when none (6010). Skips boxes others are locking. */
  lockFreeBox(tx: Tx, stockId: string, size: number): Promise<BoxFacts | undefined>
  /** @throws Failure 6001 when somebody holds the box (the unique index has the last word) */
  claimBox(tx: Tx, claim: NewClaim): Promise<void>
  /** The same claim goes from a reservation to its contract. @throws Failure 6001 when it is no longer live */
  passClaim(
    tx: Tx,
    from: { holderId: string },
    to: { kind: 'contract'; holderId: string; lapsesAt: Temporal.Instant | null },
  ): Promise<void>
  /** Sets or lifts the day on which the claim lapses by itself. */
  setClaimLapse(tx: Tx, holderId: string, lapsesAt: Temporal.Instant | null): Promise<void>
  /** Gives the box back; nothing when it was given back already. */
  releaseClaim(tx: Tx, holderId: string, at: Temporal.Instant): Promise<void>
  /** Takes a claim away whose time is over; false when it is gone, or was prolonged meanwhile. Its holder ends it on his side. */
  expireLapsedClaim(tx: Tx, claimId: string, at: Temporal.Instant): Promise<boolean>

  /** @returns its id */
  createCity(tx: Tx, author: Author, city: NewCity): Promise<string>
  /** @returns its id */
  createSeller(tx: Tx, author: Author, seller: NewSeller): Promise<string>
  /** @returns its id @throws Failure 1005, 6011, 6013 with the field */
  createStock(tx: Tx, author: Author, stock: NewStock): Promise<string>
  /**
   * Boxes of one stock, priced at once; in the order given. @throws Failure 1005, 6006, 6011, 6013, 9000 with the field
   */
  createBoxes(
    tx: Tx,
    author: Author,
    stockId: string,
    boxes: readonly NewBox[],
  ): Promise<readonly { readonly id: string; readonly unitNumber: string }[]>
  /** Also regroups: boxes of its sizes get it. @returns its id */
  createCategory(tx: Tx, author: Author, category: NewCategory): Promise<string>
  /** Category and month rate of every box by the present price list; running contracts keep theirs. @returns boxes changed */
  regroupBoxes(tx: Tx, author: Author): Promise<number>
  /**
   * What the external system of a stock says of the stock and of its units; what is not among them is not let any more and stays.
   * @returns what was left out, in sentences
   */
  takeSource(tx: Tx, stockId: string, source: SourceFacts): Promise<readonly string[]>
  /** @throws Failure 6006 */
  setSiteAddress(tx: Tx, author: Author, stockId: string, address: SiteAddress): Promise<void>
  /** What is not given stays as it is. */
  setCompany(tx: Tx, author: Author, settings: Partial<CompanySettings>): Promise<void>
}
