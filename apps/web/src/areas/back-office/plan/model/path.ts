/** Editing the outline of a polygon: its points with two handles each (specification 2.7). */
import type { CurvePoint, MapObject } from '@stowage/domain/map-object'
import { finite } from '../../../../features/maps/index.ts'
import { snap, straightTo, turnPoint, type Point } from './geometry.ts'

/** A press this near to the start point closes the outline, in pixels of the screen. */
export const closeWithin = 5

/** The start point is −1; then the points of the path. A handle belongs to the curve that ends (`2`) or begins (`1`) at its point. */
export type PathPart =
  | { readonly kind: 'point'; readonly index: number }
  | { readonly kind: 'handle'; readonly index: number; readonly which: 1 | 2 }

const startOf = (object: MapObject): Point => ({ x: finite(object.moveX), y: finite(object.moveY) })
const curvesOf = (object: MapObject): readonly CurvePoint[] => object.path ?? []

/** From the coordinates of the path to the plan. */
export function fromPath(object: MapObject, point: Point): Point {
  const pivot = { x: finite(object.x), y: finite(object.y) }
  return turnPoint(
    { x: point.x - finite(object.moveX) + pivot.x, y: point.y - finite(object.moveY) + pivot.y },
    pivot,
    finite(object.rotate),
  )
}

/** From the plan to the coordinates of the path, which was drawn elsewhere and turned since. */
export function toPath(object: MapObject, point: Point): Point {
  const pivot = { x: finite(object.x), y: finite(object.y) }
  const { x, y } = turnPoint(point, pivot, -finite(object.rotate))
  return { x: x - pivot.x + finite(object.moveX), y: y - pivot.y + finite(object.moveY) }
}

/** The points of the outline in path coordinates, the start first. */
export function anchorsOf(object: MapObject): Point[] {
  return [startOf(object), ...curvesOf(object).map(({ x, y }) => ({ x, y }))]
}

/** A further point, in path coordinates, straight from the last one. */
export function extended(object: MapObject, to: Point): MapObject {
  const last = anchorsOf(object).at(-1) ?? startOf(object)
  const point = { x: snap(to.x), y: snap(to.y) }
  if (point.x === last.x && point.y === last.y) return object
  return { ...object, path: [...curvesOf(object), straightTo(last, point)] }
}

/**
 * A further point set by the keys: the last point once more, or the start, ends the outline.
 * @param to in path coordinates
 */
export function grownByKeys(
  object: MapObject,
  to: Point,
): { readonly object: MapObject; readonly isDone: boolean } {
  const anchors = anchorsOf(object)
  const [first, last] = [anchors[0], anchors.at(-1)]
  const point = { x: snap(to.x), y: snap(to.y) }
  const isAt = (anchor: Point | undefined): boolean => anchor?.x === point.x && anchor.y === point.y
  if (isAt(last) || (anchors.length > 2 && isAt(first))) return { object: closed(object), isDone: true }
  return { object: extended(object, point), isDone: false }
}

/** Ends at its start: an outline of three points at least. */
export function closed(object: MapObject): MapObject {
  const anchors = anchorsOf(object)
  if (anchors.length < 3) return object
  const last = anchors.at(-1)!
  const first = anchors[0]!
  const path = curvesOf(object)
  const isThere = last.x === first.x && last.y === first.y
  return { ...object, closed: true, path: isThere ? path : [...path, straightTo(last, first)] }
}

/** A point or a handle goes to a place in path coordinates; the handles of a point go with it. */
export function partMoved(object: MapObject, part: PathPart, to: Point): MapObject {
  const path = curvesOf(object)
  if (part.kind === 'handle')
    return {
      ...object,
      path: path.map((curve, index) =>
        index !== part.index
          ? curve
          : part.which === 1
            ? { ...curve, x1: tenth(to.x), y1: tenth(to.y) }
            : { ...curve, x2: tenth(to.x), y2: tenth(to.y) },
      ),
    }
  const anchors = anchorsOf(object)
  const was = anchors[part.index + 1]
  if (was === undefined) return object
  const point = { x: snap(to.x), y: snap(to.y) }
  const [dx, dy] = [point.x - was.x, point.y - was.y]
  // Of a closed outline the first and the last point are one.
  const isEnd = part.index === path.length - 1 || part.index === -1
  const joined = object.closed === true && isEnd && isSame(anchors[0]!, anchors.at(-1)!)
  const ends = (index: number): boolean => index === part.index || (joined && index === path.length - 1)
  const begins = (index: number): boolean => index === part.index + 1 || (joined && index === 0)
  const next = path.map((curve, index) => ({
    ...curve,
    ...(begins(index) ? { x1: tenth(curve.x1 + dx), y1: tenth(curve.y1 + dy) } : {}),
    ...(ends(index) ? { x2: tenth(curve.x2 + dx), y2: tenth(curve.y2 + dy), ...point } : {}),
  }))
  if (part.index !== -1 && !joined) return { ...object, path: next }
  // The place of a polygon is that of its start point: both move, so that the rest stays where it is seen.
  const turnedBy = turnPoint({ x: dx, y: dy }, { x: 0, y: 0 }, finite(object.rotate))
  return {
    ...object,
    path: next,
    moveX: point.x,
    moveY: point.y,
    x: snap(finite(object.x) + turnedBy.x),
    y: snap(finite(object.y) + turnedBy.y),
  }
}

/** Takes a point out; the neighbours are joined straight. Two points at least stay. */
export function partRemoved(object: MapObject, index: number): MapObject {
  const path = curvesOf(object)
  if (path.length < 2 || index < 0 || index >= path.length) return object
  const before = anchorsOf(object)[index]!
  return {
    ...object,
    path: path.flatMap((curve, at) =>
      at === index ? [] : at === index + 1 ? [straightTo(before, { x: curve.x, y: curve.y })] : [curve],
    ),
  }
}

/** A new point in the middle of a curve, which keeps its form (de Casteljau). */
export function split(object: MapObject, index: number): MapObject {
  const path = curvesOf(object)
  const curve = path[index]
  const from = anchorsOf(object)[index]
  if (curve === undefined || from === undefined) return object
  const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
  const [p1, p2, end] = [
    { x: curve.x1, y: curve.y1 },
    { x: curve.x2, y: curve.y2 },
    { x: curve.x, y: curve.y },
  ]
  const [a, b, c] = [middle(from, p1), middle(p1, p2), middle(p2, end)]
  const [d, e] = [middle(a, b), middle(b, c)]
  const f = middle(d, e)
  const first = {
    x1: tenth(a.x),
    y1: tenth(a.y),
    x2: tenth(d.x),
    y2: tenth(d.y),
    x: tenth(f.x),
    y: tenth(f.y),
  }
  const second = { x1: tenth(e.x), y1: tenth(e.y), x2: tenth(c.x), y2: tenth(c.y), x: end.x, y: end.y }
  return { ...object, path: [...path.slice(0, index), first, second, ...path.slice(index + 1)] }
}

/** Whether a drawing of a path may stand: a single point is nothing that can be seen. */
export const isWorthKeeping = (object: MapObject): boolean => curvesOf(object).length > 0

const tenth = (value: number): number => Math.round(value * 10) / 10
const isSame = (a: Point, b: Point): boolean => a.x === b.x && a.y === b.y
