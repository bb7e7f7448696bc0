/**
 * What one press, drag and release on the canvas does. A gesture computes what it would make of the chosen objects while it
 * lasts, and is one step when it ends; it knows nothing of the page.
 */
import type { MapObject } from '@stowage/domain/map-object'
import { boundsOf, type Box2D } from '../../../../features/maps/index.ts'
import { overlaps } from '../model/edit.ts'
import {
  fitted,
  fittedAll,
  frameOf,
  movedBy,
  ownFrame,
  pulled,
  pulledFrame,
  snap,
  turnedBy,
  type Handle,
  type Point,
} from '../model/geometry.ts'
import { guided, linesOf, type Guide, type Lines } from '../model/guides.ts'

export interface Keys {
  readonly shift: boolean
  /** Guides hold nothing while it is pressed. */
  readonly alt: boolean
}

/** What a gesture shows while it lasts. */
export interface Preview {
  /** The chosen objects as they would be. */
  readonly objects?: readonly MapObject[]
  /** They would only be elsewhere: the page may shift what is drawn instead of drawing anew. */
  readonly shift?: Point
  readonly guides?: readonly Guide[]
  readonly marquee?: Box2D
  /** Degrees, or width and height, for the tag at the pointer. */
  readonly tag?: { readonly degrees: number } | { readonly width: number; readonly height: number }
}

export interface Gesture {
  readonly move: (to: Point, keys: Keys) => Preview
}

interface Standing {
  readonly chosen: readonly MapObject[]
  readonly others: readonly MapObject[]
  readonly canvas: { readonly width: number; readonly height: number }
  /** Plan units within which a guide holds: a few pixels of the screen. */
  readonly reach: number
}

export function moveGesture(from: Point, { chosen, others, canvas, reach }: Standing): Gesture {
  const frame = frameOf(chosen)
  let lines: Lines | undefined
  return {
    move(to, { shift, alt }) {
      if (frame === null) return {}
      let [dx, dy] = [to.x - from.x, to.y - from.y]
      // Shift keeps to one direction.
      if (shift && Math.abs(dx) > Math.abs(dy)) dy = 0
      else if (shift) dx = 0
      lines ??= linesOf(others.map(boundsOf), canvas)
      const held = alt ? { dx: snap(dx), dy: snap(dy), guides: [] } : guided(frame, dx, dy, lines, reach)
      const by = { x: shift && dx === 0 ? 0 : held.dx, y: shift && dy === 0 ? 0 : held.dy }
      return { shift: by, guides: held.guides.filter(({ along }) => !(shift && by[along] === 0)) }
    },
  }
}

/** The objects after a move: what the shift of a preview means. */
export const shifted = (chosen: readonly MapObject[], { x, y }: Point): MapObject[] =>
  chosen.map((object) => movedBy(object, x, y))

export function pullGesture(from: Point, handle: Handle, { chosen }: Pick<Standing, 'chosen'>): Gesture {
  const frame = frameOf(chosen)
  const [only] = chosen
  return {
    move(to, { shift }) {
      if (frame === null || only === undefined) return {}
      const [dx, dy] = [snap(to.x - from.x), snap(to.y - from.y)]
      if (chosen.length === 1) {
        const object = pulled(only, handle, dx, dy, shift)
        const { width, height } = ownFrame(object)
        return { objects: [object], tag: { width: Math.round(width), height: Math.round(height) } }
      }
      const next = pulledFrame(frame, handle, dx, dy, shift)
      return {
        objects: fittedAll(chosen, frame, next),
        tag: { width: Math.round(next.width), height: Math.round(next.height) },
      }
    },
  }
}

/** Steps of 15 degrees while Shift is pressed. */
const step = 15

export function turnGesture(from: Point, around: Point, { chosen }: Pick<Standing, 'chosen'>): Gesture {
  const angle = ({ x, y }: Point): number => (Math.atan2(y - around.y, x - around.x) * 180) / Math.PI
  const first = angle(from)
  const [only] = chosen
  return {
    move(to, { shift }) {
      if (only === undefined) return {}
      const was = chosen.length === 1 ? (only.rotate ?? 0) : 0
      const wanted = was + angle(to) - first
      const degrees = shift ? Math.round(wanted / step) * step : Math.round(wanted)
      return {
        objects: chosen.map((object) => turnedBy(object, around, degrees - was)),
        tag: { degrees: ((degrees % 360) + 360) % 360 },
      }
    },
  }
}

/** A new object grows from where the pointer went down (specification 2.7: it enters scale mode). */
export function drawGesture(from: Point, made: MapObject): Gesture {
  return {
    move(to, { shift }) {
      let [width, height] = [snap(to.x - from.x), snap(to.y - from.y)]
      if (shift) {
        const side = Math.max(Math.abs(width), Math.abs(height))
        width = Math.sign(width || 1) * side
        height = Math.sign(height || 1) * side
      }
      const area = {
        x: Math.min(from.x, from.x + width),
        y: Math.min(from.y, from.y + height),
        width: Math.max(1, Math.abs(width)),
        height: Math.max(1, Math.abs(height)),
      }
      const object =
        made.type === 'text'
          ? { ...made, ...area, fontSize: Math.max(6, Math.round(area.height * 0.8)) }
          : fitted({ ...made, width: 1, height: 1 }, { x: made.x, y: made.y, width: 1, height: 1 }, area)
      return { objects: [object], tag: { width: area.width, height: area.height } }
    },
  }
}

export function marqueeGesture(from: Point): Gesture {
  return {
    move: (to) => ({
      marquee: {
        x: Math.min(from.x, to.x),
        y: Math.min(from.y, to.y),
        width: Math.abs(to.x - from.x),
        height: Math.abs(to.y - from.y),
      },
    }),
  }
}

/** The area for a grid of boxes: on whole units and on the sheet. */
export function areaGesture(
  from: Point,
  canvas: { readonly width: number; readonly height: number },
): Gesture {
  const on = ({ x, y }: Point): Point => ({
    x: Math.max(0, Math.min(canvas.width, snap(x))),
    y: Math.max(0, Math.min(canvas.height, snap(y))),
  })
  const start = on(from)
  return {
    move(to) {
      const { marquee } = marqueeGesture(start).move(on(to), { shift: false, alt: false })
      return marquee === undefined ? {} : { marquee, tag: { width: marquee.width, height: marquee.height } }
    },
  }
}

/**
 * Objects that a rectangle touches; drawn from right to left or not makes no difference. Locked ones are not caught, nor is what the
 * whole rectangle lies on: boxes are caught in a room without the room.
 */
export function caught(objects: readonly MapObject[], marquee: Box2D): string[] {
  return objects
    .filter((object) => {
      if (object.locked === true) return false
      const area = boundsOf(object)
      return overlaps(area, marquee) && !isAround(area, marquee)
    })
    .map(({ uuid }) => uuid)
}

const isAround = (area: Box2D, inner: Box2D): boolean =>
  area.x < inner.x &&
  area.y < inner.y &&
  area.x + area.width > inner.x + inner.width &&
  area.y + area.height > inner.y + inner.height
