/** Moving, scaling and turning of objects. Plan units; whatever is stored is rounded to the grid of 1 (specification 2.7, 9). */
import type { CurvePoint, MapObject } from '@stowage/domain/map-object'
import { around, boundsOf, finite, isPolygon, type Box2D } from '../../../../features/maps/index.ts'

export interface Point {
  readonly x: number
  readonly y: number
}

export const snap = (value: number): number => Math.round(value)
/** Curves keep a tenth: their handles are not seen on the grid. */
const fine = (value: number): number => Math.round(value * 10) / 10

/** The upright rectangle around some objects; null for none. */
export function frameOf(objects: readonly MapObject[]): Box2D | null {
  return objects.length === 0 ? null : around(objects.map(boundsOf))
}

/** What an object turns around: its middle, a polygon its start point (`map-object.ts`). */
export function pivotOf(object: MapObject): Point {
  const { x, y } = { x: finite(object.x), y: finite(object.y) }
  return isPolygon(object) ? { x, y } : { x: x + finite(object.width) / 2, y: y + finite(object.height) / 2 }
}

export function turnPoint(point: Point, around: Point, degrees: number): Point {
  const turn = (degrees * Math.PI) / 180
  const [dx, dy] = [point.x - around.x, point.y - around.y]
  return {
    x: around.x + dx * Math.cos(turn) - dy * Math.sin(turn),
    y: around.y + dx * Math.sin(turn) + dy * Math.cos(turn),
  }
}

export function movedBy(object: MapObject, dx: number, dy: number): MapObject {
  return { ...object, x: snap(finite(object.x) + dx), y: snap(finite(object.y) + dy) }
}

/** Degrees from 0 up to 360. */
export const wholeTurn = (degrees: number): number => ((Math.round(degrees) % 360) + 360) % 360

/** Turns an object around any point. */
export function turnedBy(object: MapObject, around: Point, degrees: number): MapObject {
  const pivot = pivotOf(object)
  const to = turnPoint(pivot, around, degrees)
  return {
    ...object,
    x: snap(finite(object.x) + to.x - pivot.x),
    y: snap(finite(object.y) + to.y - pivot.y),
    rotate: wholeTurn(finite(object.rotate) + degrees),
  }
}

/** Where a corner or the middle of an edge is pulled: −1, 0 or 1 along each side of the frame. */
export interface Handle {
  readonly x: -1 | 0 | 1
  readonly y: -1 | 0 | 1
}
export const handles: readonly Handle[] = [
  { x: -1, y: -1 },
  { x: 0, y: -1 },
  { x: 1, y: -1 },
  { x: 1, y: 0 },
  { x: 1, y: 1 },
  { x: 0, y: 1 },
  { x: -1, y: 1 },
  { x: -1, y: 0 },
]

/**
 * The frame when one of its handles is pulled by so much; the opposite side stays. It never turns inside out: it ends at 1.
 * @param keepShape both sides grow alike (Shift)
 */
export function pulledFrame(frame: Box2D, handle: Handle, dx: number, dy: number, keepShape: boolean): Box2D {
  let width = Math.max(1, frame.width + handle.x * dx)
  let height = Math.max(1, frame.height + handle.y * dy)
  if (keepShape && frame.width > 0 && frame.height > 0) {
    const factor =
      handle.x === 0
        ? height / frame.height
        : handle.y === 0
          ? width / frame.width
          : Math.max(width / frame.width, height / frame.height)
    width = Math.max(1, frame.width * factor)
    height = Math.max(1, frame.height * factor)
  }
  return {
    x:
      handle.x < 0
        ? frame.x + frame.width - width
        : handle.x === 0 && keepShape
          ? frame.x + (frame.width - width) / 2
          : frame.x,
    y:
      handle.y < 0
        ? frame.y + frame.height - height
        : handle.y === 0 && keepShape
          ? frame.y + (frame.height - height) / 2
          : frame.y,
    width,
    height,
  }
}

/** The object's own rectangle before it is turned; of a polygon its points, handles included. */
export function ownFrame(object: MapObject): Box2D {
  return boundsOf(finite(object.rotate) === 0 ? object : { ...object, rotate: 0 })
}

/** Puts an object that fills one rectangle into another: place, size and, of a polygon, its points. */
export function fitted(object: MapObject, from: Box2D, to: Box2D): MapObject {
  const [sx, sy] = [to.width / Math.max(1e-6, from.width), to.height / Math.max(1e-6, from.height)]
  const place = (x: number, y: number): Point => ({
    x: to.x + (x - from.x) * sx,
    y: to.y + (y - from.y) * sy,
  })
  if (isPolygon(object)) {
    const start = place(finite(object.x), finite(object.y))
    const [moveX, moveY] = [finite(object.moveX), finite(object.moveY)]
    const along = (x: number): number => fine(snap(start.x) + (x - moveX) * sx)
    const down = (y: number): number => fine(snap(start.y) + (y - moveY) * sy)
    return {
      ...object,
      x: snap(start.x),
      y: snap(start.y),
      moveX: snap(start.x),
      moveY: snap(start.y),
      path: (object.path ?? []).map((point) => ({
        x1: along(point.x1),
        y1: down(point.y1),
        x2: along(point.x2),
        y2: down(point.y2),
        x: along(point.x),
        y: down(point.y),
      })),
    }
  }
  // Both edges are rounded, not place and size: neighbours that touched still touch.
  const [left, top] = [place(finite(object.x), finite(object.y))].flatMap(({ x, y }) => [
    snap(x),
    snap(y),
  ]) as [number, number]
  const end = place(finite(object.x) + finite(object.width), finite(object.y) + finite(object.height))
  const isLine = object.type === 'text' && finite(object.width) === 0
  return {
    ...object,
    x: left,
    y: top,
    ...(isLine
      ? { fontSize: Math.max(1, Math.round(finite(object.fontSize, 20) * sy)) }
      : { width: Math.max(1, snap(end.x) - left), height: Math.max(1, snap(end.y) - top) }),
  }
}

/**
 * One turned object whose handle is pulled: the pull is taken along its own sides, and the opposite corner stays where it is seen.
 * @param dx on the plan
 */
export function pulled(
  object: MapObject,
  handle: Handle,
  dx: number,
  dy: number,
  keepShape: boolean,
): MapObject {
  const frame = ownFrame(object)
  const degrees = finite(object.rotate)
  if (degrees === 0) return fitted(object, frame, pulledFrame(frame, handle, dx, dy, keepShape))
  const own = turnPoint({ x: dx, y: dy }, { x: 0, y: 0 }, -degrees)
  const next = fitted(object, frame, pulledFrame(frame, handle, own.x, own.y, keepShape))
  const corner = (box: Box2D): Point => ({
    x: box.x + (box.width * (1 - handle.x)) / 2,
    y: box.y + (box.height * (1 - handle.y)) / 2,
  })
  const was = turnPoint(corner(frame), pivotOf(object), degrees)
  const is = turnPoint(corner(ownFrame(next)), pivotOf(next), degrees)
  const moved = { x: snap(finite(next.x) + was.x - is.x), y: snap(finite(next.y) + was.y - is.y) }
  return isPolygon(next) ? { ...next, ...moved } : { ...next, ...moved }
}

/** Several objects in a common frame. Turned ones keep their turn and grow along their own sides by the mean of both. */
export function fittedAll(objects: readonly MapObject[], from: Box2D, to: Box2D): MapObject[] {
  return objects.map((object) => {
    if (finite(object.rotate) % 180 === 0) return fitted(object, from, to)
    const [sx, sy] = [to.width / Math.max(1e-6, from.width), to.height / Math.max(1e-6, from.height)]
    const factor = Math.sqrt(sx * sy)
    const own = ownFrame(object)
    const pivot = pivotOf(object)
    const grown = fitted(object, own, {
      x: pivot.x + (own.x - pivot.x) * factor,
      y: pivot.y + (own.y - pivot.y) * factor,
      width: own.width * factor,
      height: own.height * factor,
    })
    const wanted = { x: to.x + (pivot.x - from.x) * sx, y: to.y + (pivot.y - from.y) * sy }
    const is = pivotOf(grown)
    return movedBy(grown, wanted.x - is.x, wanted.y - is.y)
  })
}

/** Straight from where it stands to a point: a curve whose handles lie on the line. */
export function straightTo(from: Point, to: Point): CurvePoint {
  return {
    x1: fine(from.x + (to.x - from.x) / 3),
    y1: fine(from.y + (to.y - from.y) / 3),
    x2: fine(from.x + ((to.x - from.x) * 2) / 3),
    y2: fine(from.y + ((to.y - from.y) * 2) / 3),
    x: to.x,
    y: to.y,
  }
}
