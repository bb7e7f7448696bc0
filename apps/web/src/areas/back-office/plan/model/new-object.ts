/** What a tool makes (specification 2.7, defaults of 3). */
import type { MapObject, MapObjectType } from '@stowage/domain/map-object'
import { snap, type Point } from './geometry.ts'

/** The seven tools in the order of the toolbar. */
export const drawingTools = [
  'text',
  'rectangle',
  'circle',
  'polygon',
  'image',
  'rectangle-with-text',
  'polygon-with-text',
] as const satisfies readonly MapObjectType[]

/** A short name that no other object of the stock has; the wire calls it uuid. */
export function newUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(9))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
}

const boxLook = { fill: '#d3d3d3', stroke: '#646464', strokeWidth: 2 } as const
const words = { fontFamily: 'Open Sans', fontSize: 14, textColor: '#000000' } as const

/**
 * An object as its tool makes it, at the point where the pointer went down.
 * @param text of a new text object, in the reader's language ("Type some text…")
 */
export function newObject(type: MapObjectType, { x, y }: Point, text: string): MapObject {
  const base = { type, uuid: newUuid(), x, y }
  switch (type) {
    case 'rectangle':
      return { ...base, width: 5, height: 5, fill: 'blue' }
    case 'circle':
      return { ...base, width: 5, height: 5, fill: 'yellow' }
    case 'text':
      return { ...base, text, fontSize: 20, fontFamily: 'Open Sans', textColor: '#000000' }
    case 'image':
      return { ...base, width: 100, height: 100 }
    case 'rectangle-with-text':
      return { ...base, ...boxLook, ...words, width: 5, height: 5, radius: 5, text: '' }
    case 'polygon':
      return {
        ...base,
        moveX: x,
        moveY: y,
        path: [],
        closed: false,
        fill: 'none',
        stroke: '#646464',
        strokeWidth: 2,
      }
    case 'polygon-with-text':
      return { ...base, ...boxLook, ...words, moveX: x, moveY: y, path: [], closed: false, text: '' }
  }
}

/** As large as one can see and take hold of; the keys have no hand that pulls. */
const drawnByKeys: Readonly<
  Partial<Record<MapObjectType, { readonly width: number; readonly height: number }>>
> = {
  text: { width: 180, height: 26 },
  rectangle: { width: 120, height: 80 },
  circle: { width: 80, height: 80 },
  image: { width: 100, height: 100 },
  'rectangle-with-text': { width: 80, height: 60 },
}

/** The sides of what the keys draw; an outline begins with a point. */
export const sidesByKeys = (type: MapObjectType): { readonly width: number; readonly height: number } =>
  drawnByKeys[type] ?? { width: 0, height: 0 }

/** An object drawn by keys, with its middle at a point. @param text as for `newObject` */
export function objectByKeys(type: MapObjectType, middle: Point, text: string): MapObject {
  const sides = sidesByKeys(type)
  const made = newObject(
    type,
    { x: snap(middle.x - sides.width / 2), y: snap(middle.y - sides.height / 2) },
    text,
  )
  return sides.width === 0 ? made : { ...made, ...sides }
}
