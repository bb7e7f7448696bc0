/** Walking over the plan with the arrow keys: from box to box, as the eye would go. */
import type { Box2D } from './shape.ts'

export type Direction = 'left' | 'right' | 'up' | 'down'

/**
 * The nearest box in that direction: the gap ahead counts once, the shift to the side three times, and what stands side by side
 * with the present one (overlaps it across the way) counts as not shifted, so that the right arrow follows the row.
 * @returns index into `areas`; null at the edge
 */
export function nearestBox(
  areas: readonly Box2D[],
  from: number,
  direction: Direction,
  allowed?: (index: number) => boolean,
): number | null {
  const here = areas[from]
  if (here === undefined) return null
  let best: number | null = null
  let least = Infinity
  for (const [index, area] of areas.entries()) {
    if (index === from || (allowed !== undefined && !allowed(index))) continue
    const distance = distanceTo(here, area, direction)
    if (distance < least) [best, least] = [index, distance]
  }
  return best
}

function distanceTo(here: Box2D, there: Box2D, direction: Direction): number {
  const isAcross = direction === 'left' || direction === 'right'
  const sign = direction === 'right' || direction === 'down' ? 1 : -1
  const a = isAcross
    ? { start: here.x, length: here.width, side: here.y, breadth: here.height }
    : { start: here.y, length: here.height, side: here.x, breadth: here.width }
  const b = isAcross
    ? { start: there.x, length: there.width, side: there.y, breadth: there.height }
    : { start: there.y, length: there.height, side: there.x, breadth: there.width }

  const ahead = sign * (b.start + b.length / 2 - (a.start + a.length / 2))
  // Its middle lies beyond our edge, else it is beside us and belongs to another direction.
  if (ahead < a.length / 2 - 0.5) return Infinity
  const gap = Math.max(0, sign > 0 ? b.start - (a.start + a.length) : a.start - (b.start + b.length))
  const shift = Math.max(0, b.side - (a.side + a.breadth), a.side - (b.side + b.breadth))
  const offMiddle = Math.abs(b.side + b.breadth / 2 - (a.side + a.breadth / 2))
  const shares = Math.min(a.side + a.breadth, b.side + b.breadth) - Math.max(a.side, b.side) > 0.5
  return gap + (shares ? 0 : 3 * shift + b.breadth) + offMiddle * 0.1
}
