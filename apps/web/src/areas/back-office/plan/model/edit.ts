/** Everything that can be done to a drawing, from objects to objects. Nothing is changed in place, so that a step can be taken back. */
import { bindBoxes, type BindableBox, type MapObject } from '@stowage/domain/map-object'
import { boundsOf, type Box2D } from '../../../../features/maps/index.ts'
import { frameOf, movedBy, type Point } from './geometry.ts'
import { newUuid } from './new-object.ts'

export type Chosen = ReadonlySet<string>
type Objects = readonly MapObject[]

/** Changes some objects, the rest stays the very same. Locked ones are left alone. */
export function changed(objects: Objects, chosen: Chosen, change: (object: MapObject) => MapObject): Objects {
  return objects.map((object) =>
    chosen.has(object.uuid) && object.locked !== true ? change(object) : object,
  )
}

export const moved = (objects: Objects, chosen: Chosen, dx: number, dy: number): Objects =>
  changed(objects, chosen, (object) => movedBy(object, dx, dy))

export const removed = (objects: Objects, chosen: Chosen): Objects =>
  objects.filter((object) => !chosen.has(object.uuid) || object.locked === true)

/** Locks and unlocks; what is locked is neither moved nor removed, and the pointer goes through it. */
export const locked = (objects: Objects, chosen: Chosen, isLocked: boolean): Objects =>
  objects.map((object) => {
    if (!chosen.has(object.uuid) || (object.locked === true) === isLocked) return object
    const { locked: _was, ...rest } = object
    return isLocked ? { ...rest, locked: true } : rest
  })

/** Copies with names of their own, a step beside the originals; a copy stands for no box, or a box would stand there twice. */
export function copiesOf(originals: Objects, by: Point): MapObject[] {
  return originals.map(({ boxId: _box, locked: _locked, ...object }) => ({
    ...movedBy(object, by.x, by.y),
    uuid: newUuid(),
  }))
}

/** The same for what was put aside: an object that was cut out, or that comes from another map, goes on standing for its box. */
export function pasted(objects: Objects, originals: Objects, by: Point): MapObject[] {
  const taken = new Set(objects.map(({ boxId }) => boxId))
  return copiesOf(originals, by).map((copy, index) => {
    const boxId = originals[index]?.boxId
    return boxId == null || taken.has(boxId) ? copy : { ...copy, boxId }
  })
}

export type Arrangement = 'front' | 'forward' | 'backward' | 'back'

/** Brings what is chosen over or under the rest. A step goes past the next object that it overlaps, else nothing would be seen of it. */
export function arranged(objects: Objects, chosen: Chosen, to: Arrangement): Objects {
  const mine = objects.filter(({ uuid }) => chosen.has(uuid))
  const others = objects.filter(({ uuid }) => !chosen.has(uuid))
  if (mine.length === 0 || others.length === 0) return objects
  if (to === 'front') return [...others, ...mine]
  if (to === 'back') return [...mine, ...others]
  const frame = frameOf(mine)
  const indexes = objects.flatMap(({ uuid }, index) => (chosen.has(uuid) ? [index] : []))
  const isOver = (object: MapObject): boolean => frame !== null && overlaps(boundsOf(object), frame)
  if (to === 'forward') {
    const above = objects.slice((indexes.at(-1) ?? 0) + 1)
    const next = above.find(isOver) ?? above[0]
    if (next === undefined) return objects
    const at = others.indexOf(next) + 1
    return [...others.slice(0, at), ...mine, ...others.slice(at)]
  }
  const below = objects.slice(0, indexes[0] ?? 0).filter(({ uuid }) => !chosen.has(uuid))
  const next = below.findLast(isOver) ?? below.at(-1)
  if (next === undefined) return objects
  const at = others.indexOf(next)
  return [...others.slice(0, at), ...mine, ...others.slice(at)]
}

export const overlaps = (a: Box2D, b: Box2D, slack = 0): boolean =>
  a.x + slack < b.x + b.width &&
  b.x + slack < a.x + a.width &&
  a.y + slack < b.y + b.height &&
  b.y + slack < a.y + a.height

export type Alignment = 'left' | 'centre' | 'right' | 'top' | 'middle' | 'bottom'

/** Lines objects up with the frame around them. */
export function aligned(objects: Objects, chosen: Chosen, to: Alignment): Objects {
  const frame = frameOf(objects.filter(({ uuid }) => chosen.has(uuid)))
  if (frame === null) return objects
  return changed(objects, chosen, (object) => {
    const own = boundsOf(object)
    switch (to) {
      case 'left':
        return movedBy(object, frame.x - own.x, 0)
      case 'centre':
        return movedBy(object, frame.x + frame.width / 2 - own.x - own.width / 2, 0)
      case 'right':
        return movedBy(object, frame.x + frame.width - own.x - own.width, 0)
      case 'top':
        return movedBy(object, 0, frame.y - own.y)
      case 'middle':
        return movedBy(object, 0, frame.y + frame.height / 2 - own.y - own.height / 2)
      case 'bottom':
        return movedBy(object, 0, frame.y + frame.height - own.y - own.height)
    }
  })
}

/** Makes the gaps between objects equal; the outer two stay. Three at least. */
export function distributed(objects: Objects, chosen: Chosen, along: 'across' | 'down'): Objects {
  const placed = objects
    .filter(({ uuid, locked }) => chosen.has(uuid) && locked !== true)
    .map((object) => ({ object, area: boundsOf(object) }))
  if (placed.length < 3) return objects
  const [start, size] = along === 'across' ? (['x', 'width'] as const) : (['y', 'height'] as const)
  placed.sort((a, b) => a.area[start] - b.area[start])
  const first = placed[0]!.area
  const last = placed.at(-1)!.area
  const room = last[start] + last[size] - first[start]
  const gap = (room - placed.reduce((sum, { area }) => sum + area[size], 0)) / (placed.length - 1)
  const to = new Map<string, number>()
  let at = first[start]
  for (const { object, area } of placed) {
    to.set(object.uuid, at - area[start])
    at += area[size] + gap
  }
  return changed(objects, chosen, (object) => {
    const by = to.get(object.uuid) ?? 0
    return along === 'across' ? movedBy(object, by, 0) : movedBy(object, 0, by)
  })
}

/** Which object stands for which box, and what does not fit: the list beside the canvas and the check before saving. */
export interface Binding<Box extends BindableBox> {
  readonly bound: ReadonlyMap<string, Box>
  readonly missing: readonly Box[]
  /** Objects drawn like a box that stand for none. */
  readonly unbound: readonly MapObject[]
  /** Second and further objects that name a box which an earlier one stands for. */
  readonly twice: readonly MapObject[]
}

export function bindingOf<Box extends BindableBox>(objects: Objects, boxes: readonly Box[]): Binding<Box> {
  const bound = bindBoxes(objects, boxes)
  const taken = new Set([...bound.values()].map(({ id }) => id))
  const byNumber = new Set(boxes.map(({ unitNumber }) => unitNumber))
  const byId = new Set(boxes.map(({ id }) => id))
  const free = objects.filter(({ uuid }) => !bound.has(uuid))
  const twice = free.filter(
    (object) => byId.has(object.boxId ?? '') || byNumber.has((object.text ?? '').trim()),
  )
  const second = new Set(twice)
  return {
    bound,
    missing: boxes.filter(({ id }) => !taken.has(id)),
    unbound: free.filter((object) => isLikeBox(object) && !second.has(object)),
    twice,
  }
}

/** A shape with a text that no role explains. */
const isLikeBox = ({ type, role, boxId, text }: MapObject): boolean =>
  (type === 'rectangle-with-text' || type === 'polygon-with-text') &&
  role == null &&
  (boxId != null || /\d/.test(text ?? ''))

/** Pairs of boxes on the plan that lie over each other by more than their strokes. Sorted sweep: 12,000 boxes are no matter. */
export function overlappingBoxes(objects: Objects, bound: ReadonlyMap<string, unknown>): [string, string][] {
  const areas = objects
    .filter(({ uuid }) => bound.has(uuid))
    .map((object, index) => ({ uuid: object.uuid, area: boundsOf(object), index }))
    .sort((a, b) => a.area.x - b.area.x)
  const pairs: [string, string][] = []
  let open: typeof areas = []
  for (const next of areas) {
    open = open.filter(({ area }) => area.x + area.width > next.area.x)
    for (const { uuid, area, index } of open)
      // The one that was drawn first is named first.
      if (overlaps(area, next.area, 2)) pairs.push(index < next.index ? [uuid, next.uuid] : [next.uuid, uuid])
    open.push(next)
  }
  return pairs
}
