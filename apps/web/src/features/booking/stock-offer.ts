/** What a stock's card says in figures. */
import type { SizeGroup } from '@stowage/domain/box'

export interface StockOffer {
  readonly sizeGroup: SizeGroup
  readonly free: number
  readonly total: number
  /** Lowest month price with VAT in minor units; null where none is bookable. */
  readonly priceFrom?: number | null | undefined
}

export interface OfferSummary {
  readonly free: number
  readonly total: number
  readonly cheapest: { readonly sizeGroup: SizeGroup; readonly price: number } | null
  readonly isScarce: boolean
}

/** Under this share of free boxes the card says that few are left. */
const scarceShare = 0.08

export function summarise(offers: readonly StockOffer[]): OfferSummary {
  const free = offers.reduce((sum, offer) => sum + offer.free, 0)
  const total = offers.reduce((sum, offer) => sum + offer.total, 0)
  let cheapest: OfferSummary['cheapest'] = null
  for (const { sizeGroup, priceFrom, free: left } of offers) {
    // A price of a group that is taken is a price one cannot have.
    if (priceFrom == null || left === 0) continue
    if (cheapest === null || priceFrom < cheapest.price) cheapest = { sizeGroup, price: priceFrom }
  }
  return { free, total, cheapest, isScarce: free > 0 && free / total < scarceShare }
}
