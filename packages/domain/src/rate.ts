/** Month rates and the price a box shows (decisions 2 and 14). Safe for the browser. */
import { add, hundredthsOfPercent, percentOf, times, type Money } from './money.ts'

/**
 * Net month rate of a box: size × price per m², rounded to the minor unit before anything else is computed from it.
 * @param size m², or m³ for KB units, which are priced alike
 */
export function monthRate(size: number, pricePerM2: Money): Money {
  return times(pricePerM2, size)
}

/**
 * The rate a box is offered at: its own where it has one, else by its category's price.
 * null: no category and no own rate, so no price; the box is listed and cannot be booked.
 */
export function offeredRate(box: {
  size: number
  ownRate: Money | null
  pricePerM2: Money | null
}): Money | null {
  if (box.ownRate !== null) return box.ownRate
  return box.pricePerM2 === null ? null : monthRate(box.size, box.pricePerM2)
}

/** The price shown on a box: month rate plus VAT. */
export function grossOf(net: Money, vatPercent: number): Money {
  return add(net, percentOf(net, vatPercent))
}

/** The net amount whose gross is nearest to what stands there with VAT. */
export function netOf(gross: Money, vatPercent: number): Money {
  return times(gross, 10_000, 10_000 + hundredthsOfPercent(vatPercent))
}
