/** How large a box is drawn. A map has no scale of its own: what most of its boxes agree on is its scale. */
import { unitOf } from '@stowage/domain/box'
import { editorCanvas, type MapObject } from '@stowage/domain/map-object'
import { boundsOf, finite, isPolygon, type Box2D } from '../../../../features/maps/index.ts'
import { overlaps } from '../model/edit.ts'
import { snap } from '../model/geometry.ts'
import { newObject } from '../model/new-object.ts'
import type { PlanBox } from './plan-box.ts'

/** Fewer boxes than this are no opinion. */
const fewest = 3
/** A wall's thickness and the whole units of the sheet are no difference. */
const tolerance = 0.2

/** Square plan units that an object covers; of an outline the polygon through its points. */
export function areaOf(object: MapObject): number {
  if (!isPolygon(object)) return finite(object.width) * finite(object.height)
  const points = [{ x: finite(object.moveX), y: finite(object.moveY) }, ...(object.path ?? [])]
  const twice = points.reduce((sum, { x, y }, index) => {
    const next = points[(index + 1) % points.length] ?? { x, y }
    return sum + x * next.y - next.x * y
  }, 0)
  return Math.abs(twice) / 2
}

/** Plan units of one metre: the median of the boxes whose size is in m²; null while too few are drawn. */
export function unitsPerMetre(
  objects: readonly MapObject[],
  bound: ReadonlyMap<string, Pick<PlanBox, 'size' | 'unitNumber'>>,
): number | null {
  const found = objects.flatMap((object) => {
    const box = bound.get(object.uuid)
    const area = box === undefined ? 0 : areaOf(object)
    return box === undefined || area <= 0 || box.size <= 0 || unitOf(box.unitNumber) !== 'm2'
      ? []
      : [Math.sqrt(area / box.size)]
  })
  if (found.length < fewest) return null
  found.sort((a, b) => a - b)
  return found[Math.floor(found.length / 2)] ?? null
}

export interface DrawnSize {
  /** Metres, upright; m². */
  readonly width: number
  readonly height: number
  readonly area: number
  readonly matches: boolean
}

/** What a drawn box would measure in the house, and whether its record says so too; null where nothing can be said. */
export function drawnSize(
  object: MapObject,
  box: Pick<PlanBox, 'size' | 'unitNumber'>,
  perMetre: number | null,
): DrawnSize | null {
  const units = areaOf(object)
  if (perMetre === null || units <= 0 || box.size <= 0 || unitOf(box.unitNumber) !== 'm2') return null
  const own = boundsOf({ ...object, rotate: 0 })
  const area = units / perMetre ** 2
  return {
    width: own.width / perMetre,
    height: own.height / perMetre,
    area,
    matches: Math.abs(area / box.size - 1) <= tolerance,
  }
}

/** m² of a box → sides in plan units, by the scale of the map or, before it has one, as one would draw it. */
function sidesOf(
  { size, width, depth }: PlanBox,
  perMetre: number | null,
): { width: number; height: number } {
  const metre = perMetre ?? 30
  const [across, deep] = [width ?? Math.sqrt(size), depth ?? Math.sqrt(size)]
  return { width: Math.max(8, snap(across * metre)), height: Math.max(8, snap(deep * metre)) }
}

/** An object that stands for a box, its middle at a point of the sheet. */
export function objectOfBox(
  box: PlanBox,
  middle: { readonly x: number; readonly y: number },
  perMetre: number | null,
): MapObject {
  const sides = sidesOf(box, perMetre)
  const at = { x: snap(middle.x - sides.width / 2), y: snap(middle.y - sides.height / 2) }
  return {
    ...newObject('rectangle-with-text', at, ''),
    ...sides,
    text: box.unitNumber,
    boxId: box.id,
    fontSize: fittingFont(box.unitNumber, sides),
  }
}

/** Mean advance of the letters of a number, in em. */
const advance = 0.66

/** The size of the editor, 14, or as much of it as a box has room for. */
export function fittingFont(text: string, { width, height }: { width: number; height: number }): number {
  const wide = (width - 4) / (advance * Math.max(1, text.length))
  return Math.max(6, Math.min(14, Math.floor(Math.min(wide, height - 4))))
}

/**
 * A place on the sheet where nothing stands: row by row from the upper left. What fills a good part of the sheet is its floor.
 * @returns the middle of the free place; the middle of the sheet where it is full
 */
export function freePlace(
  objects: readonly MapObject[],
  sides: { readonly width: number; readonly height: number },
  canvas: { readonly width: number; readonly height: number },
): { readonly x: number; readonly y: number } {
  const taken = objects
    .map(boundsOf)
    .filter(({ width, height }) => width * height < (canvas.width * canvas.height) / 4)
  const margin = 10
  for (let y = margin; y + sides.height + margin <= canvas.height; y += margin) {
    for (let x = margin; x + sides.width + margin <= canvas.width;) {
      const place: Box2D = { x, y, width: sides.width, height: sides.height }
      const over = taken.find((area) => overlaps(area, place))
      if (over === undefined) return { x: x + sides.width / 2, y: y + sides.height / 2 }
      // Past what stands in the way, not step by step over it.
      x = Math.max(x + margin, Math.ceil(over.x + over.width))
    }
  }
  return { x: canvas.width / 2, y: canvas.height / 2 }
}

/** Plan units between two places that are tried. */
const tried = 40

/**
 * The place nearest to the middle of what is seen where nothing stands; the middle itself where it is full, and for a point, which
 * takes no room.
 * @returns the middle of the place
 */
export function placeInSight(
  objects: readonly MapObject[],
  { width, height }: { readonly width: number; readonly height: number },
  seen: Box2D,
): { readonly x: number; readonly y: number } {
  const middle = { x: seen.x + seen.width / 2, y: seen.y + seen.height / 2 }
  if (width === 0) return middle
  const taken = objects
    .map(boundsOf)
    .filter((area) => area.width * area.height < (editorCanvas.width * editorCanvas.height) / 4)
  const [across, down] = [
    Math.floor(Math.max(0, seen.width - width) / 2 / tried),
    Math.floor(Math.max(0, seen.height - height) / 2 / tried),
  ]
  const places = Array.from({ length: (2 * across + 1) * (2 * down + 1) }, (_, index) => {
    const column = (index % (2 * across + 1)) - across
    const row = Math.floor(index / (2 * across + 1)) - down
    return { x: middle.x + column * tried, y: middle.y + row * tried, away: Math.hypot(column, row) }
  }).sort((a, b) => a.away - b.away)
  const free = places.find(
    ({ x, y }) =>
      !taken.some((area) => overlaps(area, { x: x - width / 2, y: y - height / 2, width, height })),
  )
  return free === undefined ? middle : { x: free.x, y: free.y }
}
