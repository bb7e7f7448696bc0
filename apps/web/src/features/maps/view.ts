/** Where the plan stands in its frame: pure arithmetic of fit, zoom, pan and the first look. Screen lengths are CSS pixels. */
import type { Box2D } from './shape.ts'

/** Screen = (plan − bounds origin) × scale + (x, y). */
export interface View {
  readonly x: number
  readonly y: number
  readonly scale: number
}

export interface Frame {
  readonly width: number
  readonly height: number
}

/** Specification 9; the largest is ours: four times is a box label as large as a thumb. */
export const zoom = { least: 0.3, most: 4, stepIn: 1.1, stepOut: 0.9 } as const
/**
 * Under this width of the frame the plan opens on the wanted boxes instead of on the whole house: no phone in the hand is wider,
 * and a desk of 900 px leaves more beside the list.
 */
export const phoneWidth = 480
const padding = 12
/** A box of the wanted group is this wide on a phone: a thumb, and a number of 19 px (picture 07). */
const thumb = 62

export function clampScale(scale: number): number {
  return Math.min(zoom.most, Math.max(zoom.least, scale))
}

/** The whole plan in the middle, never under the least scale: then it is larger than its frame and can be moved. */
export function fitView(bounds: Box2D, frame: Frame): View {
  const scale = clampScale(
    Math.min((frame.width - 2 * padding) / bounds.width, (frame.height - 2 * padding) / bounds.height),
  )
  return settle(
    { x: (frame.width - bounds.width * scale) / 2, y: (frame.height - bounds.height * scale) / 2, scale },
    bounds,
    frame,
  )
}

/** Zooms so that what lies under the point stays under it. */
export function zoomAt(
  view: View,
  factor: number,
  point: { x: number; y: number },
  bounds: Box2D,
  frame: Frame,
): View {
  const scale = clampScale(view.scale * factor)
  const ratio = scale / view.scale
  return settle(
    { x: point.x - (point.x - view.x) * ratio, y: point.y - (point.y - view.y) * ratio, scale },
    bounds,
    frame,
  )
}

/** Puts a point of the plan into the middle of the frame. */
export function centreOn(point: { x: number; y: number }, scale: number, bounds: Box2D, frame: Frame): View {
  const kept = clampScale(scale)
  return settle(
    {
      x: frame.width / 2 - (point.x - bounds.x) * kept,
      y: frame.height / 2 - (point.y - bounds.y) * kept,
      scale: kept,
    },
    bounds,
    frame,
  )
}

/**
 * The plan cannot be lost: what is smaller than the frame stays wholly inside it, what is larger keeps the frame's middle covered.
 */
export function settle(view: View, bounds: Box2D, frame: Frame): View {
  const along = (offset: number, length: number, room: number): number => {
    if (length <= room) return Math.min(room - length, Math.max(0, offset))
    return Math.min(room / 2, Math.max(room / 2 - length, offset))
  }
  return {
    x: along(view.x, bounds.width * view.scale, frame.width),
    y: along(view.y, bounds.height * view.scale, frame.height),
    scale: view.scale,
  }
}

/** The zoom buttons stand over the plan's right edge on a phone (picture 07). */
const buttonsWidth = 68

/** Moves as little as possible so that the area is seen, beside the buttons on a phone; unchanged when it is already. */
export function reveal(view: View, area: Box2D, bounds: Box2D, frame: Frame): View {
  const along = (offset: number, from: number, length: number, room: number): number => {
    const start = offset + from * view.scale
    const end = start + length * view.scale
    if (end > room - padding) return offset - Math.min(end - (room - padding), start - padding)
    return start < padding ? offset + (padding - start) : offset
  }
  const roomAcross = frame.width < phoneWidth ? frame.width - buttonsWidth + padding : frame.width
  const x = along(view.x, area.x - bounds.x, area.width, roomAcross)
  const y = along(view.y, area.y - bounds.y, area.height, frame.height)
  return x === view.x && y === view.y ? view : settle({ x, y, scale: view.scale }, bounds, frame)
}

/**
 * The first look. A wide frame shows the house; a phone goes to the chosen box, or to where most of the wanted boxes can be seen
 * at once, so large that they can be read and tapped.
 * @param wanted the boxes one may choose
 * @param chosen the box already chosen, if any
 */
export function openingView(
  bounds: Box2D,
  frame: Frame,
  wanted: readonly Box2D[],
  chosen: Box2D | null,
): View {
  const whole = fitView(bounds, frame)
  const targets = chosen === null ? wanted : [chosen]
  if (frame.width >= phoneWidth || targets.length === 0) return whole

  const widths = targets.map(({ width }) => width).toSorted((a, b) => a - b)
  const median = widths[Math.floor(widths.length / 2)] ?? thumb
  const scale = Math.min(2, Math.max(whole.scale, clampScale(thumb / median)))
  const [reachX, reachY] = [frame.width / scale / 2, frame.height / scale / 2]
  const middles = targets.map(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 }))
  let best = middles[0]!
  let most = 0
  for (const middle of middles) {
    const seen = middles.filter(
      ({ x, y }) => Math.abs(x - middle.x) <= reachX && Math.abs(y - middle.y) <= reachY,
    ).length
    if (seen > most) [best, most] = [middle, seen]
  }
  return centreOn(best, scale, bounds, frame)
}
