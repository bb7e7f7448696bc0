import { categoryFor, type CategoryRange } from '@stowage/domain/box'
import { money, type Currency } from '@stowage/domain/money'
import { offeredRate } from '@stowage/domain/rate'

/** The categories with their net prices per m² in minor units, by currency. */
export type PriceList = readonly (CategoryRange & { readonly prices: ReadonlyMap<Currency, number> })[]

/**
 * The category of a size and the net month rate it is offered at: its own, else size × the category's price per m², rounded
 * to the minor unit (decisions.md 2, 14). No category, or none priced in this currency, and no own rate: null, not bookable.
 */
export function priceBox(
  priceList: PriceList,
  box: { size: number; ownRate: number | null; currency: Currency },
): { categoryId: string | null; monthRate: number | null } {
  const category = categoryFor(box.size, priceList)
  const price = category?.prices.get(box.currency)
  const rate = offeredRate({
    size: box.size,
    ownRate: box.ownRate === null ? null : money(box.ownRate, box.currency),
    pricePerM2: price === undefined ? null : money(price, box.currency),
  })
  return { categoryId: category?.id ?? null, monthRate: rate?.amount ?? null }
}

/** The same of a box that may be a source's: that one costs what its source says, and without a rate it is for nobody. */
export function priceEdited(
  priceList: PriceList,
  box: { readonly size: number; readonly ownRate: number | null },
  { currency, isOfSource }: { readonly currency: Currency; readonly isOfSource: boolean },
): ReturnType<typeof priceBox> {
  const priced = priceBox(priceList, { size: box.size, ownRate: box.ownRate, currency })
  return isOfSource ? { ...priced, monthRate: box.ownRate } : priced
}
