/** The order of the list beside the plan. */

export interface PricedBox {
  readonly unitNumber: string
  readonly size: number
  /** Month price with VAT in minor units; null: not bookable. */
  readonly grossRate?: number | null | undefined
}

/** By price, then size, then number as people count (YA9 before YA10); boxes without a price always last. */
export function sortByPrice<Box extends PricedBox>(boxes: readonly Box[], isDescending = false): Box[] {
  const sign = isDescending ? -1 : 1
  return boxes.toSorted((a, b) => {
    if (a.grossRate == null || b.grossRate == null) {
      return Number(a.grossRate == null) - Number(b.grossRate == null) || inNumberOrder(a, b)
    }
    return sign * (a.grossRate - b.grossRate) || sign * (a.size - b.size) || inNumberOrder(a, b)
  })
}

const collator = new Intl.Collator('en', { numeric: true })

function inNumberOrder(a: PricedBox, b: PricedBox): number {
  return collator.compare(a.unitNumber, b.unitNumber)
}
