import { bindBoxes, type MapObject } from '@stowage/domain/map-object'
import { sizeGroups, type SizeGroup } from '@stowage/domain/box'
import type { SizeOffer } from '../../../features/booking/index.ts'
import type { StockBox } from './use-stock-boxes.ts'

export function isFree({ isOccupied, isReserved }: Pick<StockBox, 'isOccupied' | 'isReserved'>): boolean {
  return !isOccupied && !isReserved
}

/** Free and priced: what can be booked. */
export function isBookable(box: StockBox): boolean {
  return isFree(box) && box.grossRate != null
}

/** What each size group offers right now, from the boxes themselves: the stock's own summary may be a minute old. */
export function offersOf(boxes: readonly StockBox[]): SizeOffer[] {
  return sizeGroups.map((sizeGroup) => {
    const bookable = boxes.filter((box) => box.sizeGroup === sizeGroup && isBookable(box))
    const rates = bookable.map(({ grossRate }) => grossRate ?? 0)
    return { sizeGroup, free: bookable.length, priceFrom: rates.length === 0 ? null : Math.min(...rates) }
  })
}

/** Which floor each box is drawn on; of two the first. */
export function floorsOf(
  plans: Readonly<Record<string, readonly MapObject[]>>,
  boxes: readonly StockBox[],
): ReadonlyMap<string, string> {
  const floors = new Map<string, string>()
  for (const [name, objects] of Object.entries(plans)) {
    for (const { id } of bindBoxes(objects, boxes).values()) if (!floors.has(id)) floors.set(id, name)
  }
  return floors
}

/** The floor to begin on: the one with most boxes that may be chosen. */
export function bestFloor(
  names: readonly string[],
  floors: ReadonlyMap<string, string>,
  boxes: readonly StockBox[],
  size: SizeGroup | undefined,
): string | undefined {
  const counts = new Map<string, number>()
  for (const box of boxes) {
    const floor = floors.get(box.id)
    if (floor !== undefined && isBookable(box) && (size === undefined || box.sizeGroup === size))
      counts.set(floor, (counts.get(floor) ?? 0) + 1)
  }
  let best = names[0]
  for (const name of names) if ((counts.get(name) ?? 0) > (counts.get(best ?? '') ?? 0)) best = name
  return best
}
