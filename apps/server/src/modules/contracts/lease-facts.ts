import { unitOf } from '@stowage/domain/box'
import { contractEnd } from '@stowage/domain/period'
import type { PriceTerms } from '@stowage/domain/price'
import { addressLines, type BookingAccount } from '../accounts/index.ts'
import { storeTerms, type StoredTerms } from '../billing/index.ts'
import type { BoxFacts, StockTerms } from '../catalog/index.ts'

/** Everything a lease says about this stock, box, tenant and price, without texts: kept with the signature. */
export interface LeaseFacts {
  readonly seller: StockTerms['seller']
  readonly stock: {
    readonly name: string
    readonly address: string
    readonly zip: string
    readonly city: string
    readonly country: string
    readonly phone: string
    readonly openingTime: string
    readonly closingTime: string
    readonly timeZone: string
    readonly carHeightLimitCm: number | null
  }
  readonly tenant: {
    readonly name: string
    readonly accountType: 'individual' | 'legal'
    readonly isIndividualEntrepreneur: boolean
    readonly addressLines: readonly string[]
    readonly country: string
    readonly email: string
    readonly phone: string | null
    readonly taxNumber: string | null
    readonly vatId: string | null
    readonly personalId: string | null
  }
  readonly box: {
    readonly unitNumber: string
    readonly size: number
    readonly unit: 'm2' | 'm3'
    readonly floor: number | null
    readonly height: number | null
    readonly width: number | null
    readonly depth: number | null
  }
  readonly endDay: string | null
  /** What the lease says about being late and leaving early, as the stock had it; percent a day (decisions.md C17, C19). */
  readonly rules: {
    readonly penaltyPercent: number
    readonly freeDays: number
    readonly afterEndPercent: number
    readonly penaltyCapPercent: number
    readonly refundsUnusedTime: boolean
  }
  readonly terms: StoredTerms
}

/** What a lease says of its tenant. */
export type LeaseTenant = Pick<
  BookingAccount,
  | 'displayName'
  | 'accountType'
  | 'isIndividualEntrepreneur'
  | 'address'
  | 'house'
  | 'zip'
  | 'city'
  | 'country'
  | 'email'
  | 'phone'
  | 'taxNumber'
  | 'vatId'
  | 'personalId'
>

export function leaseFacts(
  stock: StockTerms,
  box: BoxFacts,
  tenant: LeaseTenant,
  terms: PriceTerms,
): LeaseFacts {
  return {
    seller: stock.seller,
    stock: {
      name: stock.name,
      address: stock.address,
      zip: stock.zip,
      city: stock.city,
      country: stock.country,
      phone: stock.phone,
      openingTime: stock.openingTime,
      closingTime: stock.closingTime,
      timeZone: stock.timeZone,
      carHeightLimitCm: stock.carHeightLimitCm,
    },
    tenant: {
      name: tenant.displayName,
      accountType: tenant.accountType,
      isIndividualEntrepreneur: tenant.isIndividualEntrepreneur,
      addressLines: addressLines(tenant),
      country: tenant.country,
      email: tenant.email,
      phone: tenant.phone,
      taxNumber: tenant.taxNumber,
      vatId: tenant.vatId,
      personalId: tenant.personalId,
    },
    box: {
      unitNumber: box.unitNumber,
      size: box.size,
      unit: unitOf(box.unitNumber),
      floor: box.floor,
      height: box.height,
      width: box.width,
      depth: box.depth,
    },
    endDay:
      terms.durationMonths === null ? null : contractEnd(terms.startDay, terms.durationMonths).toString(),
    rules: {
      penaltyPercent: stock.invoiceNotPaidFeePercent,
      freeDays: stock.daysWithoutFee,
      afterEndPercent: stock.contractEndedFee,
      penaltyCapPercent: stock.penaltyCapPercent,
      refundsUnusedTime: stock.refundUnusedTime,
    },
    terms: storeTerms(terms),
  }
}
