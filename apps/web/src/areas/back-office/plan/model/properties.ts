/** The properties of the panel: what each kind of object has, how it stands, and the object after one was typed. */
import type { MapObject } from '@stowage/domain/map-object'
import { defaultFill, finite, isPolygon } from '../../../../features/maps/index.ts'
import { fitted, movedBy, ownFrame, turnedBy } from './geometry.ts'
import { defaultFont } from './fonts.ts'

const hasText = ({ type }: MapObject): boolean =>
  type === 'text' || type === 'rectangle-with-text' || type === 'polygon-with-text'
const hasPaint = ({ type }: MapObject): boolean => type !== 'text' && type !== 'image'
const hasRadius = ({ type }: MapObject): boolean => type === 'rectangle' || type === 'rectangle-with-text'

export const numbers = ['x', 'y', 'width', 'height', 'rotate', 'radius', 'fontSize', 'strokeWidth'] as const
export type NumberProperty = (typeof numbers)[number]

/** What may be typed; the server refuses the rest (`clean-map-objects.ts`). */
export const bounds: Readonly<Record<NumberProperty, readonly [least: number, most: number]>> = {
  x: [-100_000, 100_000],
  y: [-100_000, 100_000],
  width: [1, 100_000],
  height: [1, 100_000],
  rotate: [-360, 360],
  radius: [0, 1000],
  fontSize: [1, 400],
  strokeWidth: [0, 1000],
}

const tenth = (value: number): number => Math.round(value * 10) / 10
/** Places and lengths keep to the grid of 1; the others to a tenth. */
const whole: ReadonlySet<NumberProperty> = new Set(['x', 'y', 'width', 'height'])

/** A typed number as it is kept, or null where it is none or out of bounds. */
export function keptNumber(property: NumberProperty, value: number | undefined): number | null {
  const [least, most] = bounds[property]
  if (value === undefined || !Number.isFinite(value)) return null
  const kept = whole.has(property) ? Math.round(value) : tenth(value)
  return kept < least || kept > most ? null : kept
}

/** undefined where this kind of object has no such property. Place and size are those of the unturned frame, of polygons too. */
export function numberOf(object: MapObject, property: NumberProperty): number | undefined {
  switch (property) {
    case 'x':
    case 'y':
    case 'width':
    case 'height':
      return tenth(ownFrame(object)[property])
    case 'rotate':
      return tenth(((finite(object.rotate) % 360) + 360) % 360)
    case 'radius':
      return hasRadius(object) ? finite(object.radius) : undefined
    case 'fontSize':
      return hasText(object) ? finite(object.fontSize, 20) : undefined
    case 'strokeWidth':
      return hasPaint(object) ? finite(object.strokeWidth, object.stroke == null ? 0 : 1) : undefined
  }
}

/** The object with a number set; the same object where it has no such property or has that value already. */
export function withNumber(object: MapObject, property: NumberProperty, value: number): MapObject {
  if (numberOf(object, property) === undefined || numberOf(object, property) === value) return object
  const frame = ownFrame(object)
  switch (property) {
    case 'x':
      return movedBy(object, value - frame.x, 0)
    case 'y':
      return movedBy(object, 0, value - frame.y)
    case 'width':
    case 'height': {
      // A text without an area of its own gets one; pulled, it would only become larger.
      if (object.type === 'text')
        return {
          ...object,
          width: Math.round(frame.width),
          height: Math.round(frame.height),
          [property]: value,
        }
      return fitted(object, frame, { ...frame, [property]: value })
    }
    case 'rotate': {
      const turned = ((value % 360) + 360) % 360
      if (!isPolygon(object)) return { ...object, rotate: turned }
      // It turns around its start point as it is stored; here around its middle, like the others.
      const seen = turnedMiddle(object)
      return { ...turnedBy(object, seen, turned - finite(object.rotate)), rotate: turned }
    }
    case 'radius':
    case 'fontSize':
    case 'strokeWidth':
      return { ...object, [property]: value }
  }
}

/** The middle of a polygon where it is seen. */
function turnedMiddle(object: MapObject): { x: number; y: number } {
  const { x, y, width, height } = ownFrame(object)
  const turn = (finite(object.rotate) * Math.PI) / 180
  const [dx, dy] = [x + width / 2 - finite(object.x), y + height / 2 - finite(object.y)]
  return {
    x: finite(object.x) + dx * Math.cos(turn) - dy * Math.sin(turn),
    y: finite(object.y) + dx * Math.sin(turn) + dy * Math.cos(turn),
  }
}

export type StyleProperty =
  | 'text'
  | 'fontFamily'
  | 'fontWeight'
  | 'fontStyle'
  | 'textDecoration'
  | 'textColor'
  | 'fill'
  | 'stroke'
  | 'blendMode'

/** As it is seen, defaults included; undefined where this kind of object has no such property. */
export function styleOf(object: MapObject, property: StyleProperty): string | undefined {
  switch (property) {
    case 'blendMode':
      return object.blendMode ?? 'normal'
    case 'fill':
      return hasPaint(object) ? (object.fill ?? defaultFill(object.type)) : undefined
    case 'stroke':
      return hasPaint(object) ? (object.stroke ?? 'none') : undefined
    default:
  }
  if (!hasText(object)) return undefined
  switch (property) {
    case 'text':
      return object.text ?? ''
    case 'fontFamily':
      return object.fontFamily ?? defaultFont
    case 'fontWeight':
      return object.fontWeight === 'bold' || Number(object.fontWeight) >= 600 ? 'bold' : 'normal'
    case 'fontStyle':
      return object.fontStyle === 'italic' ? 'italic' : 'normal'
    case 'textDecoration':
      return object.textDecoration ?? 'none'
    case 'textColor':
      return object.textColor ?? (object.type === 'text' ? object.fill : null) ?? '#000000'
  }
}

export function withStyle(object: MapObject, property: StyleProperty, value: string): MapObject {
  const was = styleOf(object, property)
  if (was === undefined || was === value) return object
  // A line that gets a colour is seen, one without a colour is none.
  if (property === 'stroke' && value !== 'none' && finite(object.strokeWidth) === 0)
    return { ...object, stroke: value, strokeWidth: 1 }
  return { ...object, [property]: value }
}
